import { z } from "zod";

import { hawalaDirections, hawalaStatuses } from "#kernel/hawala.ts";

import { accountCode } from "./account-code.ts";
import { imageForm, imageInput, imageTypes } from "./file.ts";
import {
  amountInput,
  amountReply,
  commissionInput,
  figureInput,
  idParams,
  idQuery,
  optionalCommission,
  optionalDate,
  optionalId,
  rateInput,
  rateReply,
} from "./money.ts";
import { route } from "./route.ts";
import { currencyCode, instantReply, optionalText, requiredText, withDefault } from "./text.ts";
import { touchedBalance } from "./transactions.ts";

const tag = "hawalas";
const nameLength = 255;

/** One remittance of either direction. What its direction does not have is null. */
export const hawala = z.object({
  id: z.int(),
  direction: z.enum(hawalaDirections),
  hawalaNo: z.string(),
  hawalaStatus: z.enum(hawalaStatuses),
  senderName: z.string(),
  senderLocation: z.string().nullable(),
  senderPhone: z.string().nullable(),
  receiverName: z.string(),
  receiverLocation: z.string().nullable(),
  receiverPhone: z.string().nullable(),
  receiverAccountId: z.int().nullable(),
  amount: amountReply.meta({
    description: "Incoming: in pounds, which the partner took. Outgoing: in `amountCurrency`, which our office took",
  }),
  amountCurrency: z.string().nullable(),
  exchangeRate: rateReply.meta({ description: "Units of `currency` per unit of `amount`" }),
  rAmount: amountReply.meta({ description: "What the receiver gets, in `currency`" }),
  currency: z.string(),
  currencyId: z.int(),
  currencySymbol: z.string(),
  remarks: z.string(),
  transactionDate: z.string(),
  /** The same day, by the name that the dashboard's record has for it. */
  hawalaDate: z.string(),
  /** Incoming: the account code of the partner, units of `currency` per USD, and the dollars it comes to. */
  senderCode: z.string().nullable(),
  rate: rateReply.nullable(),
  intoUSD: amountReply.nullable(),
  importBatchId: z.int().nullable(),
  importDate: instantReply.nullable(),
  /** Outgoing: who paid (null: a walk-in), who is to pay it out, and what the office keeps, in `currency`. */
  senderAccountId: z.int().nullable(),
  partnerAccountId: z.int().nullable(),
  partnerCode: z.string().nullable(),
  partnerName: z.string().nullable(),
  commission: amountReply,
  /** The live transaction: the pass of an incoming hawala, the booking of an outgoing one. */
  transactionId: z.int().nullable(),
  /** Passed: its business date, and the account that it was paid from. */
  passedDate: z.string().nullable(),
  paidFromCode: z.string().nullable(),
  /** The username of who entered or imported it. */
  processedBy: z.string(),
  createdAt: instantReply,
  updatedAt: instantReply,
  version: z.int(),
});
export type Hawala = z.infer<typeof hawala>;

/** A hawala just written, with the new shown balance of every account and currency that moved. */
export const recordedHawala = hawala.extend({ hawalaId: z.int(), balances: z.array(touchedBalance) });
export type RecordedHawala = z.infer<typeof recordedHawala>;

const code = currencyCode("Currency is required");

const parties = {
  senderName: requiredText(nameLength, "Sender name is required"),
  receiverName: requiredText(nameLength, "Receiver name is required"),
  senderPhone: optionalText(50),
  receiverPhone: optionalText(50),
  senderLocation: optionalText(nameLength),
  receiverLocation: optionalText(nameLength),
  receiverAccountId: optionalId,
};

/** An amount that is judged with the other figures of its hawala. */
const figure = figureInput();

/** What a clerk enters for a partner to pay out. The server issues its number. */
const outgoing = {
  ...parties,
  senderAccountId: optionalId.meta({ description: "Who pays; without one, a walk-in at the cash box" }),
  partnerAccountId: optionalId.meta({
    description: "Without one the obligation stands on Hawala in Transit until it is assigned",
  }),
  amount: amountInput("Amount is required"),
  currency: code.meta({ description: "What is paid in; beside `amountCurrency`, what the receiver gets, as in a row" }),
  amountCurrency: code.nullish().meta({ description: "What is paid in, by the name that a row has for it" }),
  exchangeRate: rateInput("Exchange rate is required").nullish(),
  convertedAmount: figure.nullish().meta({
    description: "Missing, or what amount × rate − commission gives, a hundredth more or less between two currencies",
  }),
  rAmount: figure.nullish().meta({ description: "The converted amount, by the name that a row has for it" }),
  convertedCurrency: withDefault(code, "USD"),
  commission: commissionInput.meta({ description: "In the converted currency, with at most two decimals", example: "5.00" }),
  notes: optionalText(1_000),
  remarks: optionalText(1_000).meta({ description: "The notes, by the name that a row has for them" }),
  transactionDate: optionalDate,
};

/** What a clerk copies from a partner's message. */
const incoming = {
  ...parties,
  hawalaNo: requiredText(50, "Hawala number is required"),
  senderCode: accountCode("Sender code is required").nullish(),
  amount: amountInput("Amount is required").meta({ description: "In pounds", example: "1234.50" }),
  exchangeRate: rateInput("Exchange rate is required"),
  currency: code,
  rAmount: amountInput("Receiver amount is required", "Receiver amount must be greater than 0"),
  rate: rateInput("Rate is required").nullish(),
  intoUSD: amountInput("Amount in USD is required").nullish(),
  remarks: optionalText(1_000),
  transactionDate: optionalDate,
};

const toIncoming = { direction: z.literal("incoming"), ...incoming };
/** A body that does not say where it goes describes an outgoing hawala. */
const isOutgoing = z
  .literal("outgoing")
  .nullish()
  .default("outgoing")
  .transform(() => "outgoing" as const);
const toOutgoing = { direction: isOutgoing, ...outgoing };
export const outgoingHawalaBody = z.object(toOutgoing);
export const incomingHawalaBody = z.object(toIncoming);
/** In a correction nothing stands for what is left out but what is stored. */
const outgoingCorrection = z.object({
  ...toOutgoing,
  convertedCurrency: code.nullish(),
  commission: optionalCommission,
});

const unknownDirection = { error: "Direction must be one of outgoing, incoming" };
const entries = z.discriminatedUnion("direction", [outgoingHawalaBody, incomingHawalaBody], unknownDirection);
const corrections = z.discriminatedUnion("direction", [outgoingCorrection, incomingHawalaBody], unknownDirection);

function isGiven(body: object, field: string): boolean {
  return ((body as Readonly<Record<string, unknown>>)[field] ?? null) !== null;
}

/** A body that names the paid currency as a row does means by `currency` what a row means, so that a row can be sent as it was read. */
function spokenOut(body: unknown): unknown {
  if (typeof body !== "object" || body === null) return body;
  const isAsRead = isGiven(body, "amountCurrency") && !isGiven(body, "convertedCurrency") && "currency" in body;
  return isAsRead ? { ...body, convertedCurrency: body.currency } : body;
}

export type HawalaBody = z.output<typeof corrections>;
export type OutgoingHawalaBody = z.output<typeof outgoingCorrection>;
export type IncomingHawalaBody = z.output<typeof incomingHawalaBody>;

export const createHawala = route({
  method: "POST",
  path: "/api/hawala",
  tag,
  summary: "Enter a hawala: an outgoing one is booked at once, an incoming one waits until it is passed",
  access: "everyone",
  body: z.preprocess(spokenOut, entries),
  reply: recordedHawala,
  status: 201,
  idempotent: true,
});

export const updateHawala = route({
  method: "PUT",
  path: "/api/hawala/:id",
  tag,
  summary: "Correct a hawala that is still open; the booking of an outgoing one is mirrored and made anew where it changes",
  access: "staff",
  params: idParams,
  body: z.preprocess(spokenOut, corrections),
  reply: recordedHawala,
  idempotent: true,
  versioned: true,
});

/** The receiver's papers as the teller saw them. */
const payoutDocument = {
  documentName: optionalText(nameLength),
  documentNumber: optionalText(100),
  documentPhoto: imageInput("photo").meta({ description: imageForm }),
};

export const passHawala = route({
  method: "POST",
  path: "/api/hawala/pass/:id",
  tag,
  summary: "Pay an incoming hawala to its receiver: in cash, or by a branch account",
  access: "everyone",
  params: idParams,
  body: z.object({ branchAccountId: optionalId, transDate: optionalDate, ...payoutDocument }).nullish(),
  reply: recordedHawala,
  bodyLimit: 3 * 1024 * 1024,
  idempotent: true,
  versioned: true,
});

const statusCall = {
  tag,
  params: idParams,
  reply: recordedHawala,
  access: "everyone",
  method: "PUT",
  idempotent: true,
  versioned: true,
} as const;

export const hawalaToPending = route({
  ...statusCall,
  path: "/api/hawala/pending/:id",
  summary: "Open a hawala again: the payout of a passed one is taken back, a cancelled outgoing one is booked again",
});

export const cancelHawala = route({
  ...statusCall,
  path: "/api/hawala/cancel/:id",
  summary: "Cancel a hawala and take back what was posted for it",
});

export const hawalaReceived = route({
  ...statusCall,
  path: "/api/hawala/received/:id",
  summary: "The partner has confirmed that he received an outgoing hawala",
});

export const completeHawala = route({
  ...statusCall,
  path: "/api/hawala/completed/:id",
  summary: "The partner has paid the receiver of an outgoing hawala",
});

/** What was seen of the receiver's papers at a payout. */
export const seenPapers = z.object({
  documentName: z.string().nullable(),
  documentNumber: z.string().nullable(),
  hasPhoto: z.boolean(),
});

export const getHawala = route({
  method: "GET",
  path: "/api/hawala/:id",
  tag,
  summary: "One hawala, with what was seen of the receiver's papers when it was paid",
  access: "everyone",
  params: idParams,
  reply: hawala.extend({ payout: seenPapers.nullable() }),
});

export const hawalaPhoto = route({
  method: "GET",
  path: "/api/hawala/:id/document",
  tag,
  summary: "The photo of the papers that a hawala was paid on",
  access: "everyone",
  params: idParams,
  /** Of which payout, also one that was taken back; of the one that stands where it is missing. */
  query: z.object({ transactionId: idQuery }),
  reply: z.unknown(),
  binary: true,
  media: imageTypes,
});
