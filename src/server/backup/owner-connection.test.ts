import { expect, onTestFinished, test } from "vitest";

import { emptyPlace } from "#test/support/backups.ts";

import { openOwner } from "./owner-connection.ts";

test("the work of a backup may take as long as it takes, also where the database sets limits to everybody's", async () => {
  const { owner, rows } = await emptyPlace();
  const limits = [
    "statement_timeout",
    "lock_timeout",
    "idle_in_transaction_session_timeout",
    "idle_session_timeout",
    "transaction_timeout",
  ];
  for (const limit of limits) await rows(`alter database ${String(owner.database)} set ${limit} = '1min'`);
  const { client, hangUp } = await openOwner(owner, "test");
  onTestFinished(hangUp);
  const inForce = await client.query("select name, setting from pg_settings where name = any($1) order by name", [limits]);
  expect(inForce.rows).toEqual(limits.toSorted().map((name) => ({ name, setting: "0" })));
});
