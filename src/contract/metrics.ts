import { z } from "zod";

import { route } from "./route.ts";

export const scrapeMetrics = route({
  method: "GET",
  path: "/metrics",
  tag: "metrics",
  summary: "How the server is doing, as Prometheus reads it; also for whoever sends `Authorization: Bearer` with METRICS_TOKEN",
  access: "admin",
  bearer: "METRICS_TOKEN",
  reply: z.unknown(),
  binary: true,
  media: ["text/plain"],
});
