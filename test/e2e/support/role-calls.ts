import type { Currency } from "#contract/currencies.ts";
import type { Role } from "#contract/permissions.ts";
import type { Transaction } from "#contract/transactions.ts";

import { cashId, dollars, people, type People } from "./entries.ts";
import type { Desk, Office } from "./office.ts";

/** A call as a page sends it: method, path and body. */
export type Call = readonly [method: string, path: string, body?: object];

/** An office with something to correct and to recover. */
export interface Ground extends People {
  readonly bodies: Readonly<Record<Kind, object>>;
  /** Ids of transactions that stand, and of deleted ones. */
  readonly standing: Readonly<Record<Kind, number>>;
  readonly deleted: Readonly<Record<Kind, number>>;
  /** A currency that nothing uses, for each of the other roles one. */
  readonly unused: Readonly<Record<Other, number>>;
}

type Other = Exclude<Role, "admin">;
type Kind = "credit" | "transfer" | "fromCash";

/** The code of the currency that each role adds. */
const added = { operator: "SAR", user: "CNY" } as const;

/** Prepares it over the API; once for an office. */
export async function prepare(office: Office): Promise<Ground> {
  const cast = await people(office);
  const { desk, farid, zahra, bank } = cast;
  const bodies = {
    credit: entry("Credit", cashId, farid.id),
    transfer: entry("Transfer", farid.id, zahra.id),
    fromCash: entry("Transfer", cashId, bank.id),
  };
  const standing = await recorded(desk, bodies);
  const deleted = await recorded(desk, bodies);
  for (const id of Object.values(deleted)) await desk.send("DELETE", `/api/transactions/${String(id)}`);
  const add = async (code: string): Promise<number> =>
    ((await desk.send("POST", "/api/currencies", currency(code))) as Currency).id;
  const unused = { operator: await add("TRY"), user: await add("INR") };
  return { ...cast, bodies, standing, deleted, unused };
}

function currency(code: string): object {
  return { code, name: `Money of ${code}`, symbol: code, rate: "2" };
}

function entry(transType: string, outAccountId: number, inAccountId: number): object {
  return { transType, outAccountId, inAccountId, currencyId: dollars, dAmount: "5", transDescription: "By telephone" };
}

async function recorded(desk: Desk, bodies: Ground["bodies"]): Promise<Ground["standing"]> {
  const record = async (body: object): Promise<number> =>
    ((await desk.send("POST", "/api/transactions", body)) as Transaction).id;
  return {
    credit: await record(bodies.credit),
    transfer: await record(bodies.transfer),
    fromCash: await record(bodies.fromCash),
  };
}

/** What every signed-in person may ask for. */
export function readsOfEveryone({ farid, standing }: Ground): Call[] {
  const transfer = `transactions/${String(standing.transfer)}`;
  const lists =
    "accounts currencies currencies/1/rates currencies/1/use transactions transactions/search deleted-transactions".split(" ");
  const balances = ["cash-shop-balance", "sherullah-balance", `accounts/${String(farid.id)}/balances`];
  const rates = `exchange-context?purchaseCurrencyId=${String(dollars)}&sellingCurrencyId=1`;
  const account = [`accounts/${String(farid.id)}/history`, "accounts/export?format=csv"];
  const files = ["transactions/export?format=csv", "deleted-transactions/export", "hawala-details/export?format=csv"];
  const reports = ["account-balances", "owner", "trial-balance", `account-statement?accountId=${String(farid.id)}`];
  const hawalaLists = [
    "hawala-details?direction=all",
    "hawala-totals",
    "hawala/recent",
    "hawala/branch-accounts",
    "hawala/sender-codes",
    "transactions/passed-hawala",
  ];
  const paths = [
    ...lists,
    ...balances,
    ...account,
    ...files,
    ...reports.map((name) => `reports/${name}`),
    transfer,
    `${transfer}/history`,
    `${transfer}/prints`,
    "office",
    "verification",
    rates,
    "reports/currency-position",
    "reports/currency-position/export?format=csv",
    "reports/currency-position/deals?currencyId=1",
    "reports/currency-position/deals/export?currencyId=1&format=csv",
    "reports/partner-settlement/partners",
    "partner-settlements",
    "sessions",
    "profile/second-factor",
    ...hawalaLists,
  ];
  return paths.map((path): Call => ["GET", `/api/${path}`]);
}

/** What every signed-in person may do. */
export function writesOfEveryone({ bodies, farid, standing, unused }: Ground, role: Other): Call[] {
  const remittance = { senderName: "Nabi", receiverName: "Laila", amount: "1", currency: "USD" };
  const deal = { currencyId: dollars, dAmount: "1", cCurrencyId: 1, cAmount: "70", exRate: "70" };
  return [
    ["PATCH", "/api/profile/preferences", { density: "comfortable" }],
    ["POST", "/api/account-balances", { accountCodes: [farid.accountCode] }],
    ["POST", "/api/accounts", { accountName: "Opened at the counter", currencyId: dollars }],
    ["PATCH", `/api/accounts/${String(farid.id)}`, { phone: "0700 12" }],
    ["POST", "/api/currencies", currency(added[role])],
    ["PATCH", "/api/currencies/4", { rate: "281.5" }],
    ["DELETE", `/api/currencies/${String(unused[role])}`],
    ["POST", "/api/transactions", bodies.transfer],
    ["POST", "/api/transactions", { transType: "Exchange", outAccountId: cashId, inAccountId: cashId, ...deal }],
    ["POST", "/api/hawala", remittance],
    ["POST", `/api/transactions/${String(standing.transfer)}/prints`],
  ];
}

/** What admins and operators may do: correct the transactions that everybody records. */
export function callsOfStaff({ bodies, standing, deleted }: Ground): Call[] {
  return [
    ["PUT", `/api/transactions/${String(standing.transfer)}`, { ...bodies.transfer, transDescription: "Corrected" }],
    ["DELETE", `/api/transactions/${String(standing.transfer)}`, { reason: "Wrong" }],
    ["POST", `/api/deleted-transactions/${String(standing.transfer)}/recover`],
    ["POST", `/api/deleted-transactions/${String(deleted.transfer)}/recover`],
    ["GET", "/api/import-batches"],
  ];
}

/**
 * What admins alone may do with transactions: the body or the stored row decides. Which other calls are theirs stands in the
 * contract, and authorization-matrix.test.ts makes each of them as everybody.
 */
export function callsOfCash({ bodies, standing, deleted, farid }: Ground): Call[] {
  const row = (id: number): string => `/api/transactions/${String(id)}`;
  return [
    ["POST", "/api/transactions", entry("Debit", farid.id, cashId)],
    ["POST", "/api/transactions", bodies.credit],
    ["POST", "/api/transactions", bodies.fromCash],
    ["POST", "/api/transactions", entry("Transfer", farid.id, cashId)],
    ["PUT", row(standing.credit), { ...bodies.credit, transDescription: "Corrected" }],
    ["PUT", row(standing.fromCash), { ...bodies.fromCash, transDescription: "Corrected" }],
    ["PUT", row(standing.transfer), bodies.fromCash],
    ["DELETE", row(standing.credit)],
    ["DELETE", row(standing.fromCash)],
    ["POST", `/api/deleted-transactions/${String(deleted.credit)}/recover`],
    ["POST", `/api/deleted-transactions/${String(deleted.fromCash)}/recover`],
  ];
}

/** Everything that the calls of staff and admins would have changed. */
export async function books(desk: Desk): Promise<unknown[]> {
  const paths = ["transactions", "deleted-transactions", "accounts", "verification"];
  return Promise.all(paths.map((path) => desk.send("GET", `/api/${path}`)));
}

/**
 * Makes calls one after the other with the session of a desk, and gives back those that were not answered as they should have
 * been: with success, or with the refusal of a role that may not.
 */
export async function wronglyAnswered(
  { url }: Office,
  { cookie }: Desk,
  calls: readonly Call[],
  expected: "done" | "403 forbidden",
): Promise<string[]> {
  const wrong: string[] = [];
  for (const [method, path, body] of calls) {
    const json = body === undefined ? {} : { "content-type": "application/json" };
    const reply = await fetch(`${url}${path}`, {
      method,
      headers: { cookie: `${cookie.name}=${cookie.value}`, ...json },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const said = await reply.text();
    const answer = reply.ok ? "done" : `${String(reply.status)} ${(JSON.parse(said) as { readonly code: string }).code}`;
    if (answer !== expected) wrong.push(`${method} ${path}: ${answer}`);
  }
  return wrong;
}
