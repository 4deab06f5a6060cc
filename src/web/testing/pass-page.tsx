import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect } from "vitest";

import type { Hawala } from "#contract/hawalas.ts";
import type { Role } from "#contract/permissions.ts";
import { hawalaKey } from "#kernel/hawala-number.ts";
import { PassHawalaPage } from "#web/features/hawalas/pass/pass-page.tsx";

import { addressesOf } from "./addresses.ts";
import { hawalaRow, hawalaVersionOf, outgoingRow } from "./hawalas.ts";
import { officeAccounts, replyingOffice, writesOf } from "./office.ts";
import type { Replies, Said } from "./replies.ts";
import { accountRow } from "./rows.ts";
import { stage } from "./stage.tsx";

/** What the office has: two that wait, one that was paid, one that was cancelled, one that it has sent itself. */
export const waiting = hawalaRow({ id: 1 });
export const waitingToo = hawalaRow({ id: 2, receiverName: "Nadia", currency: "USD", currencyId: 2, rAmount: "300.00" });
export const passed = hawalaRow({
  id: 3,
  hawalaStatus: "Passed",
  transactionId: 30,
  passedDate: "2026-03-19",
  paidFromCode: "CASH",
  version: 2,
});
export const cancelled = hawalaRow({ id: 4, hawalaStatus: "Cancelled", version: 2 });
export const sent = outgoingRow({ id: 5 });
export const everyHawala = [waiting, waitingToo, passed, cancelled, sent];

const branches = [
  { id: 105, accountCode: "1007", accountName: "Herat branch", currencyId: 1, currency: "AFN" },
  { id: 106, accountCode: "2007", accountName: "Dubai branch", currencyId: 2, currency: "USD" },
];

const partner = accountRow({
  id: 107,
  accountCode: "2001",
  accountName: "London",
  accountType: "hawala_partner",
  currency: "AFN",
  currencyId: 1,
});
const branchAccounts = branches.map((branch) => accountRow({ ...branch, accountType: "partner" }));
const accounts = [...officeAccounts, partner, ...branchAccounts];

/** A page of a list, as the server answers it. */
export const listed = (body: readonly unknown[], headers: Record<string, string> = {}): Said => ({
  body,
  headers: { "x-total-count": String(body.length), ...headers },
});

function accountsAsked(_body: unknown, { searchParams }: URL): Said {
  const ids = (searchParams.get("ids") ?? "").split(",");
  return listed(accounts.filter(({ id }) => ids.includes(String(id))));
}

/** The hawalas of a filter, as far as the tests narrow. */
export function hawalasAsked(hawalas: readonly Hawala[]) {
  return (_body: unknown, { searchParams }: URL): Said => {
    const [q, direction, status, number] = ["q", "direction", "status", "number"].map((name) => searchParams.get(name) ?? "");
    return listed(
      hawalas.filter(
        (row) =>
          (direction === "all" || row.direction === direction) &&
          (status === "" || row.hawalaStatus === status) &&
          (number === "" || hawalaKey(row.hawalaNo) === hawalaKey(number ?? "")) &&
          `${row.hawalaNo} ${row.receiverName} ${row.senderName}`.toLowerCase().includes((q ?? "").toLowerCase()),
      ),
    );
  };
}

/** What the server answers to an act that it has carried out. */
export function carriedOut(hawala: Hawala, change: Partial<Hawala>): Said {
  return { body: { ...hawala, version: hawala.version + 1, ...change, hawalaId: hawala.id, balances: [] } };
}

/** What the server holds of hawala 1, which acts change. */
export function stored(hawala: Hawala) {
  let now: Hawala = hawala;
  return {
    "GET /api/hawala/1": () => ({ body: { ...now, payout: null } }),
    become: (change: Partial<Hawala>): Said => {
      now = { ...now, version: now.version + 1, ...change };
      return { body: { ...now, hawalaId: now.id, balances: [] } };
    },
  };
}

/** The office's server in the tests of hawalas; what a test adds goes before it. */
export function replyingHawalas(replies: Replies = {}) {
  return replyingOffice({
    "GET /api/hawala-details": hawalasAsked(everyHawala),
    ...Object.fromEntries(everyHawala.map((row) => [`GET /api/hawala/${String(row.id)}`, { body: { ...row, payout: null } }])),
    ...Object.fromEntries(
      everyHawala.map((row) => [
        `GET /api/hawala/${String(row.id)}/history`,
        { body: [hawalaVersionOf({ action: "imported", actor: "admin" })] },
      ]),
    ),
    "GET /api/hawala/branch-accounts": { body: branches },
    "GET /api/hawala/sender-codes": {
      body: [{ senderCode: "2001", accountId: 107, accountName: "London", hawalas: 4, pending: 2 }],
    },
    "GET /api/accounts": accountsAsked,
    "GET /api/accounts/107/balances": { body: [] },
    "GET /api/accounts/105/balances": { body: [] },
    "GET /api/accounts/106/balances": { body: [] },
    "GET /api/accounts/11/balances": {
      body: [
        { currencyId: 1, currency: "AFN", symbol: "؋", balance: "10000.00" },
        { currencyId: 2, currency: "USD", symbol: "$", balance: "100.00" },
      ],
    },
    ...replies,
  });
}

/** Opens Pass Hawala at an address, in an office that has {@link everyHawala}. */
export async function passPage(at: string, replies: Replies = {}, role: Role = "admin") {
  const fetched = replyingHawalas(replies);
  const staged = await stage(<PassHawalaPage />, { at: `/transactions/pass-hawala${at}`, user: { role } });
  const user = userEvent.setup({ delay: null });
  const panel = () => within(screen.getByRole("region", { name: "Hawala details" }));
  const asked = (path: string) =>
    addressesOf(fetched)
      .filter(({ pathname }) => pathname === path)
      .map(({ searchParams }) => Object.fromEntries(searchParams));
  return {
    ...staged,
    user,
    panel,
    asked,
    sent: () => writesOf(fetched),
    press: (name: string | RegExp) => user.click(screen.getByRole("button", { name })),
    inPanel: async (name: string) => user.click(await panel().findByRole("button", { name })),
    opened: async (hawalaNo: string) => {
      await panel().findByRole("heading", { name: `Hawala ${hawalaNo}` });
    },
    toast: async (title: string, text: string) => {
      expect((await screen.findAllByText(title)).length).toBeGreaterThan(0);
      expect((await screen.findAllByText(text)).length).toBeGreaterThan(0);
    },
  };
}
