import type { AccountType } from "#kernel/account-type.ts";

import type { PlainWord } from "./said.ts";

/** What the types of accounts are called in files, as on the screens. */
export const accountTypeWords: Readonly<Record<AccountType, PlainWord>> = {
  personal: "Personal",
  business: "Business",
  customer: "Customer",
  company: "Company",
  partner: "Partner",
  hawala_partner: "Hawala partner",
};
