import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";

import { signedInAsHeader } from "#contract/auth.ts";
import { createTransaction } from "#contract/transactions.ts";
import { bodies, openDesk, stateOfBooks, type Desk, type Party } from "#test/support/desk.ts";
import { currency } from "#test/support/ledger.ts";
import type { SignedInClient } from "#test/support/server.ts";

const { transfer, debit } = bodies;

let desk: Desk;
let farid: Party;
let zahra: Party;
let teller: SignedInClient;
beforeAll(async () => {
  desk = await openDesk();
  [farid, zahra] = [await desk.open(currency.USD), await desk.open(currency.USD)];
});
afterAll(() => desk.closeInBalance());

/** A teller who posted a moment ago: the next posting is admitted by what was found then. */
beforeEach(async () => {
  teller = await desk.server.signIn("admin");
  await post(teller);
});

const post = (client: SignedInClient, headers: Readonly<Record<string, string>> = {}) =>
  client.ok(createTransaction, { body: transfer(farid, zahra, "5"), headers });
const set = (assignment: string) => desk.server.database.asOwner(`update users set ${assignment} where id = $1`, [teller.userId]);
const setSession = (statement: string) => desk.server.database.asOwner(`${statement} where user_id = $1`, [teller.userId]);

const whole = { body: () => transfer(farid, zahra, "5") };
const faulty = { body: () => ({ ...transfer(farid, zahra, "5"), dAmount: "-1" }) };

describe("between two postings of a moment", () => {
  test.each([
    ["ends", () => setSession("delete from sessions")],
    ["has run out", () => setSession("update sessions set expires_at = now() - interval '1 second'")],
    ["was left alone too long", () => setSession("update sessions set last_seen_at = now() - interval '61 minutes'")],
    ["loses its user's activity", () => set("is_active = false")],
  ])("a session that %s posts nothing: 401, whatever the body says", async (_what, change) => {
    await change();
    for (const { body } of [whole, faulty]) {
      expect(await desk.refused(teller, createTransaction, { body: body() })).toMatchObject({
        status: 401,
        code: "not_signed_in",
      });
    }
    const before = await stateOfBooks(desk.server);
    const headers = { "content-type": "application/json" };
    const broken = await teller.request({ method: "POST", url: "/api/transactions", headers, payload: "{" });
    expect(broken.statusCode).toBe(401);
    const text = await teller.request({
      method: "POST",
      url: "/api/transactions",
      headers: { "content-type": "text/plain" },
      payload: "x",
    });
    expect(text.statusCode).toBe(401);
    expect(await stateOfBooks(desk.server)).toEqual(before);
  });

  test("a password that is due is asked for", async () => {
    await set("must_change_password = true");
    for (const { body } of [whole, faulty]) {
      expect(await desk.refused(teller, createTransaction, { body: body() })).toMatchObject({ status: 403 });
    }
  });

  test("a role that is taken away is gone, and one that is given is there", async () => {
    const entry = () => debit(farid, "1");
    for (const role of ["operator", "user", "king"]) {
      await set(`role = '${role}'`);
      expect(await desk.refused(teller, createTransaction, { body: entry() })).toMatchObject({ status: 403, code: "forbidden" });
      await post(teller);
    }
    await set("role = 'admin'");
    await teller.ok(createTransaction, { body: entry() });
  });

  test("a new name is the one that is written down", async () => {
    await set("username = 'renamed'");
    expect(await post(teller)).toMatchObject({ userCreated: "renamed" });
    await set("username = id::text");
  });

  test("what a page sends that believes somebody else to be signed in is refused, and nothing is posted", async () => {
    const [own, other] = [teller.userId, desk.admin.userId].map((id) => ({ [signedInAsHeader]: id }));
    await post(teller, own);
    const before = await stateOfBooks(desk.server);
    const body = transfer(farid, zahra, "5");
    expect(await desk.refused(teller, createTransaction, { body, headers: other ?? {} })).toMatchObject({
      status: 401,
      code: "not_signed_in",
      message: "Somebody else is signed in by now. Please sign in again",
    });
    expect(await stateOfBooks(desk.server)).toEqual(before);
  });

  test("the same key is answered the same, and to nobody whose session has ended", async () => {
    const headers = { "idempotency-key": "recent-1" };
    const first = await post(teller, headers);
    expect(await post(teller, headers)).toEqual(first);
    await setSession("delete from sessions");
    const body = transfer(farid, zahra, "5");
    expect(await desk.refused(teller, createTransaction, { body, headers })).toMatchObject({ status: 401 });
  });
});

test("in one batch the others are recorded, and a page of another site posts nothing", async () => {
  const others = await Promise.all(Array.from({ length: 3 }, () => desk.server.signIn("user")));
  for (const client of others) await post(client);
  await set("is_active = false");
  const clients = Array.from({ length: 10 }, () => [teller, ...others]).flat();
  const answers = await Promise.all(
    clients.map((client) => client.send(createTransaction, { body: transfer(farid, zahra, "5") })),
  );
  expect(answers.map(({ statusCode }) => statusCode)).toEqual(clients.map((client) => (client === teller ? 401 : 201)));
  const [other] = others;
  const headers = { "sec-fetch-site": "cross-site" };
  const crossing = await other?.send(createTransaction, { body: transfer(farid, zahra, "5"), headers });
  expect(crossing?.statusCode).toBe(403);
});
