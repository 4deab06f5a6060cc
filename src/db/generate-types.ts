import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

import { generate, PostgresDialect } from "kysely-codegen";

import { openDatabase } from "./client.ts";
import { startEmbedded } from "./embedded.ts";
import { migrate } from "./migrate.ts";
import { schemaText } from "./schema-text.ts";

/** `npm run types`: writes `types.gen.ts` and `schema.sql` from a database that only the migrations have touched. */
const dataDir = mkdtempSync(join(tmpdir(), "sarraf-types-"));
const server = await startEmbedded({ dataDir, log: (line) => console.error(line) });
try {
  await migrate(server.owner);
  const { db, pool, close } = openDatabase(server.owner);
  await generate({
    db,
    dialect: new PostgresDialect({ dateParser: "string" }),
    excludePattern: "pgmigrations",
    outFile: fileURLToPath(new URL("types.gen.ts", import.meta.url)),
    // What the parsers of the connection make of them, and nothing else may be written: a number is no amount.
    typeMapping: { int8: "string", numeric: "string", json: "unknown", jsonb: "unknown" },
  });
  writeFileSync(new URL("schema.sql", import.meta.url), await schemaText(pool));
  await close();
} finally {
  await server.stop(true);
  rmSync(dataDir, { recursive: true, force: true });
}
