import pg from "pg";
import { expect, onTestFinished, test } from "vitest";

import { createExternalDatabase } from "#test/support/database.ts";

import { clientConfig } from "./client.ts";
import { applicationRole } from "./connection.ts";
import { openExternal } from "./external.ts";

test("sessions bear the name that the program gives them, whatever the address calls them", async () => {
  const { url, remove } = await createExternalDatabase();
  onTestFinished(remove);
  const direct = new URL(url);
  direct.searchParams.set("application_name", "office");
  const pooled = new URL(direct);
  pooled.username = applicationRole;
  const connections = await openExternal({ databaseUrl: pooled.href, directUrl: direct.href });
  for (const connection of [connections.owner, connections.direct, connections.app]) {
    const client = new pg.Client(clientConfig(connection, { applicationName: "sarraf migrate" }));
    await client.connect();
    expect((await client.query("SHOW application_name")).rows).toEqual([{ application_name: "sarraf migrate" }]);
    await client.end();
  }
});
