import type { Locator, Page } from "playwright-core";

import type { Account, CurrencyBalance } from "#contract/accounts.ts";
import type { Hawala } from "#contract/hawalas.ts";

import { cashId } from "./entries.ts";
import { test as base } from "./fixtures.ts";
import type { Desk } from "./office.ts";

export const passPath = "/transactions/pass-hawala";
export const detailsPath = "/transactions/hawala-details";
const afghani = 1;

/** An office that pays hawalas out: its partner in London, its two branches, and cash in the box. */
export interface HawalaOffice {
  readonly desk: Desk;
  readonly london: Account;
  readonly herat: Account;
  readonly dubai: Account;
}

/** A test in an office of its file's own that has these codes: the partner 2001, the branches 1007 in afghani and 2007 in dollars. */
export const test = base.extend("partners", { scope: "file" }, async ({ office }): Promise<HawalaOffice> => {
  const desk = await office.signIn(office.admin);
  for (const [currency, startNumber] of [
    ["AFN", 1007],
    ["USD", 2007],
    ["EUR", 2001],
  ] as const)
    await desk.send("POST", "/api/account-number-settings", { currency, startNumber });
  const open = async (accountName: string, accountType: string, currencyId: number) =>
    (await desk.send("POST", "/api/accounts", { accountName, accountType, currencyId })) as Account;
  const herat = await open("Herat branch", "partner", afghani);
  const dubai = await open("Dubai branch", "partner", 2);
  const london = await open("London", "hawala_partner", 3);
  const owner = await open("Owner", "customer", afghani);
  const deposit = { transType: "Credit", outAccountId: cashId, inAccountId: owner.id, currencyId: afghani };
  await desk.send("POST", "/api/transactions", { ...deposit, dAmount: "100000", transDescription: "Capital" });
  return { desk, london, herat, dubai };
});

let numbers = 4_000;

/** A hawala that a partner has sent, entered over the API: 9,200 afghani, under a number of its own. */
export async function arrived(desk: Desk, given: Partial<Hawala> = {}): Promise<Hawala> {
  numbers += 1;
  const usual = {
    direction: "incoming",
    hawalaNo: `LDN${String(numbers)}`,
    senderCode: "2001",
    senderName: "Omid Karimi",
    receiverName: "Laila Ahmadi",
    receiverLocation: "Herat",
    amount: "100",
    exchangeRate: "92",
    currency: "AFN",
    rAmount: "9200",
    rate: "70",
    intoUSD: "131.43",
  };
  return (await desk.send("POST", "/api/hawala", { ...usual, ...given })) as Hawala;
}

/** A hawala as it is stored now. */
export async function storedHawala(desk: Desk, { id }: Pick<Hawala, "id">): Promise<Hawala> {
  return (await desk.send("GET", `/api/hawala/${String(id)}`)) as Hawala;
}

/** What an account shows in afghani. */
export async function afghaniOf(desk: Desk, id: number): Promise<string> {
  const balances = (await desk.send("GET", `/api/accounts/${String(id)}/balances`)) as CurrencyBalance[];
  return balances.find(({ currencyId }) => currencyId === afghani)?.balance ?? "0.00";
}

export const panel = (page: Page): Locator => page.getByRole("region", { name: "Hawala details" });
export const act = (page: Page, name: string): Locator => panel(page).getByRole("button", { name, exact: true });
export const view = (page: Page, { hawalaNo }: Pick<Hawala, "hawalaNo">): Locator =>
  page.getByRole("button", { name: `View Details of hawala ${hawalaNo}`, exact: true });
export const opened = (page: Page, { hawalaNo }: Pick<Hawala, "hawalaNo">): Promise<void> =>
  panel(page)
    .getByRole("heading", { name: `Hawala ${hawalaNo}`, exact: true })
    .waitFor();
export const at = (hawala: Pick<Hawala, "id">): string => `${passPath}?selected=${String(hawala.id)}`;

/** The toast that says this, under this title. */
export async function told(page: Page, title: string, text: string): Promise<void> {
  const toast = page.getByRole("status").or(page.getByRole("alert")).filter({ hasText: title }).filter({ hasText: text });
  await toast.first().waitFor();
}
