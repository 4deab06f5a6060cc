import { z } from "zod";

import { idParams } from "./money.ts";
import { route } from "./route.ts";
import { instantReply } from "./text.ts";

const tag = "vouchers";

const standing = {
  version: z.int(),
  /** It was corrected since it was entered: a voucher of an earlier version is out of date. */
  corrected: z.boolean(),
  /**
   * The latest earlier version of which there is a voucher: this one takes its place, whatever led to it; only the payout of a hawala
   * replaces no advice.
   */
  replaces: z.int().nullable(),
  /** Accounts on a copy that had another name when the original was printed. */
  formerNames: z.array(z.object({ code: z.string(), name: z.string() })),
};

/** What the next print of the current version will be: 0 is the original, which there is once; above it the number of the copy. */
export const voucherState = z.object({ ...standing, nextCopy: z.int() });

/** A print that was just counted. */
const voucherPrint = z.object({
  ...standing,
  /** 0 is the original; above it the number of the copy. */
  copy: z.int(),
  printedAt: instantReply,
});
export type VoucherPrint = z.infer<typeof voucherPrint>;

export const transactionVoucher = route({
  method: "GET",
  path: "/api/transactions/:id/prints",
  tag,
  summary: "What the next print of a transaction's voucher will be: the original, or a copy",
  access: "everyone",
  params: idParams,
  reply: voucherState,
});

export const printTransaction = route({
  method: "POST",
  path: "/api/transactions/:id/prints",
  tag,
  summary: "Count a print of a transaction's voucher, before it is printed",
  access: "everyone",
  params: idParams,
  reply: voucherPrint,
  status: 201,
  versioned: true,
});

export const hawalaVoucher = route({
  method: "GET",
  path: "/api/hawalas/:id/prints",
  tag,
  summary: "What the next print of a hawala's voucher will be: the original, or a copy",
  access: "everyone",
  params: idParams,
  reply: voucherState,
});

export const printHawala = route({
  method: "POST",
  path: "/api/hawalas/:id/prints",
  tag,
  summary: "Count a print of a hawala's voucher, before it is printed",
  access: "everyone",
  params: idParams,
  reply: voucherPrint,
  status: 201,
  versioned: true,
});
