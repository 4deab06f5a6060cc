import { afterAll, beforeAll, describe, expect, test } from "vitest";

import {
  createTransaction,
  deleteTransaction,
  getTransaction,
  listDeletedTransactions,
  recoverTransaction,
  transactionHistory,
  updateTransaction,
} from "#contract/transactions.ts";
import { bodies, openDesk, type Desk, type Party } from "#test/support/desk.ts";
import { holding } from "#test/support/holding.ts";
import { currency } from "#test/support/ledger.ts";

const { AFN, USD } = currency;
const { transfer, exchange } = bodies;

let desk: Desk;
let farid: Party;
let zahra: Party;
beforeAll(async () => {
  desk = await openDesk();
  [farid, zahra] = [await desk.open(USD), await desk.open(USD)];
});
afterAll(() => desk.closeInBalance());

const edit = (id: number, body: object) => desk.admin.ok(updateTransaction, { params: { id }, body });
const remove = (id: number) => desk.admin.ok(deleteTransaction, { params: { id } });
const recover = (id: number) => desk.admin.ok(recoverTransaction, { params: { id } });

describe("a recovery", () => {
  test("posts the last version again, under the same id and on the same day", async () => {
    const [from, to] = [await desk.open(USD), await desk.open(USD)];
    const { id } = await desk.post(transfer(from, to, "100", { transDate: "2025-03-05" }));
    await edit(id, transfer(from, to, "60", { transDate: "2025-03-03" }));
    await remove(id);
    const answer = await desk.operator.ok(recoverTransaction, { params: { id } });
    expect(answer).toMatchObject({
      id,
      version: 4,
      dAmount: "60.00",
      transDate: "2025-03-03",
      userCreated: desk.admin.username,
      userModified: desk.operator.username,
    });
    expect(answer.balances.map(({ accountId, balance }) => [accountId, balance])).toEqual([
      [from.id, "-60.00"],
      [to.id, "60.00"],
    ]);
    expect([await desk.balanceAsOf(to, "2025-03-02"), await desk.balanceAsOf(to, "2025-03-03")]).toEqual(["0.00", "60.00"]);
    expect(await desk.admin.ok(listDeletedTransactions, { query: { referenceId: id } })).toEqual([]);
    expect(await desk.admin.ok(getTransaction, { params: { id } })).toMatchObject({ deleted: false });
  });

  test("of a live transaction is refused", async () => {
    const { id } = await desk.post(transfer(farid, zahra, "5"));
    expect(await desk.refused(desk.admin, recoverTransaction, { params: { id } })).toMatchObject({
      status: 409,
      code: "conflict",
    });
    await remove(id);
    await recover(id);
    expect((await desk.refused(desk.admin, recoverTransaction, { params: { id } })).status).toBe(409);
  });

  test("of another version than the one on screen is refused, by whoever made that; without a version it is done", async () => {
    const { id } = await desk.post(transfer(farid, zahra, "100"));
    const { version } = await desk.admin.ok(deleteTransaction, { params: { id } });
    await desk.operator.ok(recoverTransaction, { params: { id }, headers: { "if-match": String(version) } });
    await edit(id, transfer(farid, zahra, "900"));
    await desk.operator.ok(deleteTransaction, { params: { id } });
    const refused = await desk.refused(desk.admin, recoverTransaction, {
      params: { id },
      headers: { "if-match": String(version) },
    });
    expect(refused).toMatchObject({ status: 409, code: "stale_version" });
    expect(refused.message).toContain(desk.operator.username);
    expect(await desk.admin.ok(getTransaction, { params: { id } })).toMatchObject({ deleted: true, version: 5 });
    expect(await recover(id)).toMatchObject({ version: 6, dAmount: "900.00" });
  });

  test("that waits while its account is deactivated comes too late", async () => {
    const party = await desk.open(USD);
    const { id } = await desk.post(transfer(farid, party, "5"));
    await remove(id);
    const held = `select from balances where account_id = ${String(party.id)} for update`;
    const { heldUp, letGo } = await holding(desk.server.database, held);
    const recovering = Promise.resolve(desk.admin.send(recoverTransaction, { params: { id } }));
    await heldUp(1);
    await desk.server.database.asOwner("update accounts set account_status = 'inactive' where id = $1", [party.id]);
    await letGo();
    const refused = await recovering;
    expect([refused.statusCode, refused.json()]).toMatchObject([409, { message: expect.stringContaining("is inactive") }]);
    expect(await desk.balances(party.id)).toEqual({ USD: "0.00" });
  });

  test("can follow a deletion again and again", async () => {
    const [from, to] = [await desk.open(USD), await desk.open(USD)];
    const { id } = await desk.post(
      exchange(from, to, { currencyId: USD, dAmount: "1", cCurrencyId: AFN, cAmount: "70", exRate: "70" }),
    );
    for (let round = 0; round < 3; round += 1) {
      await remove(id);
      expect([await desk.balances(from.id), await desk.balances(to.id)]).toEqual([{ USD: "0.00" }, { USD: "0.00", AFN: "0.00" }]);
      await recover(id);
      expect([await desk.balances(from.id), await desk.balances(to.id)]).toEqual([
        { USD: "-1.00" },
        { USD: "0.00", AFN: "70.00" },
      ]);
    }
  });
});

describe("the history", () => {
  test("tells every version with what stood then, who made it and why", async () => {
    const { id } = await desk.user.ok(createTransaction, { body: transfer(farid, zahra, "5") });
    await desk.operator.ok(updateTransaction, { params: { id }, body: transfer(farid, zahra, "6", { transDate: "2025-01-01" }) });
    await desk.admin.ok(deleteTransaction, { params: { id }, body: { reason: "entered twice", formName: "Search" } });
    await desk.operator.ok(recoverTransaction, { params: { id } });
    const history = await desk.user.ok(transactionHistory, { params: { id } });
    expect(
      history.map(({ version, action, actor, reason, transaction }) => [
        version,
        action,
        actor,
        reason,
        transaction.dAmount,
        transaction.version,
      ]),
    ).toEqual([
      [1, "created", desk.user.username, null, "5.00", 1],
      [2, "edited", desk.operator.username, null, "6.00", 2],
      [3, "deleted", desk.admin.username, "entered twice", "6.00", 3],
      [4, "recovered", desk.operator.username, null, "6.00", 4],
    ]);
    expect(history[1]?.transaction).toMatchObject({
      transDate: "2025-01-01",
      userCreated: desk.user.username,
      userModified: desk.operator.username,
    });
    const instants = history.map(({ recordedAt }) => recordedAt);
    expect(instants).toEqual(instants.toSorted());
  });

  test("keeps with every act what stood before it", async () => {
    const { id } = await desk.post(transfer(farid, zahra, "5"));
    await edit(id, transfer(farid, zahra, "6"));
    await remove(id);
    await recover(id);
    const { rows } = await desk.server.database.pool.query<{
      before: { dAmount: string } | null;
      after: Record<string, unknown>;
    }>(
      "select old as before, audited_state(a) as after from audit_log a where object_type = 'transaction' and object_id = $1 order by id",
      [String(id)],
    );
    expect(rows.map(({ before }) => before?.dAmount)).toEqual([undefined, "5.00", "6.00", "6.00"]);
    rows.slice(1).forEach(({ before }, index) => {
      const { balances: _balances, names: _names, ...stood } = rows[index]?.after ?? {};
      expect(before).toEqual(stood);
    });
  });

  test("is not changed by a refused correction", async () => {
    const { id } = await desk.post(transfer(farid, zahra, "5"));
    await desk.refused(desk.admin, updateTransaction, { params: { id }, body: transfer(farid, farid, "5") });
    await desk.refused(desk.user, deleteTransaction, { params: { id } });
    expect(await desk.admin.ok(transactionHistory, { params: { id } })).toHaveLength(1);
  });

  test("of a transaction that nobody recorded finds nothing", async () => {
    expect(await desk.admin.refused(transactionHistory, { params: { id: 999_999 } })).toMatchObject({ status: 404 });
    expect(await desk.admin.refused(getTransaction, { params: { id: 999_999 } })).toMatchObject({ status: 404 });
  });
});
