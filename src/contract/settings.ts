import { z } from "zod";

import { accountCode } from "./account-code.ts";
import { dateInput, idInput, idParams } from "./money.ts";
import { officeSettings } from "./office.ts";
import { route } from "./route.ts";
import { currencyCode, instantReply, requiredText, text } from "./text.ts";

const tag = "settings";

const numberSetting = z.object({
  id: z.int(),
  currency: z.string(),
  startNumber: z.int(),
  version: z.int(),
  createdAt: instantReply,
});
export type AccountNumberSetting = z.infer<typeof numberSetting>;

const startNumber = z
  .int("The start number is a whole number of at least 1")
  .min(1, "The start number is a whole number of at least 1")
  .max(999_999_999, "The start number has at most nine digits");
const chosenCurrency = currencyCode("Please select a currency");

export const listAccountNumberSettings = route({
  method: "GET",
  path: "/api/account-number-settings",
  tag,
  summary: "From which number the accounts of a currency are numbered",
  access: "admin",
  reply: z.array(numberSetting),
});

export const createAccountNumberSetting = route({
  method: "POST",
  path: "/api/account-number-settings",
  tag,
  summary: "Set the start number of a currency",
  access: "admin",
  body: z.object({ currency: chosenCurrency, startNumber }),
  reply: numberSetting,
  status: 201,
});

export const updateAccountNumberSetting = route({
  method: "PUT",
  path: "/api/account-number-settings/:id",
  tag,
  summary: "Change a start number; codes already issued stay",
  access: "admin",
  versioned: true,
  params: idParams,
  body: z.object({ currency: chosenCurrency.optional(), startNumber }),
  reply: numberSetting,
});

export const deleteAccountNumberSetting = route({
  method: "DELETE",
  path: "/api/account-number-settings/:id",
  tag,
  summary: "Delete a setting: accounts of its currency take the common series from then on",
  access: "admin",
  versioned: true,
  params: idParams,
  reply: z.object({ message: z.string() }),
});

const businessSettings = officeSettings.extend({
  /** A session that is not used for so many minutes ends. */
  sessionIdleMinutes: z.int(),
  /** A session ends so many hours after its sign-in, used or not. */
  sessionHours: z.int(),
  /** When the nightly backup is made, "HH:MM" by the office's clock. */
  backupTime: z.string(),
  /** How many good backups are kept. */
  backupsKept: z.int(),
});
export type BusinessSettings = z.infer<typeof businessSettings>;

/** Sooner, people would be signed out between two customers; later than after a day. */
const idleMinutes = { least: 5, most: 1_440 } as const;
/** A week at most. */
const sessionHours = { least: 1, most: 168 } as const;
const backupsKept = { least: 1, most: 365 } as const;
/** How many codes each list takes: an office has more things to pay for than branches. */
export const mostCodes = { branchCodes: 50, expenseCodes: 200 } as const;

function wholeNumber({ least, most }: { readonly least: number; readonly most: number }, what: string) {
  const fault = `${what} is a whole number from ${String(least)} to ${String(most)}`;
  return z.int(fault).min(least, fault).max(most, fault);
}

export const getBusinessSettings = route({
  method: "GET",
  path: "/api/business-settings",
  tag,
  summary: "The business settings",
  access: "admin",
  reply: businessSettings,
});

export const updateBusinessSettings = route({
  method: "PUT",
  path: "/api/business-settings",
  tag,
  summary: "Change business settings; what is left out stays",
  access: "admin",
  versioned: true,
  body: z.object({
    officeName: requiredText(100, "Office name is required").optional(),
    timeZone: text(64).optional(),
    baseCurrency: chosenCurrency.optional(),
    cashAccountId: idInput("Cash account is required").optional(),
    senderCode: accountCode("Sender code is required").optional(),
    branchCodes: z.array(accountCode("A branch code is missing")).max(mostCodes.branchCodes).optional(),
    expenseCodes: z.array(accountCode("An expense account code is missing")).max(mostCodes.expenseCodes).optional(),
    usdTotalFrom: dateInput.optional(),
    rateDeviationPercent: z
      .union([z.string(), z.number()])
      .transform(String)
      .pipe(z.string().regex(/^\d{1,3}(\.\d{1,2})?$/, "Give a percentage from 0 to 999.99 with at most two decimals"))
      .optional(),
    sessionIdleMinutes: wholeNumber(idleMinutes, "The idle time in minutes").optional(),
    sessionHours: wholeNumber(sessionHours, "The length of a session in hours").optional(),
    backupTime: z
      .string()
      .trim()
      .regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, "Give the time of the backup as HH:MM, from 00:00 to 23:59")
      .optional(),
    backupsKept: wholeNumber(backupsKept, "The number of backups to keep").optional(),
  }),
  reply: businessSettings,
});
