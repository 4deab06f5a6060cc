/** Writes docs/openapi.json from the contract: `npm run openapi`. */
import { mkdirSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

import { declaredRoutes } from "./features/documentation/declared-routes.ts";
import { openApiDocument } from "./features/documentation/openapi.ts";

const docs = fileURLToPath(new URL("../../docs/", import.meta.url));
mkdirSync(docs, { recursive: true });
writeFileSync(`${docs}openapi.json`, `${JSON.stringify(openApiDocument(await declaredRoutes()), undefined, 2)}\n`);
