import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { getHawalaSettings, resetHawalaSettings, updateHawalaSettings } from "#contract/hawala-settings.ts";
import { createHawala } from "#contract/hawalas.ts";
import { openDesk, type Desk } from "#test/support/desk.ts";
import { enter, outgoing } from "#test/support/hawalas.ts";
import { expectBooksBalance } from "#test/support/ledger.ts";

let desk: Desk;
beforeAll(async () => {
  desk = await openDesk();
});
afterAll(() => desk.closeInBalance());

const settings = () => desk.admin.ok(getHawalaSettings);
const change = (prefix: string, nextNumber: number) => desk.admin.ok(updateHawalaSettings, { body: { prefix, nextNumber } });
const issue = async () => (await enter(desk, outgoing())).hawalaNo;

describe("the series of our own numbers", () => {
  test("begins at HWL1001, and the next number follows what is issued", async () => {
    expect(await settings()).toEqual({ prefix: "HWL", nextNumber: 1001, nextHawalaNo: "HWL1001", version: 1 });
    expect([await issue(), await issue()]).toEqual(["HWL1001", "HWL1002"]);
    expect(await settings()).toEqual({ prefix: "HWL", nextNumber: 1003, nextHawalaNo: "HWL1003", version: 1 });
  });

  test("is changed, audited, and issues what it says", async () => {
    expect(await change("KBL-", 500)).toEqual({ prefix: "KBL-", nextNumber: 500, nextHawalaNo: "KBL-500", version: 2 });
    expect(await issue()).toBe("KBL-500");
    const [row] = await desk.server.database.asOwner(
      "select action, actor, object_type, object_id, version, old, new from audit_log where object_type = 'hawala_settings' order by id desc limit 1",
    );
    expect(row).toEqual({
      action: "hawala_settings.changed",
      actor: desk.admin.username,
      object_type: "hawala_settings",
      object_id: "1",
      version: 2,
      old: { prefix: "HWL", nextNumber: 1003, nextHawalaNo: "HWL1003", version: 1 },
      new: { prefix: "KBL-", nextNumber: 500, nextHawalaNo: "KBL-500", version: 2 },
    });
  });

  test("takes letters of any script, and no prefix at all", async () => {
    await change("حواله", 7);
    expect(await issue()).toBe("حواله7");
    await change("", 31);
    expect(await issue()).toBe("31");
  });

  test("is reset, and passes over numbers already issued", async () => {
    const { version } = await settings();
    const reset = await desk.admin.ok(resetHawalaSettings);
    expect(reset).toEqual({ prefix: "HWL", nextNumber: 1001, nextHawalaNo: "HWL1003", version: version + 1 });
    expect(await issue()).toBe("HWL1003");
    await expectBooksBalance(desk.server.database);
  });

  test("passes over numbers that were issued in another notation, too", async () => {
    expect((await change("hwl-", 1001)).nextHawalaNo).toBe("hwl-1004");
    expect(await issue()).toBe("hwl-1004");
    await expectBooksBalance(desk.server.database);
  });

  test("finds its next number behind thousands at once", async () => {
    await desk.server.database.asOwner(
      `insert into hawalas (direction, hawala_no, normal_no, status, amount_currency_id, sender_name, receiver_name, amount, exchange_rate,
          r_amount, currency_id, transaction_date, created_by)
        select 'outgoing', 'Z' || n, 'Z' || n, 'cancelled', 2, 'S', 'R', 1, 1, 1, 1, '2020-01-01', $1 from generate_series(1, 5000) n`,
      [desk.operator.userId],
    );
    await desk.server.database.asOwner(
      `insert into audit_log (action, object_type, object_id, version, new)
        select 'hawala.created', 'hawala', h.id::text, 1, hawala_json(h) from hawalas h where hawala_no like 'Z%'`,
    );
    expect((await change("Z", 1)).nextHawalaNo).toBe("Z5001");
    expect(await issue()).toBe("Z5001");
  });

  test("ends with nine digits, says so, and is taken again as it stands", async () => {
    await change("END", 999_999_998);
    expect([await issue(), await issue()]).toEqual(["END999999998", "END999999999"]);
    const last = { prefix: "END", nextNumber: 999_999_999, nextHawalaNo: null };
    expect(await settings()).toMatchObject(last);
    const refused = await desk.refused(desk.operator, createHawala, { body: outgoing() });
    expect(refused).toMatchObject({ status: 409, code: "conflict" });
    expect(refused.message).toMatch(/^The series of hawala numbers is used up\./);
    expect(await change(last.prefix, last.nextNumber)).toMatchObject(last);
    await expectBooksBalance(desk.server.database);
    await desk.server.database.asOwner("update hawala_settings set next_number = 1000000001");
    expect(await settings()).toMatchObject(last);
    await change("NEXT", 1);
    expect(await issue()).toBe("NEXT1");
  });

  test("refuses a version that is no longer current, naming who changed it", async () => {
    const { version } = await settings();
    await change("A", 1);
    const body = { prefix: "B", nextNumber: 1 };
    const refused = await desk.admin.refused(updateHawalaSettings, { body, headers: { "if-match": String(version) } });
    expect(refused).toMatchObject({ status: 409, code: "stale_version" });
    expect(refused.message).toMatch(new RegExp(`^The hawala series was changed meanwhile: ${desk.admin.username} at `));
    expect((await settings()).prefix).toBe("A");
    await desk.admin.ok(updateHawalaSettings, { body, headers: { "if-match": String(version + 1) } });
  });

  test.each([
    [{ prefix: "ABCDEFGHIJK", nextNumber: 1 }, "prefix", "A prefix has at most ten letters, digits and hyphens"],
    [{ prefix: "A/B", nextNumber: 1 }, "prefix", "A prefix has at most ten letters, digits and hyphens"],
    [{ prefix: "½", nextNumber: 1 }, "prefix", "A prefix has at most ten letters, digits and hyphens"],
    [{ prefix: "A", nextNumber: 0 }, "nextNumber", "The next number is a whole number of at least 1"],
    [{ prefix: "A", nextNumber: 1.5 }, "nextNumber", "The next number is a whole number of at least 1"],
    [{ prefix: "A", nextNumber: "1" }, "nextNumber", "The next number is a whole number of at least 1"],
    [{ prefix: "A" }, "nextNumber", "The next number is a whole number of at least 1"],
    [{ prefix: "A", nextNumber: 1_000_000_000 }, "nextNumber", "The next number has at most nine digits"],
    [{ nextNumber: 1 }, "prefix", "Prefix is required"],
  ])("refuses %j", async (body, path, message) => {
    const before = await settings();
    expect(await desk.admin.refused(updateHawalaSettings, { body })).toMatchObject({ status: 400, message, issues: [{ path }] });
    expect(await settings()).toEqual(before);
  });

  test("is for admins", async () => {
    for (const client of [desk.operator, desk.user]) {
      expect((await client.refused(getHawalaSettings)).status).toBe(403);
      expect((await client.refused(updateHawalaSettings, { body: { prefix: "A", nextNumber: 1 } })).status).toBe(403);
      expect((await client.refused(resetHawalaSettings)).status).toBe(403);
    }
  });

  test("issues each number once while it is being changed", async () => {
    await change("R", 1);
    const entering = Array.from({ length: 12 }, issue);
    const changing = [
      change("R", 1),
      change("R", 1),
      desk.admin.ok(updateHawalaSettings, { body: { prefix: "R", nextNumber: 3 } }),
    ];
    const numbers = await Promise.all(entering);
    await Promise.all(changing);
    expect(new Set(numbers).size).toBe(12);
  });
});
