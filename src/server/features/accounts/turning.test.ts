import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { getAccount, updateAccount } from "#contract/accounts.ts";
import { createTransaction, updateTransaction } from "#contract/transactions.ts";
import { bodies, openDesk, type Desk, type Party } from "#test/support/desk.ts";
import { holding, sent } from "#test/support/holding.ts";
import { dataUrl, pngOf } from "#test/support/images.ts";
import { currency } from "#test/support/ledger.ts";
import type { Client } from "#test/support/server.ts";

const { credit, transfer } = bodies;

let desk: Desk;
let other: Party;
beforeAll(async () => {
  desk = await openDesk();
  other = await desk.open(currency.USD);
  await desk.post(credit(other, "100"));
});
afterAll(() => desk.closeInBalance());

/** Turns an account to this type; its picture is the last that is written. */
const turn = ({ id }: Party, accountType: string, client: Client = desk.user) =>
  client.send(updateAccount, { params: { id }, body: { accountType, picture: dataUrl(pngOf(1, 1)) } });

interface Meeting {
  /** What holds the first of the two up, when it has written all that the second could see. */
  readonly heldBy: string;
  readonly first: () => PromiseLike<Answer>;
  readonly second: () => PromiseLike<Answer>;
}
type Answer = Awaited<ReturnType<Client["send"]>>;

/** Both answers of two requests of which the second comes while the first is under way, and has to wait for it. */
async function meeting({ heldBy, first, second }: Meeting): Promise<readonly [Answer, Answer]> {
  const { heldUp, letGo } = await holding(desk.server.database, `lock table ${heldBy} in share mode`);
  const before = sent(first());
  await heldUp(1);
  const after = sent(second());
  await heldUp(2);
  await letGo();
  return [await before, await after];
}

const [edit, posting] = ["account_images", "idempotency_keys"] as const;
const key = (name: string) => ({ headers: { "idempotency-key": name } });
const post = (body: object, name: string) => desk.admin.send(createTransaction, { body, ...key(name) });

describe("an account that is being turned to the other side", () => {
  test("takes no entry that was judged for the side it had", async () => {
    const party = await desk.open(currency.USD);
    const [turned, refused] = await meeting({
      heldBy: edit,
      first: () => turn(party, "company"),
      second: () => post(credit(party, "500"), "turned-1"),
    });
    expect(turned.json()).toMatchObject({ accountType: "company" });
    expect(refused.json()).toMatchObject({ code: "invalid" });
    expect(await desk.balances(party.id)).toEqual({ USD: "0.00" });
  });

  test("takes an entry that either side takes, and shows what it is there", async () => {
    const party = await desk.open(currency.USD);
    const [turned, posted] = await meeting({
      heldBy: edit,
      first: () => turn(party, "company"),
      second: () => post(transfer(other, party, "5"), "turned-2"),
    });
    expect([turned.statusCode, posted.statusCode]).toEqual([200, 201]);
    expect(await desk.balances(party.id)).toEqual({ USD: "-5.00" });
    expect(JSON.stringify(posted.json())).toContain("-5.00");
  });

  test("takes no first entry in a currency that its new side cannot hold", async () => {
    const party = await desk.open(currency.AFN, { accountType: "company" });
    const [turned, refused] = await meeting({
      heldBy: edit,
      first: () => turn(party, "customer"),
      second: () => post(transfer(other, party, "5", { currencyId: currency.USD }), "turned-3"),
    });
    expect(turned.json()).toMatchObject({ accountType: "customer" });
    expect(refused.statusCode).toBeGreaterThanOrEqual(400);
    expect(await desk.balances(party.id)).toEqual({ AFN: "0.00" });
  });

  test("takes no entry that is moved to it and was judged for the side it had", async () => {
    const [before, party] = [await desk.open(currency.USD), await desk.open(currency.USD)];
    const { id } = await desk.post(credit(before, "500"));
    const [turned, refused] = await meeting({
      heldBy: edit,
      first: () => turn(party, "company"),
      second: () => desk.admin.send(updateTransaction, { params: { id }, body: credit(party, "500") }),
    });
    expect(turned.json()).toMatchObject({ accountType: "company" });
    expect(refused.json()).toMatchObject({ code: "invalid" });
    expect(await desk.balances(before.id)).toEqual({ USD: "500.00" });
  });
});

describe("an account to which something is being posted", () => {
  test.each([
    ["its own", "customer", "company", currency.USD],
    ["a further", "company", "customer", currency.AFN],
  ])("in %s currency stays on its side", async (_currency, accountType, wanted, currencyId) => {
    const party = await desk.open(currencyId, { accountType });
    const [posted, refused] = await meeting({
      heldBy: posting,
      first: () => post(transfer(other, party, "5", { currencyId: currency.USD }), `posted-${wanted}`),
      second: () => turn(party, wanted),
    });
    expect(posted.statusCode).toBe(201);
    expect(refused.json()).toMatchObject({ code: "conflict", message: expect.stringContaining("their sign would turn") });
    expect(await desk.user.ok(getAccount, { params: { id: party.id } })).toMatchObject({ accountType, version: 1 });
  });

  test.each([
    ["its own", currency.USD],
    ["a further", currency.AFN],
  ])("in %s currency is not closed", async (_currency, currencyId) => {
    const party = await desk.open(currencyId, { accountType: "company" });
    const [posted, refused] = await meeting({
      heldBy: posting,
      first: () => post(transfer(other, party, "5", { currencyId: currency.USD }), `closed-${String(currencyId)}`),
      second: () => desk.user.send(updateAccount, { params: { id: party.id }, body: { accountStatus: "closed" } }),
    });
    expect(posted.statusCode).toBe(201);
    expect(refused.json()).toMatchObject({ code: "conflict", message: expect.stringContaining("5.00 USD") });
    expect(await desk.user.ok(getAccount, { params: { id: party.id } })).toMatchObject({ accountStatus: "active", version: 1 });
  });
});
