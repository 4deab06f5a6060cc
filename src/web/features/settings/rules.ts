import type { z } from "zod";

import type { AccountNumberSetting, BusinessSettings } from "#contract/settings.ts";
import { businessDateAt, isTimeZone } from "#kernel/business-date.ts";
import { formatInstant } from "#web/lib/instant.ts";
import { serverNow } from "#web/lib/server-clock.ts";
import { plainCharacters, plainWithCommas, wholeNumber } from "#web/ui/amount/typed-amount.ts";
import type { Unfinished } from "#web/ui/entry/form-resolver.ts";
import { changedFields } from "#web/ui/entry/use-versioned-edit.ts";

import type { businessSchema, creationSchema, editSchema } from "./queries.ts";

/** What the form of a new setting takes for a start number that is none. */
export const fallbackStartNumber = 1_000;

/** A number setting as its forms hold it. */
export type NumberForm = {
  /** The currency's code; "" while none is chosen. */
  currency: string;
  startNumber: string;
};

/** What a new setting starts from. */
export const blankNumber: NumberForm = { currency: "", startNumber: String(fallbackStartNumber) };

/** A stored setting as its form shows it. */
export function numberFormOf({ currency, startNumber }: AccountNumberSetting): NumberForm {
  return { currency, startNumber: String(startNumber) };
}

/** Whether what was typed can be a start number at all. */
export function isStartNumber(typed: string): boolean {
  return wholeNumber(typed) >= 1;
}

/** The body of a new setting. A start number that is none becomes the first of the default series, as the form says. */
export function numberCreation({ currency, startNumber }: NumberForm): Unfinished<z.input<typeof creationSchema>> {
  return { currency, startNumber: isStartNumber(startNumber) ? wholeNumber(startNumber) : fallbackStartNumber };
}

/** The body of an edit. There is nothing to fall back on: what is no number is refused. */
export function numberEdit({ currency, startNumber }: NumberForm): Unfinished<z.input<typeof editSchema>> {
  return { currency, startNumber: wholeNumber(startNumber) };
}

/** The business settings as their form holds them. */
export type BusinessForm = {
  officeName: string;
  timeZone: string;
  baseCurrency: string;
  cashAccountId: number | null;
  rateDeviationPercent: string;
  senderCode: string;
  branchCodes: string[];
  expenseCodes: string[];
  usdTotalFrom: string;
  sessionIdleMinutes: string;
  sessionHours: string;
  backupTime: string;
  backupsKept: string;
};
export type BusinessField = keyof BusinessForm;

/** Stored settings as their form shows them. */
export function businessFormOf(settings: BusinessSettings): BusinessForm {
  const { version: _version, sessionIdleMinutes, sessionHours, backupsKept, ...texts } = settings;
  return {
    ...texts,
    sessionIdleMinutes: String(sessionIdleMinutes),
    sessionHours: String(sessionHours),
    backupsKept: String(backupsKept),
  };
}

/** The body of a change: what was changed, and nothing else. */
export function businessEdit(typed: BusinessForm, before: BusinessForm): Unfinished<z.input<typeof businessSchema>> {
  const { sessionIdleMinutes, sessionHours, rateDeviationPercent, backupTime, backupsKept, ...others } = changedFields(
    before,
    typed,
  );
  return {
    ...others,
    ...(rateDeviationPercent === undefined ? {} : { rateDeviationPercent: plainWithCommas(rateDeviationPercent) }),
    ...(sessionIdleMinutes === undefined ? {} : { sessionIdleMinutes: wholeNumber(sessionIdleMinutes) }),
    ...(sessionHours === undefined ? {} : { sessionHours: wholeNumber(sessionHours) }),
    ...(backupTime === undefined ? {} : { backupTime: plainCharacters(backupTime) }),
    ...(backupsKept === undefined ? {} : { backupsKept: wholeNumber(backupsKept) }),
  };
}

/** The time zones to choose from, with the one that is stored should it go by an older name. */
export function timeZones(stored: string): readonly string[] {
  return [...new Set([...Intl.supportedValuesOf("timeZone"), "UTC", stored])].toSorted();
}

/** The zones whose name has what was typed in it; a blank in it stands for the sign between the words of a name. */
export function matchingZones(zones: readonly string[], typed: string): readonly string[] {
  const part = typed.trim().replaceAll(/\s+/g, "_").toLowerCase();
  return zones.filter((zone) => zone.toLowerCase().includes(part));
}

/**
 * What a clock in a zone shows at this moment by the server's clock, which decides the office's day, and which business date it is there;
 * undefined where this browser does not know the zone.
 */
export function clockIn(timeZone: string): { readonly now: string; readonly date: string } | undefined {
  if (!isTimeZone(timeZone)) return undefined;
  const now = serverNow();
  return { now: formatInstant(now, timeZone), date: businessDateAt(new Date(now), timeZone) };
}
