import { z } from "zod";

import { route } from "./route.ts";

const tag = "documentation";

export const openApi = route({
  method: "GET",
  path: "/api/openapi.json",
  tag,
  summary: "This API as an OpenAPI 3.1 document",
  access: "admin",
  reply: z.looseObject({}),
});

export const apiPage = route({
  method: "GET",
  path: "/api/docs",
  tag,
  summary: "This API as a page to read",
  access: "admin",
  reply: z.unknown(),
  binary: true,
  media: ["text/html"],
});
