import pg from "pg";
import { expect, onTestFinished, test } from "vitest";

import { createExternalDatabase } from "#test/support/database.ts";

import { clientConfig } from "./client.ts";
import { applicationRole, type Connection } from "./connection.ts";
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

test("the application works as its own role, whatever options the address gives its sessions", async () => {
  const { url, remove } = await createExternalDatabase();
  onTestFinished(remove);
  const withOptions = new URL(url);
  withOptions.searchParams.set("options", "-c geqo=off");
  const { owner, app } = await openExternal({ databaseUrl: withOptions.href, directUrl: undefined });
  const sessionOf = async (connection: Connection): Promise<unknown> => {
    const client = new pg.Client(clientConfig(connection));
    await client.connect();
    const { rows } = await client.query(
      `SELECT current_user = '${applicationRole}' AS "isApplication", current_setting('geqo') AS geqo, current_setting('TimeZone') AS zone`,
    );
    await client.end();
    return rows[0];
  };
  expect(await sessionOf(app)).toEqual({ isApplication: true, geqo: "off", zone: "UTC" });
  expect(await sessionOf(owner)).toEqual({ isApplication: false, geqo: "off", zone: "UTC" });
});
