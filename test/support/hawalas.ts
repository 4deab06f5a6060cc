import { createHawala, type RecordedHawala } from "#contract/hawalas.ts";

import type { Desk } from "./desk.ts";

let numbered = 0;

/** The body of an incoming hawala of the default sender; `more` overrides and adds. */
export function incoming(more: Readonly<Record<string, unknown>> = {}) {
  numbered += 1;
  return {
    direction: "incoming",
    hawalaNo: `T-${String(numbered).padStart(6, "0")}`,
    senderName: "Idris Hotakzad",
    receiverName: "Mursal Rahimyar",
    receiverLocation: "Kabul",
    amount: "100.00",
    exchangeRate: "92",
    currency: "AFN",
    rAmount: "9200.00",
    rate: "70",
    intoUSD: "131.43",
    ...more,
  };
}

/** The body of an outgoing hawala: 100 USD from a walk-in, of which the receiver gets 6,980 AFN. */
export function outgoing(more: Readonly<Record<string, unknown>> = {}) {
  return {
    senderName: "Nabi Sadatyar",
    receiverName: "Laila Bakhtwal",
    amount: "100",
    currency: "USD",
    exchangeRate: "70",
    convertedCurrency: "AFN",
    commission: "20",
    ...more,
  };
}

/** The partner whose hawalas come without a sender code, under the code 2001. */
export async function openLondon(desk: Desk): Promise<{ readonly id: number; readonly accountCode: string }> {
  const [account] = await desk.server.database.asOwner<{ id: number; code: string }>(
    `with opened as (insert into accounts (code, account_name, currency_id, account_type) values ('2001', 'London', 1, 'hawala_partner') returning id, code),
      holding as (select open_account_currency(id, 1) from opened)
      select id, code from opened, holding`,
  );
  if (account === undefined) throw new Error("no account was opened");
  return { id: account.id, accountCode: account.code };
}

/** Opens an account under a code that the settings name as a branch. */
export async function openBranch(desk: Desk, code: string, currencyId: number): Promise<number> {
  const [account] = await desk.server.database.asOwner<{ id: number }>(
    `with opened as (insert into accounts (code, account_name, currency_id, account_type) values ($1, 'Branch ' || $1, $2, 'partner') returning id),
      holding as (select open_account_currency(id, $2) from opened)
      select id from opened, holding`,
    [code, currencyId],
  );
  if (account === undefined) throw new Error("no account was opened");
  return account.id;
}

/** Enters a hawala as the operator. */
export function enter(desk: Desk, body: object): Promise<RecordedHawala> {
  return desk.operator.ok(createHawala, { body });
}
