import { afterAll, beforeAll, expect, test } from "vitest";

import { listBackups, makeBackup } from "#contract/backups.ts";
import { deleteUser } from "#contract/users.ts";
import { openDesk, type Desk } from "#test/support/desk.ts";
import { holding } from "#test/support/holding.ts";

let desk: Desk;
beforeAll(async () => {
  desk = await openDesk();
});
afterAll(() => desk.closeInBalance());

test("a backup is good though its starter was deleted while it was made: of them the name stays on record", async () => {
  const person = await desk.server.signIn("admin");
  const { letGo } = await holding(desk.server.database, "lock table account_images in access exclusive mode");
  const { id } = await person.ok(makeBackup);
  await desk.admin.ok(deleteUser, { params: { id: person.userId } });
  await letGo();
  await desk.server.app.deps.backups.idle();
  const { backups, lastGood } = await desk.admin.ok(listBackups);
  expect(backups).toMatchObject([{ id, verdict: "good", reason: null, origin: "person", startedBy: null }]);
  expect(lastGood).toMatchObject({ id });
  expect(
    await desk.server.database.asOwner("select action, actor, actor_id, object_id from audit_log where object_type = 'backup'"),
  ).toEqual([{ action: "backup.made", actor: person.username, actor_id: null, object_id: String(id) }]);
});
