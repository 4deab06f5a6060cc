import { expect } from "vitest";

import { accountBalances, createAccount, type Account } from "#contract/accounts.ts";
import type { Route } from "#contract/route.ts";
import { createTransaction, type RecordedTransaction } from "#contract/transactions.ts";
import { serverLimits } from "#server/http/limits.ts";

import { cashAccountId, currency, expectBooksBalance } from "./ledger.ts";
import { startTestServer, type Client, type RefusedReply, type Sent, type SignedInClient, type TestServer } from "./server.ts";

/** An office with one person of each role, reached through its API. */
export interface Desk {
  readonly server: TestServer;
  readonly admin: SignedInClient;
  readonly operator: SignedInClient;
  readonly user: SignedInClient;
  /** Opens an account in a currency; a customer, unless the fields say otherwise. */
  open(currencyId: number, fields?: Readonly<Record<string, unknown>>): Promise<Party>;
  /** The shown balances of an account by currency code, as its own call answers them. */
  balances(accountId: number): Promise<Readonly<Record<string, string>>>;
  /** What an account shows of its own currency at the end of a day. */
  balanceAsOf(party: Party, day: string): Promise<string>;
  /** Posts a body as the admin. */
  post(body: object, headers?: Readonly<Record<string, string>>): Promise<RecordedTransaction>;
  /** Posts a body so many times, no more at once than a person may have under way. */
  postTimes(count: number, body: object): Promise<void>;
  /** The error of a refused call, after making sure that the books are what they were before it. */
  refused(client: Client, route: Route, sent: Sent): Promise<RefusedReply>;
  close(): Promise<void>;
  /** How tests that write end: the books balance, and the desk is closed in any case. */
  closeInBalance(): Promise<void>;
}

/** What a body has to know of an account. */
export type Party = Pick<Account, "id" | "currencyId" | "accountType" | "accountCode" | "accountName">;

export const cash: Party = {
  id: cashAccountId,
  currencyId: currency.AFN,
  accountType: "company",
  accountCode: "11",
  accountName: "Cash at Shop",
};

const mostAtOnce = serverLimits.underWay.perUser;

export async function openDesk(): Promise<Desk> {
  const server = await startTestServer();
  const [admin, operator, user] = [await server.signIn("admin"), await server.signIn("operator"), await server.signIn("user")];
  let opened = 0;
  return {
    server,
    admin,
    operator,
    user,
    open: (currencyId, fields = {}) => {
      opened += 1;
      return admin.ok(createAccount, { body: { accountName: `Party ${String(opened)}`, currencyId, ...fields } });
    },
    balances: async (id) => {
      const rows = await admin.ok(accountBalances, { params: { id } });
      return Object.fromEntries(rows.map((row) => [row.currency, row.balance]));
    },
    balanceAsOf: (party, day) => balanceAsOf(server, party, day),
    post: (body, headers = {}) => admin.ok(createTransaction, { body, headers }),
    postTimes: async (count, body) => {
      for (let left = count; left > 0; left -= mostAtOnce) {
        await Promise.all(Array.from({ length: Math.min(left, mostAtOnce) }, () => admin.ok(createTransaction, { body })));
      }
    },
    refused: async (client, route, sent) => {
      const before = await stateOfBooks(server);
      const reply = await client.refused(route, sent);
      expect(await stateOfBooks(server)).toEqual(before);
      expect(reply.message).toMatch(/\S/);
      expect(reply.requestId).toMatch(/\S/);
      return reply;
    },
    close: () => server.close(),
    closeInBalance: async () => {
      try {
        await expectBooksBalance(server.database);
      } finally {
        await server.close();
      }
    },
  };
}

async function balanceAsOf({ database }: TestServer, { id, currencyId }: Party, day: string): Promise<string> {
  const { rows } = await database.pool.query<{ shown: string }>(
    `select coalesce(sum(d.credits - d.debits) * case a.account_type when 'company' then -1 else 1 end, 0)::numeric(24,2) as shown
      from accounts a left join balance_days d on d.account_id = a.id and d.currency_id = $2 and d.business_date <= $3
      where a.id = $1 group by a.account_type`,
    [id, currencyId, day],
  );
  return rows[0]?.shown ?? "none";
}

/** Changes with anything that a posting, a correction or a kept answer changes. */
export async function stateOfBooks({ database }: TestServer): Promise<unknown> {
  const { rows } = await database.pool.query(`
    select (select md5(string_agg(t::text, '|' order by id)) from transactions t) as transactions,
      (select md5(string_agg(b::text, '|' order by account_id, currency_id)) from balances b) as balances,
      (select md5(string_agg(d::text, '|' order by account_id, currency_id, business_date)) from balance_days d) as days,
      (select count(*) from account_currency) as holdings, (select count(*) from journal) as journal,
      (select count(*) from postings) as postings, (select count(*) from idempotency_keys) as keys`);
  return rows[0];
}

type More = Readonly<Record<string, unknown>>;

/** Bodies of the entries that people record, in the party's own currency; `more` overrides and adds. */
export const bodies = {
  transfer: (out: Party, into: Party, dAmount: unknown, more: More = {}) => ({
    transType: "Transfer",
    ...sides(out, into, dAmount),
    currencyId: out.currencyId,
    transDescription: "By telephone",
    ...more,
  }),
  credit: (party: Party, dAmount: unknown, more: More = {}) => ({
    transType: "Credit",
    ...(isCompany(party) ? sides(party, cash, dAmount) : sides(cash, party, dAmount)),
    currencyId: party.currencyId,
    transDescription: "Deposit",
    ...more,
  }),
  debit: (party: Party, dAmount: unknown, more: More = {}) => ({
    transType: "Debit",
    ...(isCompany(party) ? sides(cash, party, dAmount) : sides(party, cash, dAmount)),
    currencyId: party.currencyId,
    transDescription: "Withdrawal",
    ...more,
  }),
  /** Purchase of `dAmount` of one currency onto `out`, selling `cAmount` of another from `into`. */
  exchange: (out: Party, into: Party, deal: More) => ({
    transType: "Exchange",
    outAccountId: out.id,
    inAccountId: into.id,
    transDescription: "Bought",
    cTransDescription: "Sold",
    ...deal,
  }),
};

function sides(out: Party, into: Party, dAmount: unknown) {
  return { outAccountId: out.id, inAccountId: into.id, dAmount };
}

function isCompany(party: Party): boolean {
  return party.accountType === "company";
}
