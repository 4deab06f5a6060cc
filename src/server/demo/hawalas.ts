import type { Kysely } from "kysely";

import { incomingHawalaBody, outgoingHawalaBody } from "#contract/hawalas.ts";
import type { DB } from "#db/types.gen.ts";
import { addDays, type BusinessDate } from "#kernel/business-date.ts";
import type { AskedBy } from "#ledger/answered-key.ts";
import type { Ledger } from "#ledger/post.ts";
import { enterHawala } from "#server/features/hawalas/entry.ts";
import { payHawala } from "#server/features/hawalas/payout.ts";
import { moveHawala, type Asked } from "#server/features/hawalas/standing.ts";
import { importSheet } from "#server/features/import-batches/import.ts";

import type { Chooser } from "./random.ts";
import { partnersSheet, type SheetLine } from "./sheet.ts";

/** What the hawalas of the office need: its books, whose they are, and the day it is. */
export interface HawalaOffice {
  readonly db: Kysely<DB>;
  readonly ledger: Ledger;
  readonly by: AskedBy;
  readonly today: BusinessDate;
}

const incomingCount = 280;
const outgoingCount = 80;
const sheetRows = 40;
/** Each is a transaction of its own; so many at once keep the database busy. */
const atOnce = 8;

const senders = [
  "Idris Hotakzad",
  "Nabi Sadatyar",
  "Maryam Mangalwal",
  "Rahim Kohdamanyar",
  "Hosna Azizpuri",
  "Tariq Andarabzad",
];
const receivers = [
  "Mursal Rahimyar",
  "Laila Bakhtwal",
  "Gulalai Hotakzad",
  "Basir Andarabzad",
  "Zarghuna Nurzadwal",
  "Emal Paryanzad",
];
const places = ["Kabul", "Herat", "Mazar-e-Sharif", "Kandahar", "Jalalabad", "Ghazni"];
/** What a pound and a dollar are worth in what is paid out, in thousandths. */
const payouts = [
  { currency: "AFN", perPound: 91_440, perDollar: 69_900 },
  { currency: "AFN", perPound: 91_900, perDollar: 70_200 },
  { currency: "USD", perPound: 1_310, perDollar: 1_000 },
] as const;

/**
 * Four hundred hawalas of two partners in every status: entered by hand and imported from a sheet, paid in cash and by
 * branch, taken back, cancelled; and outgoing ones from sent to completed. Answers how many.
 */
export async function recordHawalas(office: HawalaOffice, choose: Chooser): Promise<number> {
  const incoming = Array.from({ length: incomingCount }, (_, index) => incomingLife(office, index, choose));
  const outgoing = Array.from({ length: outgoingCount }, (_, index) => outgoingLife(office, index, choose));
  const lives = [...incoming, ...outgoing];
  for (let start = 0; start < lives.length; start += atOnce) {
    await Promise.all(lives.slice(start, start + atOnce).map((live) => live()));
  }
  const { importedCount } = await importSheet(
    office.db,
    {
      file: { name: `london-${office.today}.xlsx`, bytes: await partnersSheet(sheetLines(choose)) },
      senderCode: "2001",
      transactionDate: office.today,
      skipInvalid: false,
      secondCopies: false,
    },
    office.by,
  );
  return lives.length + importedCount;
}

function dayWithin(office: HawalaOffice, choose: Chooser): BusinessDate {
  return addDays(office.today, -choose.between(0, 60));
}

function lineOf(number: number, choose: Chooser): SheetLine {
  const { currency, perPound, perDollar } = choose.oneOf(payouts);
  const pounds = choose.between(2, 14) * 25;
  const thousandths = pounds * perPound;
  return {
    hawalaNo: String(number),
    senderName: choose.oneOf(senders),
    receiverName: choose.oneOf(receivers),
    amount: String(pounds),
    exchangeRate: decimal(perPound, 3),
    currency,
    rAmount: decimal(thousandths / 10, 2),
    receiverLocation: choose.oneOf(places),
    rate: decimal(perDollar, 3),
    intoUSD: decimal(Math.round((thousandths / perDollar) * 100), 2),
  };
}

/** A whole number of the smallest units as decimal text. */
function decimal(units: number, decimals: number): string {
  const digits = String(Math.round(units)).padStart(decimals + 1, "0");
  return `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`;
}

function sheetLines(choose: Chooser): readonly SheetLine[] {
  return Array.from({ length: sheetRows }, (_, index) => lineOf(320_001 + index, choose));
}

/** What becomes of an incoming hawala, decided before it is entered: the same office every time. */
function incomingLife(office: HawalaOffice, index: number, choose: Chooser): () => Promise<void> {
  const { db, ledger, by } = office;
  const day = dayWithin(office, choose);
  const line = lineOf(310_001 + index, choose);
  const senderCode = index % 4 === 3 ? "2002" : "2001";
  const body = incomingHawalaBody.parse({ ...line, direction: "incoming", senderCode, transactionDate: day });
  const fate = choose.between(1, 100);
  const branch = choose.happens(20);
  const document = choose.happens(70)
    ? { documentName: line.receiverName, documentNumber: `1399-${String(choose.between(1000, 9999))}` }
    : {};
  return async () => {
    const { id } = await enterHawala({ db, ledger }, body, by);
    if (fate <= 62) {
      const branchAccountId = branch ? await branchFor(db, line.currency) : undefined;
      await payHawala({ db }, { id, payout: { ...document, transDate: day, branchAccountId } }, by);
    }
    const asked: Asked | undefined = fate <= 3 ? "pending" : fate <= 5 || fate > 94 ? "cancelled" : undefined;
    if (asked !== undefined) await moveHawala({ db }, { id, asked }, by);
  };
}

/** The branch that pays in a currency, by the codes that the settings start with. */
async function branchFor(db: Kysely<DB>, currency: string): Promise<number> {
  const code = currency === "AFN" ? "1007" : "2007";
  const { id } = await db.selectFrom("accounts").select("id").where("code", "=", code).executeTakeFirstOrThrow();
  return id;
}

const sendings = [
  { currency: "USD", convertedCurrency: "USD", exchangeRate: "1", least: 100, most: 2_000 },
  { currency: "AFN", convertedCurrency: "USD", exchangeRate: "0.01425", least: 20_000, most: 150_000 },
  { currency: "USD", convertedCurrency: "PKR", exchangeRate: "277.5", least: 100, most: 1_500 },
] as const;

function outgoingLife(office: HawalaOffice, index: number, choose: Chooser): () => Promise<void> {
  const { db, ledger, by } = office;
  const sending = choose.oneOf(sendings);
  const amount = Math.round(choose.between(sending.least, sending.most) / 10) * 10;
  const body = outgoingHawalaBody.parse({
    direction: "outgoing",
    ...sending,
    amount: String(amount),
    commission: sending.convertedCurrency === "PKR" ? "500" : "5",
    senderName: choose.oneOf(receivers),
    senderPhone: `0700 555 ${String(choose.between(100, 999))}`,
    receiverName: choose.oneOf(senders),
    receiverLocation: sending.convertedCurrency === "PKR" ? "Peshawar" : "London",
    transactionDate: dayWithin(office, choose),
  });
  const fate = choose.between(1, 100);
  return async () => {
    const partnerAccountId = index % 10 === 9 ? undefined : await partnerFor(db, sending.convertedCurrency);
    const { id } = await enterHawala({ db, ledger }, { ...body, partnerAccountId }, by);
    const acts: readonly Asked[] =
      fate <= 50
        ? ["received", "completed"]
        : fate <= 70
          ? ["received"]
          : fate <= 76
            ? ["cancelled"]
            : fate <= 80
              ? ["received", "pending"]
              : [];
    for (const asked of acts) await moveHawala({ db }, { id, asked }, by);
  };
}

/** The partner who pays out in a currency. */
async function partnerFor(db: Kysely<DB>, currency: string): Promise<number> {
  const { id } = await db
    .selectFrom("accounts")
    .innerJoin("currencies", "currencies.id", "accounts.currency_id")
    .select("accounts.id")
    .where("account_type", "=", "hawala_partner")
    .where("currencies.code", "=", currency)
    .orderBy("accounts.id")
    .executeTakeFirstOrThrow();
  return id;
}
