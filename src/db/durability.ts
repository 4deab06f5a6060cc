import pg from "pg";

import { clientConfig } from "./client.ts";
import type { Connection } from "./connection.ts";
import type { DatabaseServer } from "./database-server.ts";
import { reasonOf, StartError } from "./start-error.ts";

const oldestVersion = 15;
const mustBeOn = ["fsync", "full_page_writes", "synchronous_commit"];

/**
 * Refuses a PostgreSQL that could lose an acknowledged posting in a power cut, that is older than 15, read-only, or not
 * in UTF-8. Checked as the application's role in the application's database, because both can carry settings of their own: on the
 * way past a pooler and, as a role has its settings from where it signed in, on the way through it.
 */
export async function requireSafeDatabase({ direct, app }: Pick<DatabaseServer, "direct" | "app">): Promise<void> {
  for (const way of new Set([direct, app])) await requireSafe(way);
}

async function requireSafe(app: Connection): Promise<void> {
  const settings = await readSettings(app);
  const version = Math.floor(Number(settings.get("server_version_num")) / 10_000);
  if (version < oldestVersion)
    throw new StartError(`The database is PostgreSQL ${version}: Sarraf needs PostgreSQL ${oldestVersion} or newer.`);
  const off = mustBeOn.filter((name) => settings.get(name) === "off");
  if (off.length > 0)
    throw new StartError(
      `PostgreSQL runs with ${off.join(" and ")} off and could lose recorded transactions: turn ${off.length > 1 ? "them" : "it"} on.`,
    );
  const encoding = settings.get("server_encoding");
  if (encoding !== "UTF8") throw new StartError(`The database's encoding is ${encoding}: Sarraf needs a database in UTF8.`);
  if (settings.get("transaction_read_only") === "on")
    throw new StartError("The database is read-only: Sarraf needs the primary server.");
}

async function readSettings(app: Connection): Promise<Map<string, string>> {
  const client = new pg.Client(clientConfig(app));
  client.on("error", () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query<{ name: string; setting: string }>(
      "SELECT name, setting FROM pg_settings WHERE name = ANY($1)",
      [[...mustBeOn, "server_version_num", "server_encoding", "transaction_read_only"]],
    );
    return new Map(rows.map(({ name, setting }) => [name, setting]));
  } catch (error) {
    throw new StartError(`The database does not answer: ${reasonOf(error)}.`);
  } finally {
    await client.end().catch(() => undefined);
  }
}
