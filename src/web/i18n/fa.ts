import type { en } from "./en.ts";
import { accounts } from "./fa/accounts.ts";
import { auditLog } from "./fa/audit-log.ts";
import { auth } from "./fa/auth.ts";
import { backups } from "./fa/backups.ts";
import { common } from "./fa/common.ts";
import { currencies } from "./fa/currencies.ts";
import { currencyPosition } from "./fa/currency-position.ts";
import { dailyBook } from "./fa/daily-book.ts";
import { dashboard } from "./fa/dashboard.ts";
import { exchange } from "./fa/exchange.ts";
import { hawalaDetails } from "./fa/hawala-details.ts";
import { hawalaEntry } from "./fa/hawala-entry.ts";
import { hawalaSerial } from "./fa/hawala-serial.ts";
import { importHawala } from "./fa/import-hawala.ts";
import { partnerSettlement } from "./fa/partner-settlement.ts";
import { passHawala } from "./fa/pass-hawala.ts";
import { print } from "./fa/print.ts";
import { profile } from "./fa/profile.ts";
import { reports } from "./fa/reports.ts";
import { search } from "./fa/search.ts";
import { settings } from "./fa/settings.ts";
import { shell } from "./fa/shell.ts";
import { transactions } from "./fa/transactions.ts";
import { ui } from "./fa/ui.ts";
import { users } from "./fa/users.ts";
import { vouchers } from "./fa/vouchers.ts";
import type { Translation } from "./translation.ts";

export { refusals } from "./fa/refusals.ts";

/** The Dari catalogue: what the English one says, in the words of the counter. Fetched when it is to be spoken. */
export const fa = {
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
