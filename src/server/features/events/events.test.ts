import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { logout } from "#contract/auth.ts";
import { createCurrency, deleteCurrency } from "#contract/currencies.ts";
import { reopenDay } from "#contract/day-closes.ts";
import { followChanges, topics, type Topic } from "#contract/events.ts";
import { updateHawalaSettings } from "#contract/hawala-settings.ts";
import { cancelHawala } from "#contract/hawalas.ts";
import { undoImportBatch } from "#contract/import-batches.ts";
import { createAccountNumberSetting, updateBusinessSettings } from "#contract/settings.ts";
import { createTransaction, deleteTransaction, recoverTransaction, updateTransaction } from "#contract/transactions.ts";
import { setUserStatus, updateUser } from "#contract/users.ts";
import { runVerification } from "#contract/verification.ts";
import { openDatabase } from "#db/client.ts";
import { buildApp, type BuiltApp } from "#server/app.ts";
import { openDayDesk } from "#test/support/day-desk.ts";
import { bodies, openDesk, type Desk, type Party } from "#test/support/desk.ts";
import { openStream } from "#test/support/event-stream.ts";
import { fileWorkHere } from "#test/support/file-work.ts";
import { enter, incoming } from "#test/support/hawalas.ts";
import { imported, listOf } from "#test/support/import-batches.ts";
import { auditKey, currency } from "#test/support/ledger.ts";
import { clientOf, type SignedInClient } from "#test/support/server.ts";

fileWorkHere();

let desk: Desk;
let address: string;
let farid: Party;
let zahra: Party;
beforeAll(async () => {
  desk = await openDesk();
  address = await desk.server.listen();
  farid = await desk.open(currency.USD);
  zahra = await desk.open(currency.USD);
});
afterAll(() => desk.closeInBalance());

const transfer = (amount: string) => bodies.transfer(farid, zahra, amount);

describe("the stream of changes", () => {
  test("is for whoever is signed in, and is nothing a proxy would keep or gather", async () => {
    expect(await desk.server.anonymous.refused(followChanges)).toMatchObject({ status: 401 });
    const { headers, text } = await openStream(address, desk.user);
    expect(headers.get("content-type")).toBe("text/event-stream; charset=utf-8");
    expect(headers.get("cache-control")).toBe("no-store, no-transform");
    expect(headers.get("x-accel-buffering")).toBe("no");
    expect(headers.get("content-encoding")).toBeNull();
    expect(text).toMatch(/^retry: 1000\n\nid: (\S+)\ndata: \{"position":"\1","topics":\[/);
  });

  test("begins with every topic that its person may know of", async () => {
    const first = async (client: SignedInClient) => (await openStream(address, client)).messages[0]?.topics;
    expect(await first(desk.admin)).toEqual(topics);
    expect(await first(desk.operator)).toEqual(topics.filter((topic) => !["users", "backups"].includes(topic)));
    expect(await first(desk.user)).toEqual(topics.filter((topic) => !["users", "backups", "import-batches"].includes(topic)));
  });

  test("is no use of its session, however often it begins anew", async () => {
    const client = await desk.server.signIn("user");
    const session = desk.server.database.db.selectFrom("sessions").select("last_seen_at").where("user_id", "=", client.userId);
    await desk.server.database.asOwner("update sessions set last_seen_at = now() - interval '30 minutes' where user_id = $1", [
      client.userId,
    ]);
    const before = await session.executeTakeFirstOrThrow();
    for (let connection = 0; connection < 2; connection += 1) (await openStream(address, client)).close();
    expect(await session.executeTakeFirstOrThrow()).toEqual(before);
  });

  test("has no head to ask for alone, which would hold a stream open for nobody", async () => {
    const answer = await fetch(`${address}${followChanges.path}`, { method: "HEAD", headers: { cookie: desk.user.cookie } });
    expect(answer.status).toBe(404);
  });

  test("tells of a posting, and of its correction, deletion and recovery", async () => {
    const stream = await openStream(address, desk.user);
    const { id } = await desk.post(transfer("10"));
    await stream.hears("transactions");
    for (const [route, body] of [
      [updateTransaction, transfer("11")],
      [deleteTransaction, undefined],
      [recoverTransaction, undefined],
    ] as const) {
      stream.forget();
      await desk.admin.ok(route, { params: { id }, body });
      await stream.hears("transactions");
    }
  });

  test("tells of accounts, currencies, settings and verifications, and tells users of users nothing", async () => {
    const [admins, users] = [await openStream(address, desk.admin), await openStream(address, desk.user)];
    const { userId } = await desk.server.signIn("user");
    await desk.admin.ok(updateUser, { params: { id: userId }, body: { fullName: "Najib" } });
    await admins.hears("users");
    await desk.open(currency.AFN);
    const code = { code: "GBP", name: "Pound", symbol: "£", rate: "0.8" };
    const { id } = await desk.user.ok(createCurrency, { body: code });
    await desk.admin.ok(updateBusinessSettings, { body: { officeName: "The Seven Valleys" } });
    await desk.admin.ok(runVerification);
    for (const topic of ["accounts", "currencies", "settings", "verification"] as const) {
      await Promise.all([admins.hears(topic), users.hears(topic)]);
    }
    expect(users.heard()).not.toContain("users");
    users.forget();
    await desk.user.ok(deleteCurrency, { params: { id } });
    await users.hears("currencies");
    await desk.admin.ok(createAccountNumberSetting, { body: { currency: "AFN", startNumber: 5_000 } });
    await users.hears("settings");
    await desk.admin.ok(updateHawalaSettings, { body: { prefix: "KBL", nextNumber: 1 } });
    await users.hears("hawalas");
  });

  test("tells of hawalas, of an import and its undoing, and of a day that is closed and reopened, though nothing is posted", async () => {
    const stream = await openStream(address, desk.user);
    const told = async <Made>(topic: Topic, act: () => PromiseLike<Made>): Promise<Made> => {
      stream.forget();
      const made = await act();
      await stream.hears(topic);
      return made;
    };
    const { id } = await told("hawalas", () => enter(desk, incoming()));
    await told("hawalas", () => desk.user.ok(cancelHawala, { params: { id } }));
    const { batchId } = await told("hawalas", () => imported(desk.operator, listOf([{}])));
    await told("hawalas", () => desk.operator.ok(undoImportBatch, { params: { id: batchId ?? -1 } }));
    const days = await openDayDesk(desk);
    const close = await told("transactions", () => days.close(days.nextDay(), { AFN: {} }));
    await told("transactions", () => desk.admin.ok(reopenDay, { params: { id: close.id }, body: { reason: "A late receipt" } }));
  });

  test("says nothing of what was refused", async () => {
    const stream = await openStream(address, desk.admin);
    expect(await desk.admin.refused(createTransaction, { body: transfer("0") })).toMatchObject({ status: 400 });
    expect(await desk.admin.refused(deleteTransaction, { params: { id: 2_147_483_646 } })).toMatchObject({ status: 404 });
    expect(await desk.user.refused(updateBusinessSettings, { body: { officeName: "Mine" } })).toMatchObject({ status: 403 });
    await desk.open(currency.EUR);
    await stream.hears("accounts");
    expect(stream.heard()).toEqual(["accounts"]);
  });

  test("says of a posting that was sent twice nothing the second time", async () => {
    const stream = await openStream(address, desk.admin);
    const headers = { "idempotency-key": "told-once" };
    const first = await desk.post(transfer("12"), headers);
    await stream.hears("transactions");
    stream.forget();
    expect(await desk.post(transfer("12"), headers)).toEqual(first);
    await desk.open(currency.EUR);
    await stream.hears("accounts");
    expect(stream.heard()).toEqual(["accounts"]);
  });
});

describe("whoever connects again", () => {
  const latest = (stream: { readonly messages: readonly { readonly position: string }[] }): string =>
    stream.messages.at(-1)?.position ?? "";

  test("is told exactly what has changed in between", async () => {
    const before = await openStream(address, desk.user);
    before.close();
    const nothing = await openStream(address, desk.user, latest(before));
    expect(nothing.messages[0]?.topics).toEqual([]);
    nothing.close();
    await desk.post(transfer("13"));
    await desk.open(currency.USD);
    const again = await openStream(address, desk.user, latest(nothing));
    // What was announced may arrive a moment after the connection.
    await expect.poll(() => again.messages.flatMap((message) => message.topics).toSorted()).toEqual(["accounts", "transactions"]);
    expect(again.messages[0]?.topics).toContain("transactions");
  });

  test("with a position of an earlier run, or of no run, is told everything", async () => {
    for (const since of ["anotherRun00.7", "7", "anything at all"]) {
      expect((await openStream(address, desk.admin, since)).messages[0]?.topics).toEqual(topics);
    }
    expect(await desk.admin.refused(followChanges, { query: { since: "1".repeat(61) } })).toMatchObject({ status: 400 });
  });
});

describe("a stream ends", () => {
  test("at once when its session does, and no other with it", async () => {
    const [leaving, staying] = [await desk.server.signIn("user"), await desk.server.signIn("user")];
    const [theirs, others] = [await openStream(address, leaving), await openStream(address, staying)];
    await leaving.ok(logout);
    await theirs.ended;
    await desk.open(currency.USD);
    await others.hears("accounts");
    await expect(openStream(address, leaving)).rejects.toThrow("401");
  });

  test("at once when its person is deactivated or gets another role", async () => {
    const [dismissed, promoted] = [await desk.server.signIn("user"), await desk.server.signIn("user")];
    const [first, second] = [await openStream(address, dismissed), await openStream(address, promoted)];
    await desk.admin.ok(setUserStatus, { params: { id: dismissed.userId }, body: { isActive: false } });
    await first.ended;
    await desk.admin.ok(updateUser, { params: { id: promoted.userId }, body: { role: "operator" } });
    await second.ended;
    const again = await openStream(address, promoted);
    expect(again.messages[0]?.topics).toContain("import-batches");
  });

  test("at once when its person gets another name, so that the screen shows that, and not for anything else that is changed", async () => {
    const [renamed, other] = [await desk.server.signIn("user"), await desk.server.signIn("user")];
    const [theirs, others] = [await openStream(address, renamed), await openStream(address, other)];
    await desk.admin.ok(updateUser, { params: { id: other.userId }, body: { email: "other@sarraf.example" } });
    await desk.admin.ok(updateUser, { params: { id: renamed.userId }, body: { fullName: "Zahra Karimi" } });
    await theirs.ended;
    await openStream(address, renamed);
    await desk.open(currency.USD);
    await others.hears("accounts");
  });

  test("before one person has too many, and the others go on", async () => {
    const person = await desk.server.signIn("user");
    const streams = await Promise.all(Array.from({ length: 20 }, () => openStream(address, person)));
    const refused = await desk.server.app.fastify.inject({ url: followChanges.path, headers: { cookie: person.cookie } });
    expect(refused.statusCode).toBe(429);
    expect(refused.json()).toMatchObject({
      code: "too_many",
      message: "Too many windows are kept up to date at once. Close some of them",
    });
    expect(refused.headers["retry-after"]).toBe("30");
    streams[0]?.close();
    await expect.poll(async () => (await openStream(address, person).catch(() => undefined))?.messages.length).toBe(1);
    await openStream(address, desk.user);
  });
});

describe("two servers on one database", () => {
  /** Another process of the same office, as far as the database can tell. */
  async function another(): Promise<{ readonly app: BuiltApp; readonly url: string; close(): Promise<void> }> {
    const { database, app: first } = desk.server;
    const own = openDatabase(database.app, { max: 5 });
    const app = await buildApp({ config: first.deps.config, database: own, owner: database.owner, auditKey });
    const url = await app.listen({ port: 0, host: "127.0.0.1" });
    return {
      app,
      url,
      close: async () => {
        await app.close();
        await own.close();
      },
    };
  }

  test("tell each other's screens of everything, postings too, and stop although screens are open", async () => {
    const second = await another();
    const [here, there] = [await openStream(address, desk.admin), await openStream(second.url, desk.admin)];
    await desk.post(transfer("14"));
    await desk.open(currency.PKR);
    for (const stream of [here, there]) {
      await stream.hears("transactions");
      await stream.hears("accounts");
      stream.forget();
    }
    const overThere = clientOf(second.app, desk.admin.cookie);
    await overThere.ok(createTransaction, { body: transfer("15") });
    await overThere.ok(runVerification);
    for (const stream of [here, there]) {
      await stream.hears("transactions");
      await stream.hears("verification");
    }
    await second.close();
    await there.ended;
    const moved = await openStream(address, desk.admin, there.messages.at(-1)?.position);
    expect(moved.messages[0]?.topics).toEqual(topics);
  });

  test("go on after the connection they listen on was cut, and nothing that happened meanwhile is lost", async () => {
    const stream = await openStream(address, desk.admin);
    const { rows: cut } = await desk.server.database.pool.query<{ ended: boolean }>(
      `select pg_terminate_backend(pid) as ended from pg_stat_activity
        where datname = current_database() and query like 'select newest%' and pid <> pg_backend_pid()`,
    );
    expect(cut.length).toBeGreaterThan(0);
    await desk.open(currency.PKR);
    await stream.hears("accounts");
    stream.forget();
    await desk.post(transfer("16"));
    await stream.hears("transactions");
  });
});
