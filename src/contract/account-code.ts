import { accountCodeOf } from "#kernel/account-code.ts";

import { filterText, requiredText } from "./text.ts";

const longest = 50;

/** The code of an account, known or not, as the office issues codes: in capitals and with the digits 0 to 9, however it was typed. */
export function accountCode(required: string) {
  return requiredText(longest, required)
    .transform(accountCodeOf)
    .refine((code) => code !== "", required);
}

/** The same as a query parameter; an empty one means "no filter". */
export const accountCodeFilter = filterText(longest).transform((code) => (code === undefined ? undefined : accountCodeOf(code)));
