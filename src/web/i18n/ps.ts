import type { en } from "./en.ts";
import { accounts } from "./ps/accounts.ts";
import { auditLog } from "./ps/audit-log.ts";
import { auth } from "./ps/auth.ts";
import { backups } from "./ps/backups.ts";
import { common } from "./ps/common.ts";
import { currencies } from "./ps/currencies.ts";
import { currencyPosition } from "./ps/currency-position.ts";
import { dailyBook } from "./ps/daily-book.ts";
import { dashboard } from "./ps/dashboard.ts";
import { exchange } from "./ps/exchange.ts";
import { hawalaDetails } from "./ps/hawala-details.ts";
import { hawalaEntry } from "./ps/hawala-entry.ts";
import { hawalaSerial } from "./ps/hawala-serial.ts";
import { importHawala } from "./ps/import-hawala.ts";
import { partnerSettlement } from "./ps/partner-settlement.ts";
import { passHawala } from "./ps/pass-hawala.ts";
import { print } from "./ps/print.ts";
import { profile } from "./ps/profile.ts";
import { reports } from "./ps/reports.ts";
import { search } from "./ps/search.ts";
import { settings } from "./ps/settings.ts";
import { shell } from "./ps/shell.ts";
import { transactions } from "./ps/transactions.ts";
import { ui } from "./ps/ui.ts";
import { users } from "./ps/users.ts";
import { vouchers } from "./ps/vouchers.ts";
import type { Translation } from "./translation.ts";

export { pashtoWords } from "./ps/browser-words.ts";
export { refusals } from "./ps/refusals.ts";

/** The Pashto catalogue: what the English one says, in the words of the counter. Fetched when it is to be spoken. */
export const ps = {
  accounts,
  auditLog,
  auth,
  backups,
  common,
  currencies,
  currencyPosition,
  dailyBook,
  dashboard,
  exchange,
  hawalaDetails,
  hawalaEntry,
  hawalaSerial,
  importHawala,
  partnerSettlement,
  passHawala,
  print,
  profile,
  reports,
  search,
  settings,
  shell,
  transactions,
  ui,
  users,
  vouchers,
} as const satisfies Translation<typeof en>;
