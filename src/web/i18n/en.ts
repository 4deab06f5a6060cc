import { accounts } from "./en/accounts.ts";
import { auth } from "./en/auth.ts";
import { common } from "./en/common.ts";
import { currencies } from "./en/currencies.ts";
import { dashboard } from "./en/dashboard.ts";
import { exchange } from "./en/exchange.ts";
import { hawalaDetails } from "./en/hawala-details.ts";
import { hawalaEntry } from "./en/hawala-entry.ts";
import { hawalaSerial } from "./en/hawala-serial.ts";
import { importHawala } from "./en/import-hawala.ts";
import { passHawala } from "./en/pass-hawala.ts";
import { profile } from "./en/profile.ts";
import { search } from "./en/search.ts";
import { settings } from "./en/settings.ts";
import { shell } from "./en/shell.ts";
import { transactions } from "./en/transactions.ts";
import { ui } from "./en/ui.ts";
import { users } from "./en/users.ts";

/** The English catalogue: one namespace per noun. */
export const en = {
  accounts,
  auth,
  common,
  currencies,
  dashboard,
  exchange,
  hawalaDetails,
  hawalaEntry,
  hawalaSerial,
  importHawala,
  passHawala,
  profile,
  search,
  settings,
  shell,
  transactions,
  ui,
  users,
} as const;
