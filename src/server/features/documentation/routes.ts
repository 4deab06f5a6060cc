import { apiPage, openApi } from "#contract/documentation.ts";
import { serve, type App } from "#server/http/serve.ts";

import { openApiDocument } from "./openapi.ts";
import { apiPageAnswer } from "./page.ts";

/** The calls that tell of all calls: for programs, and as a page for people. */
export function documentationRoutes(app: App): void {
  serve(app, openApi, () => openApiDocument(app.routes));
  serve(app, apiPage, () => apiPageAnswer(app.routes));
}
