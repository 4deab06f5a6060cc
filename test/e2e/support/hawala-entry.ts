import type { Page } from "playwright-core";

import type { Account } from "#contract/accounts.ts";
import type { Hawala } from "#contract/hawalas.ts";

import { dollars, people, type People } from "./entries.ts";
import type { Desk, Office } from "./office.ts";

export const entryPath = "/transactions/hawala";

/** Who comes to the counter, and a partner in London who pays out. */
export interface Senders extends People {
  readonly london: Account;
}

/** People who are new at every call, and a new partner. */
export async function senders(office: Office): Promise<Senders> {
  const cast = await people(office);
  const body = { accountName: "London Office", accountType: "hawala_partner", currencyId: dollars };
  return { ...cast, london: (await cast.desk.send("POST", "/api/accounts", body)) as Account };
}

export const box = (page: Page, name: string) => page.getByRole("textbox", { name, exact: true });
export const currencyOf = (page: Page, name: "Currency" | "Converted Currency") =>
  page.getByRole("combobox", { name, exact: true });
export const issued = (page: Page) => page.getByRole("group", { name: "Hawala number issued" });
export const saved = (page: Page) => page.getByText("Hawala transaction created successfully").waitFor();

let receivers = 0;

/** A receiver whom no other test knows, so that a test counts its own hawalas alone. */
export function newReceiver(): string {
  receivers += 1;
  return `Mursal Rahimyar ${String(receivers)}.`;
}

/** The hawalas of a receiver, of either direction. */
export async function hawalasFor(desk: Desk, receiver: string): Promise<Hawala[]> {
  return (await desk.send("GET", `/api/hawala-details?direction=all&q=${encodeURIComponent(receiver)}`)) as Hawala[];
}

/** Enters an outgoing hawala over the API. */
export async function enter(desk: Desk, body: object): Promise<Hawala> {
  const usual = { senderName: "Nabi Sadatyar", amount: "500", currency: "USD", convertedCurrency: "USD", commission: "5" };
  return (await desk.send("POST", "/api/hawala", { ...usual, ...body })) as Hawala;
}
