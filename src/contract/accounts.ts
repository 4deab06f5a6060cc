import { z } from "zod";

import { accountStatuses, accountTypes } from "#kernel/account-type.ts";
import { earliestBirthDate } from "#kernel/business-date.ts";

import { formatQuery, imageForm, imageInput, imageTypes } from "./file.ts";
import { amountReply, dateInput, idFilter, idInput, idParams } from "./money.ts";
import { pageQuery } from "./page.ts";
import { route } from "./route.ts";
import {
  filterText,
  noFilterWhenEmpty,
  flagQuery,
  instantReply,
  optionalText,
  requiredText,
  searchLength,
  text,
  withDefault,
} from "./text.ts";

/** Six mebibytes: a picture and a signature of 2 MiB each, written as data URLs. */
const accountBodyLimit = 6 * 1024 * 1024;

const accountFields = {
  id: z.int(),
  accountCode: z.string(),
  accountName: z.string(),
  lastName: z.string().nullable(),
  fatherName: z.string().nullable(),
  tazkiraNumber: z.string().nullable(),
  email: z.string().nullable(),
  phone: z.string().nullable(),
  dateOfBirth: z.string().nullable(),
  currencyId: z.int(),
  /** The code of the account's own currency. */
  currency: z.string(),
  address: z.string().nullable(),
  accountType: z.enum(accountTypes),
  accountStatus: z.enum(accountStatuses),
  hasPicture: z.boolean(),
  hasSignature: z.boolean(),
  version: z.int(),
  createdAt: instantReply,
  updatedAt: instantReply,
};

export const balanceOfCurrency = z.object({
  currencyId: z.int(),
  currency: z.string(),
  symbol: z.string(),
  balance: amountReply,
});
export type CurrencyBalance = z.infer<typeof balanceOfCurrency>;

/** A row of the account list: no pictures, but the balances of every currency the account holds. */
export const accountRow = z.object({ ...accountFields, balances: z.array(balanceOfCurrency) });
export type AccountRow = z.infer<typeof accountRow>;

/** One account, with its pictures as data URLs. */
export const account = z.object({ ...accountFields, picture: z.string().nullable(), signature: z.string().nullable() });
export type Account = z.infer<typeof account>;

const tag = "accounts";
const image = imageInput("image").meta({ description: `${imageForm}; empty for none` });
const emailOrEmpty = z
  .string()
  .trim()
  .pipe(z.union([z.literal(""), z.email("Not a valid email address").max(255, "At most 255 characters")]))
  .meta({ description: "An email address; empty for none" })
  .nullish()
  .transform((value) => (value === "" ? null : value));

/** The server refuses a day after today at the office as well. */
const birthDateInput = dateInput
  .refine((date) => date >= earliestBirthDate, `The date must not be before ${earliestBirthDate}`)
  .meta({ description: `A day, YYYY-MM-DD, from ${earliestBirthDate} to today at the office`, example: "1990-03-21" });

const editableFields = {
  lastName: optionalText(255),
  fatherName: optionalText(255),
  tazkiraNumber: optionalText(100),
  email: emailOrEmpty,
  phone: optionalText(50),
  dateOfBirth: z
    .union([z.literal(""), birthDateInput])
    .nullish()
    .transform((value) => (value === "" ? null : value)),
  address: optionalText(1_000),
  picture: image,
  signature: image,
};

const accountName = requiredText(255, "Account name is required");
const currencyId = idInput("Currency is required");
const accountType = z.enum(accountTypes, { error: "Choose one of the account types" });
const accountStatus = z.enum(accountStatuses, { error: "Choose one of the account statuses" });

const filters = {
  q: filterText(searchLength),
  status: noFilterWhenEmpty(z.enum(accountStatuses, { error: "Not an account status" })),
  type: noFilterWhenEmpty(z.enum(accountTypes, { error: "Not an account type" })),
  currencyId: idFilter("Not a currency"),
};

export const listAccounts = route({
  method: "GET",
  path: "/api/accounts",
  tag,
  summary: "Accounts, by code; `q` searches code, name, last name, father name, phone and tazkira",
  access: "everyone",
  query: z.object({
    ...pageQuery,
    ...filters,
    /** How a picker shows its recent accounts. */
    ids: z
      .string()
      .regex(/^\d{1,9}(,\d{1,9}){0,99}$/, "Give at most 100 ids, separated by commas")
      .transform((value) => value.split(",").map((id) => Number.parseInt(id, 10)))
      .optional()
      .meta({ description: "Only these ids, separated by commas, at most 100" }),
    balances: flagQuery.default(true).meta({ description: "`false` leaves the balances out" }),
  }),
  reply: z.array(accountRow),
  paged: true,
});

export const exportAccounts = route({
  method: "GET",
  path: "/api/accounts/export",
  tag,
  summary: "The accounts of a filter as a spreadsheet, with a column for the balances of each currency",
  access: "everyone",
  query: z.object({ ...formatQuery, ...filters }),
  reply: z.unknown(),
  binary: "download",
});

export const getAccount = route({
  method: "GET",
  path: "/api/accounts/:id",
  tag,
  summary: "One account with its pictures",
  access: "everyone",
  params: idParams,
  reply: account,
});

export const createAccount = route({
  method: "POST",
  path: "/api/accounts",
  tag,
  summary: "Open an account; the server issues its code",
  access: "everyone",
  body: z.object({
    ...editableFields,
    accountName,
    currencyId,
    accountType: withDefault(accountType, "customer"),
    accountStatus: withDefault(accountStatus, "active"),
  }),
  reply: account,
  status: 201,
  bodyLimit: accountBodyLimit,
  idempotent: true,
});

export const updateAccount = route({
  method: "PATCH",
  path: "/api/accounts/:id",
  tag,
  summary: "Edit an account; an empty picture or signature removes it",
  access: "everyone",
  params: idParams,
  body: z.object({
    ...editableFields,
    accountName: accountName.optional(),
    currencyId: currencyId.optional(),
    accountType: accountType.optional(),
    accountStatus: accountStatus.optional(),
  }),
  reply: account,
  bodyLimit: accountBodyLimit,
  versioned: true,
});

/** It gives each version of an account an address of its own, for pages that keep what they have read. The answer is the image of now. */
const imageQuery = z.object({ v: text(20).optional().meta({ description: "Any text: the answer is the same" }) });

export const accountPicture = route({
  method: "GET",
  path: "/api/accounts/:id/picture",
  tag,
  summary: "The picture of an account's holder",
  access: "everyone",
  params: idParams,
  query: imageQuery,
  reply: z.unknown(),
  binary: true,
  media: imageTypes,
});

export const accountSignature = route({
  method: "GET",
  path: "/api/accounts/:id/signature",
  tag,
  summary: "The signature of an account's holder",
  access: "everyone",
  params: idParams,
  query: imageQuery,
  reply: z.unknown(),
  binary: true,
  media: imageTypes,
});

export const accountBalances = route({
  method: "GET",
  path: "/api/accounts/:id/balances",
  tag,
  summary: "What an account holds, per currency",
  access: "everyone",
  params: idParams,
  reply: z.array(balanceOfCurrency),
});

/** The fields of an account that its history tells of, in the order of the form. */
export const accountHistoryFields = [
  "accountName",
  "lastName",
  "fatherName",
  "tazkiraNumber",
  "email",
  "phone",
  "dateOfBirth",
  "currencyId",
  "address",
  "accountType",
  "accountStatus",
  "picture",
  "signature",
] as const;

const accountVersion = z.object({
  version: z.int(),
  action: z.enum(["created", "changed"]),
  /** The username; empty where the office's own machinery did it. */
  actor: z.string(),
  recordedAt: instantReply,
  /** What differs from the version before; all that is known, for the first one. A currency is told by its code. */
  changes: z.array(
    z.object({
      field: z.enum(accountHistoryFields),
      before: z.string().nullable(),
      /** Of a picture or signature: "added", "replaced" or "removed". Once whatever was added was called "replaced", too. */
      after: z.string().nullable(),
    }),
  ),
});
export type AccountVersion = z.infer<typeof accountVersion>;

export const accountHistory = route({
  method: "GET",
  path: "/api/accounts/:id/history",
  tag,
  summary: "Who opened and who changed an account, the latest first, with what was there before and after",
  access: "everyone",
  params: idParams,
  query: z.object(pageQuery),
  reply: z.array(accountVersion),
  paged: true,
});
