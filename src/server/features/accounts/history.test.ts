import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { accountHistory, createAccount, updateAccount, type AccountVersion } from "#contract/accounts.ts";
import { dataUrl, pngOf } from "#test/support/images.ts";
import { startTestServer, type SignedInClient, type TestServer } from "#test/support/server.ts";

let server: TestServer;
let teller: SignedInClient;
let owner: SignedInClient;
beforeAll(async () => {
  server = await startTestServer();
  teller = await server.signIn("user", { username: "teller" });
  owner = await server.signIn("admin", { username: "owner" });
});
afterAll(() => server.close());

const history = (id: number, query: Record<string, string | number> = {}) =>
  teller.reply(accountHistory, { params: { id }, query });

async function withChanges(): Promise<number> {
  const { id } = await teller.ok(createAccount, {
    body: { accountName: "Farid", currencyId: 2, phone: "0700 1", fatherName: "" },
  });
  await owner.ok(updateAccount, { params: { id }, body: { phone: "0700 2", currencyId: 1 } });
  await teller.ok(updateAccount, { params: { id }, body: { picture: dataUrl(pngOf(4, 4), "image/png"), phone: "" } });
  await teller.ok(updateAccount, { params: { id }, body: { picture: "", accountStatus: "suspended" } });
  return id;
}

describe("the history of an account", () => {
  test("tells who opened and changed it, the latest first, with what was there before and after", async () => {
    const { body, headers } = await history(await withChanges());
    expect(headers["x-total-count"]).toBe("4");
    expect(body.map(({ version, action, actor }) => [version, action, actor])).toEqual([
      [4, "changed", "teller"],
      [3, "changed", "teller"],
      [2, "changed", "owner"],
      [1, "created", "teller"],
    ]);
    const changes: AccountVersion["changes"][] = body.map((version) => version.changes);
    expect(changes).toEqual([
      [
        { field: "accountStatus", before: "active", after: "suspended" },
        { field: "picture", before: null, after: "removed" },
      ],
      [
        { field: "phone", before: "0700 2", after: null },
        { field: "picture", before: null, after: "added" },
      ],
      [
        { field: "phone", before: "0700 1", after: "0700 2" },
        { field: "currencyId", before: "USD", after: "AFN" },
      ],
      [
        { field: "accountName", before: null, after: "Farid" },
        { field: "phone", before: null, after: "0700 1" },
        { field: "currencyId", before: null, after: "USD" },
        { field: "accountType", before: null, after: "customer" },
        { field: "accountStatus", before: null, after: "active" },
      ],
    ]);
  });

  test("of an account opened with an empty image says nothing of it, also where it was recorded as removed", async () => {
    const opened = { accountName: "Nasim", currencyId: 2, picture: dataUrl(pngOf(4, 4), "image/png"), signature: null };
    const { id } = await teller.ok(createAccount, { body: opened });
    const told = async () => {
      const changes = (await history(id)).body.flatMap((version) => version.changes);
      return changes.filter(({ field }) => field === "picture" || field === "signature");
    };
    const one = [{ field: "picture", before: null, after: "added" }];
    expect(await told()).toEqual(one);
    const { asOwner } = server.database;
    const opening = await asOwner(
      "select new -> 'signature' as signature from audit_log where action = 'account.created' and object_id = $1",
      [String(id)],
    );
    expect(opening).toEqual([{ signature: null }]);
    await asOwner(`alter table audit_log disable trigger user; update audit_log set new = new || '{"signature": "removed"}'
      where action = 'account.created' and object_id = '${String(id)}'; alter table audit_log enable trigger user`);
    expect(await told()).toEqual(one);
  });

  test("tells an image that was added from one that took the place of another", async () => {
    const { id } = await teller.ok(createAccount, { body: { accountName: "Rahim", currencyId: 2 } });
    const picture = (side: number): string => dataUrl(pngOf(side, side), "image/png");
    for (const sent of [picture(4), picture(5), "", picture(4)]) {
      await teller.ok(updateAccount, { params: { id }, body: { picture: sent } });
    }
    const told = (await history(id)).body.map(({ changes }) => changes.find(({ field }) => field === "picture")?.after);
    expect(told).toEqual(["added", "removed", "replaced", "added", undefined]);
  });

  test("comes in pages that together are the whole", async () => {
    const id = await withChanges();
    const versions: number[] = [];
    let cursor: string | undefined = "";
    while (cursor !== undefined) {
      const { body, headers } = await history(id, { limit: 3, cursor });
      versions.push(...body.map(({ version }) => version));
      expect(headers["x-total-count"]).toBe("4");
      cursor = headers["x-next-cursor"] as string | undefined;
    }
    expect(versions).toEqual([4, 3, 2, 1]);
  });

  test("of an account that was never touched is empty, as of the cash account", async () => {
    expect((await history(11)).body).toEqual([]);
  });

  test("of an unknown account or one of the house's own is not found; a strange cursor is refused", async () => {
    for (const id of [99_999, 12]) {
      expect(await teller.refused(accountHistory, { params: { id } })).toMatchObject({ status: 404 });
    }
    for (const cursor of ["abc", "!", Buffer.from("0").toString("base64url"), Buffer.from("AC1000").toString("base64url")]) {
      expect(await teller.refused(accountHistory, { params: { id: 11 }, query: { cursor } })).toMatchObject({ status: 400 });
    }
  });

  test("is for people who are signed in", async () => {
    expect(await server.anonymous.refused(accountHistory, { params: { id: 11 } })).toMatchObject({ status: 401 });
  });
});
