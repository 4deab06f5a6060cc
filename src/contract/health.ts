import { z } from "zod";

import { route } from "./route.ts";

const state = z.object({ status: z.string() });

export const healthz = route({
  method: "GET",
  path: "/healthz",
  tag: "health",
  summary: "The process is up",
  access: "public",
  reply: state,
});

export const readyz = route({
  method: "GET",
  path: "/readyz",
  tag: "health",
  summary: "The database answers and is migrated",
  access: "public",
  reply: state,
});
