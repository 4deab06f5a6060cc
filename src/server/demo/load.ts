import { randomBytes } from "node:crypto";

import { sql, type Kysely } from "kysely";

import { createAccount } from "#contract/accounts.ts";
import type { Role } from "#contract/permissions.ts";
import { createUser } from "#contract/users.ts";
import type { Database } from "#db/client.ts";
import type { DB } from "#db/types.gen.ts";
import { assert } from "#kernel/assert.ts";
import { businessDateAt } from "#kernel/business-date.ts";
import { firstStaffAccountId } from "#kernel/id.ts";
import { Refusal } from "#kernel/refusal.ts";
import { createRecorder } from "#ledger/batch.ts";
import { openCurrencyBook } from "#ledger/currency-book.ts";
import { recordTransaction } from "#ledger/post.ts";
import type { Config } from "#server/config.ts";
import { changeAccount, openAccount } from "#server/features/accounts/commands.ts";
import { addNumberSetting, changeBusinessSettings } from "#server/features/settings/commands.ts";
import { deleteCommand } from "#server/features/transactions/commands.ts";
import { addUser } from "#server/features/users/commands.ts";
import { ensureFirstAdmin } from "#server/identity/first-admin.ts";

import { demoAccounts, type DemoAccount } from "./accounts.ts";
import { demoDays, type OpenedAccount } from "./days.ts";
import { recordHawalas, type HawalaOffice } from "./hawalas.ts";
import { createChooser } from "./random.ts";

/** What the demo has made. */
export interface LoadedOffice {
  readonly accounts: number;
  /** Those of its hawalas among them, and none that was deleted: what its lists show. */
  readonly transactions: number;
  readonly hawalas: number;
}

/** Whom one can sign in as. */
export interface DemoPerson {
  readonly username: string;
  readonly role: Role;
  /** Undefined where it was not made here: it is that of ADMIN_PASSWORD, or of a user who was there. */
  readonly password: string | undefined;
  readonly wasThere: boolean;
}

const seed = 1_403;
const eventsAtOnce = 512;
const everyNthDeleted = 97;
const colleagues = [
  { username: "mariam", role: "operator" },
  { username: "daud", role: "user" },
] as const;

/**
 * Fills the database with an invented office: people, about sixty accounts, ninety days of transactions through the
 * ledger's own batches, four hundred hawalas. Refuses a database in which anyone has worked or that has been set up. Each person is
 * introduced as soon as they are made: whatever ends the rest, nobody is there whose password nobody saw.
 */
export async function loadDemoOffice(
  database: Database,
  config: Config,
  introduce: (person: DemoPerson) => void,
): Promise<LoadedOffice> {
  const { db } = database;
  const { adminUsername: username } = config;
  const wasThere = await refuseUsedDatabase(db, username);
  introduce({ username, role: "admin", password: await ensureFirstAdmin(db, config), wasThere });
  const actor = await actorOf(db, username);
  for (const colleague of colleagues) introduce(await addPerson(db, colleague, actor));
  const choose = createChooser(seed);
  await numberFrom(db, actor);
  const accounts = await openAll(db, demoAccounts(choose), actor);
  await nameExpenses(db, accounts, actor);
  const books = await openBooks(database, actor);
  const ids = await recordDays(books, accounts, choose);
  await deleteSome(db, ids, actor);
  // By a choice of their own: how often the days have chosen depends on the weekday it is.
  const hawalas = await recordHawalas(books, createChooser(seed));
  await settleStatuses(db, accounts, actor);
  return { accounts: accounts.length, transactions: await countTransactions(db), hawalas };
}

/**
 * What is on record of an office that nobody has set up or worked in. Of any other there may be no account yet: settings, rates and the
 * hawalas of a partner's sheet need none.
 */
const noWork: readonly string[] = ["session", "call", "user", "list", "books", "backup", "database"];

/** Everything that can be refused is, before anybody is made. Answers whether the administrator is there already. */
async function refuseUsedDatabase(db: Kysely<DB>, adminUsername: string): Promise<boolean> {
  const admin = adminUsername.toLowerCase();
  if (colleagues.some(({ username }) => username === admin)) {
    throw new Refusal("conflict", `The demo office has a user ${admin} of its own: set ADMIN_USERNAME to another name.`);
  }
  const { rows: users } = await sql<{ name: string }>`select lower(username) as name from users limit 2`.execute(db);
  const { rows: work } = await sql`
    select from accounts where id >= ${firstStaffAccountId} union all select from transactions
      union all select from account_number_settings
      union all select from audit_log where object_type <> all (${[...noWork]}::text[]) limit 1`.execute(db);
  if (work.length > 0 || users.length > 1)
    throw new Refusal(
      "conflict",
      "The demo office is for an empty database, and this one is in use: choose another DATA_DIR, or another database with DATABASE_URL.",
    );
  const [first] = users;
  if (first !== undefined && first.name !== admin)
    throw new Refusal(
      "conflict",
      `There is a user already, but none is called ${adminUsername}: set ADMIN_USERNAME to the administrator.`,
    );
  return first !== undefined;
}

async function addPerson(db: Kysely<DB>, { username, role }: (typeof colleagues)[number], actor: DemoActor): Promise<DemoPerson> {
  const password = randomBytes(9).toString("base64url");
  const body = createUser.body?.parse({ username, role, password, email: `${username}@example.com` });
  assert(body !== undefined, "a user is created from a body");
  await addUser(db, body, actor);
  return { username, role, password, wasThere: false };
}

type DemoActor = Parameters<typeof openAccount>[2]["actor"];

async function actorOf(db: Kysely<DB>, username: string): Promise<DemoActor> {
  const user = await db
    .selectFrom("users")
    .selectAll()
    .where(sql`lower(username)`, "=", username.toLowerCase())
    .executeTakeFirstOrThrow();
  return {
    userId: user.id,
    username: user.username,
    fullName: user.full_name,
    email: user.email,
    role: "admin",
    isAdmin: true,
    mustChangePassword: false,
    sessionId: 0,
    ip: null,
    requestId: "demo",
  };
}

/** Accounts in AFN are numbered from 1001 and those in USD from 2001, as the office's partners know them. */
async function numberFrom(db: Kysely<DB>, actor: DemoActor): Promise<void> {
  await addNumberSetting(db, { currency: "AFN", startNumber: 1001 }, actor);
  await addNumberSetting(db, { currency: "USD", startNumber: 2001 }, actor);
}

type OpenedDemoAccount = OpenedAccount & { readonly code: string; readonly finalStatus: DemoAccount["accountStatus"] };

async function openAll(db: Kysely<DB>, wanted: readonly DemoAccount[], actor: DemoActor): Promise<readonly OpenedDemoAccount[]> {
  const opened: OpenedDemoAccount[] = [];
  // One after the other: codes are issued in order.
  for (const demo of wanted) {
    const body = createAccount.body?.parse({ ...demo, accountStatus: "active" });
    assert(body !== undefined, "an account is created from a body");
    const { id, accountCode } = await openAccount(db, body, { actor, idempotency: undefined });
    opened.push({
      id,
      code: accountCode,
      name: demo.accountName,
      currencyId: demo.currencyId,
      accountType: demo.accountType,
      isExpense: demo.isExpense ?? false,
      finalStatus: demo.accountStatus,
    });
  }
  return opened;
}

/** Says which company accounts are spent from, so that the owner's page does not count them as held. */
async function nameExpenses(db: Kysely<DB>, accounts: readonly OpenedDemoAccount[], actor: DemoActor): Promise<void> {
  const expenseCodes = accounts.filter(({ isExpense }) => isExpense).map(({ code }) => code);
  await changeBusinessSettings(db, { expenseCodes, ifMatch: undefined }, actor);
}

type DemoBooks = HawalaOffice & { readonly cashAccountId: number };

async function openBooks({ db, pool }: Database, actor: DemoActor): Promise<DemoBooks> {
  const ledger = { recorder: createRecorder(pool), currencies: openCurrencyBook(pool) };
  const settings = await db.selectFrom("business_settings").select(["cash_account_id", "time_zone"]).executeTakeFirstOrThrow();
  const today = businessDateAt(new Date(), settings.time_zone);
  return { db, ledger, by: { actor, idempotency: undefined }, today, cashAccountId: settings.cash_account_id };
}

async function recordDays(
  { ledger, by, today, cashAccountId }: DemoBooks,
  accounts: readonly OpenedAccount[],
  choose: ReturnType<typeof createChooser>,
): Promise<readonly number[]> {
  const office = { cashAccountId, accounts, today };
  const events = demoDays(office, choose);
  const ids: number[] = [];
  for (let start = 0; start < events.length; start += eventsAtOnce) {
    const chunk = events.slice(start, start + eventsAtOnce);
    const answers = await Promise.all(chunk.map((event) => recordTransaction(ledger, event, by)));
    ids.push(...answers.map((answer) => answer.id));
  }
  return ids;
}

/** A few were typed twice and taken back, so that the deleted list is not empty either. */
async function deleteSome(db: Kysely<DB>, ids: readonly number[], actor: DemoActor): Promise<void> {
  for (const id of ids.filter((_, index) => index % everyNthDeleted === everyNthDeleted - 1)) {
    const by = { actor, idempotency: undefined };
    await deleteCommand(
      db,
      { reason: "Recorded twice", formName: "Search Transactions" },
      { id, role: "admin", expectedVersion: undefined, by },
    );
  }
}

async function countTransactions(db: Kysely<DB>): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from transactions where deleted_at is null`.execute(db);
  return rows[0]?.count ?? 0;
}

async function settleStatuses(db: Kysely<DB>, accounts: readonly OpenedDemoAccount[], actor: DemoActor): Promise<void> {
  for (const { id, finalStatus } of accounts) {
    if (finalStatus !== undefined && finalStatus !== "active")
      await changeAccount(db, { id, accountStatus: finalStatus, ifMatch: undefined }, actor);
  }
}
