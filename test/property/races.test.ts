import type { LightMyRequestResponse } from "fastify";
import { afterAll, beforeAll, expect, test } from "vitest";

import { cancelHawala, getHawala, hawalaToPending, passHawala, updateHawala } from "#contract/hawalas.ts";
import { partnerSettlement, settlePartner } from "#contract/partner-settlements.ts";
import type { Route } from "#contract/route.ts";
import { deleteTransaction, getTransaction, recoverTransaction, updateTransaction } from "#contract/transactions.ts";
import { patienceMs, scaled, tellFigures } from "#test/prove/scale.ts";
import { bodies, openDesk, type Desk, type Party } from "#test/support/desk.ts";
import { enter, incoming, openLondon } from "#test/support/hawalas.ts";
import { currency } from "#test/support/ledger.ts";
import { sortedStatuses, type Sent, type SignedInClient } from "#test/support/server.ts";

const desks = 32;
const rounds = scaled(3, 50);
const timeout = patienceMs(120_000);

let desk: Desk;
let london: { readonly id: number };
let parties: readonly [Party, Party];
let bank: Party;
beforeAll(async () => {
  desk = await openDesk();
  london = await openLondon(desk);
  bank = await desk.open(currency.AFN, { accountType: "company" });
  parties = [await desk.open(currency.USD), await desk.open(currency.USD)];
});
afterAll(() => desk.closeInBalance());

/** One request of a race. */
type Runner = Sent & { readonly route: Route };
type Answers = readonly LightMyRequestResponse[];

let nextKey = 0;

/** Thirty-two at the same moment, each under a key of its own, from three people; the acts take turns. */
function race(acts: readonly Runner[]): Promise<Answers> {
  const people: readonly SignedInClient[] = [desk.admin, desk.operator, desk.admin];
  return Promise.all(
    Array.from({ length: desks }, (_, index) => {
      const { route, headers, ...sent } = acts[index % acts.length] as Runner;
      nextKey += 1;
      const keyed = { ...sent, headers: { ...headers, "idempotency-key": `race-${String(nextKey)}` } };
      return (people[index % people.length] ?? desk.admin).send(route, keyed);
    }),
  );
}

const on = (route: Route, id: number, more: Sent = {}): Runner => ({ route, params: { id }, ...more });
const firstVersion = { headers: { "if-match": "1" } };

async function waiting(): Promise<number> {
  return (await enter(desk, incoming())).id;
}

/** Of the payout of such a hawala, in hundredths of an Afghani. */
const paidOut = 920_000n;

interface Passed {
  readonly id: number;
  readonly transactionId: number;
}

async function passed(): Promise<Passed> {
  const id = await waiting();
  const { transactionId } = await desk.user.ok(passHawala, { params: { id } });
  return { id, transactionId: transactionId ?? 0 };
}

async function takenBack(): Promise<Passed> {
  const of = await passed();
  await desk.admin.ok(deleteTransaction, { params: { id: of.transactionId } });
  return of;
}

const transfer = (dAmount: string) => bodies.transfer(parties[0], parties[1], dAmount);
const posted = async (): Promise<number> => (await desk.post(transfer("100"))).id;

async function deleted(): Promise<number> {
  const id = await posted();
  await desk.admin.ok(deleteTransaction, { params: { id } });
  return id;
}

async function statusOf(id: number): Promise<string> {
  return (await desk.admin.ok(getHawala, { params: { id } })).hawalaStatus;
}

async function livePasses(id: number): Promise<number> {
  const { rows } = await desk.server.database.pool.query<{ live: number }>(
    "select count(*)::integer as live from transactions where hawala_id = $1 and deleted_at is null",
    [id],
  );
  return rows[0]?.live ?? -1;
}

async function expectStanding(id: number, status: string): Promise<void> {
  expect([await statusOf(id), await livePasses(id)]).toEqual([status, status === "Passed" ? 1 : 0]);
}

/** What London's account lost since then. */
async function expectPaid(before: bigint, amount: bigint): Promise<void> {
  expect(before - (await partnerBalance())).toBe(amount);
}

async function expectVersion(id: number, version: number): Promise<void> {
  expect(await desk.admin.ok(getTransaction, { params: { id } })).toMatchObject({ version });
}

async function partnerBalance(): Promise<bigint> {
  return BigInt(((await desk.balances(london.id))["AFN"] ?? "0").replace(".", ""));
}

/** One is carried out, and each of the others is told that it came too late. */
function expectOneWinner(answers: Answers): void {
  const [won, ...lost] = sortedStatuses(answers);
  expect([200, 201]).toContain(won);
  expect(lost).toEqual(Array.from({ length: desks - 1 }, () => 409));
}

const isCancel = (index: number): boolean => index % 2 === 1;

/** A payout may come first and be cancelled, then nothing more is possible; a cancellation first refuses every payout. */
function expectOneCancellation(answers: Answers): void {
  const carriedOut = answers.flatMap(({ statusCode }, index) => (statusCode === 200 ? [isCancel(index)] : []));
  expect(carriedOut.filter((cancel) => cancel)).toHaveLength(1);
  expect(carriedOut.filter((cancel) => !cancel).length).toBeLessThanOrEqual(1);
  expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200, 409]));
}

/** Who races, and what is looked at when it is over. */
interface Race {
  readonly acts: readonly Runner[];
  readonly after: () => Promise<unknown>;
}

type Judge = (answers: Answers) => void;

/** A payout that is taken back once, and the partner's account with it. */
async function takingBack(status: string, acts: (of: Passed) => readonly Runner[]): Promise<Race> {
  const before = await partnerBalance();
  const of = await passed();
  const after = async (): Promise<void> => {
    await expectStanding(of.id, status);
    await expectPaid(before, 0n);
  };
  return { acts: acts(of), after };
}

const pairs: [name: string, prepare: () => Promise<Race>, judge?: Judge][] = [
  [
    "pass against pass",
    async () => {
      const [id, before] = [await waiting(), await partnerBalance()];
      const after = async (): Promise<void> => {
        await expectStanding(id, "Passed");
        await expectPaid(before, paidOut);
      };
      return { acts: [on(passHawala, id)], after };
    },
    (answers) => {
      expectOneWinner(answers);
      const said = answers
        .filter(({ statusCode }) => statusCode === 409)
        .map((answer) => answer.json<{ message: string }>().message);
      expect(new Set(said)).toEqual(new Set(["This hawala has already been passed."]));
    },
  ],
  [
    "pass against cancel",
    async () => {
      const id = await waiting();
      return { acts: [on(passHawala, id), on(cancelHawala, id)], after: () => expectStanding(id, "Cancelled") };
    },
    expectOneCancellation,
  ],
  [
    "pass against the correction of the same version",
    async () => {
      const body = incoming();
      const { id } = await enter(desk, body);
      const acts = [on(passHawala, id, firstVersion), on(updateHawala, id, { ...firstVersion, body })];
      return { acts, after: async () => expectStanding(id, await statusOf(id)) };
    },
  ],
  ["pending against pending", () => takingBack("Pending", ({ id }) => [on(hawalaToPending, id)])],
  ["cancel against cancel", () => takingBack("Cancelled", ({ id }) => [on(cancelHawala, id)])],
  [
    "pending against the deletion of the payout",
    () => takingBack("Pending", ({ id, transactionId }) => [on(hawalaToPending, id), on(deleteTransaction, transactionId)]),
  ],
  [
    "recovery of a payout against a new one",
    async () => {
      const { id, transactionId } = await takenBack();
      const acts = [on(recoverTransaction, transactionId), on(passHawala, id)];
      return { acts, after: () => expectStanding(id, "Passed") };
    },
  ],
  [
    "edit against edit of the same version",
    async () => {
      const id = await posted();
      const edit = (amount: string) => on(updateTransaction, id, { ...firstVersion, body: transfer(amount) });
      return { acts: [edit("101"), edit("102")], after: () => expectVersion(id, 2) };
    },
  ],
  [
    "edit against deletion of the same version",
    async () => {
      const id = await posted();
      const edit = on(updateTransaction, id, { ...firstVersion, body: transfer("103") });
      return { acts: [edit, on(deleteTransaction, id, firstVersion)], after: () => Promise.resolve() };
    },
  ],
  [
    "recovery against recovery",
    async () => {
      const id = await deleted();
      return { acts: [on(recoverTransaction, id)], after: () => expectVersion(id, 3) };
    },
  ],
  [
    "settlement against settlement of the same books",
    async () => {
      const { lastSettlement } = await desk.user.ok(partnerSettlement, { query: { partnerAccountId: london.id } });
      const payment = {
        direction: "received",
        means: "bank",
        counterAccountId: bank.id,
        currencyId: currency.AFN,
        amount: "1000",
      };
      const cut = { throughHawalaId: null, lastSettlementId: lastSettlement?.id ?? null };
      const body = { partnerAccountId: london.id, ...payment, ...cut, note: "" };
      return { acts: [{ route: settlePartner, body }], after: () => Promise.resolve() };
    },
  ],
];

test.each(pairs)("%s: of 32 at the same moment one wins", { timeout }, async (_name, prepare, judge = expectOneWinner) => {
  for (let round = 0; round < rounds; round++) {
    const { acts, after } = await prepare();
    judge(await race(acts));
    await after();
  }
  tellFigures(`${String(rounds)} rounds of ${String(desks)}`);
});

test("32 desks with one key pay a hawala once and all get the same answer", async () => {
  const id = await waiting();
  const sent = { params: { id }, headers: { "idempotency-key": `one-key-${String(id)}` } };
  const answers = await Promise.all(Array.from({ length: desks }, () => desk.user.send(passHawala, sent)));
  expect(new Set(answers.map((answer) => answer.body)).size).toBe(1);
  expect(answers[0]?.statusCode).toBe(200);
  expect(await livePasses(id)).toBe(1);
});

test(
  "pass, pending, cancel, delete and recover of one hawala in a heap end in one state, never in a 5xx",
  { timeout },
  async () => {
    for (let round = 0; round < rounds; round++) {
      const { id, transactionId } = await passed();
      const own = [hawalaToPending, passHawala, cancelHawala].map((route) => on(route, id));
      const answers = await race([...own, ...[deleteTransaction, recoverTransaction].map((route) => on(route, transactionId))]);
      expect(answers.every(({ statusCode }) => statusCode === 200 || statusCode === 409)).toBe(true);
      expect(await livePasses(id)).toBe((await statusOf(id)) === "Passed" ? 1 : 0);
    }
  },
);

test("a race that several win, or that ends in anything but a clear no, is found", async () => {
  const ids = await Promise.all(Array.from({ length: 2 }, waiting));
  const several = await race(ids.map((id) => on(passHawala, id)));
  expect(() => expectOneWinner(several)).toThrow("to deeply equal");
  const unknown = await race([on(passHawala, 2_000_000_000)]);
  expect(() => expectOneWinner(unknown)).toThrow("to include 404");
  expect(() => expectOneCancellation(unknown)).toThrow("to have a length of 1");
});
