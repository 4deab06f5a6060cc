import { accounts } from "./en/accounts.ts";
import { auditLog } from "./en/audit-log.ts";
import { auth } from "./en/auth.ts";
import { backups } from "./en/backups.ts";
import { common } from "./en/common.ts";
import { currencies } from "./en/currencies.ts";
import { currencyPosition } from "./en/currency-position.ts";
import { dailyBook } from "./en/daily-book.ts";
import { dashboard } from "./en/dashboard.ts";
import { exchange } from "./en/exchange.ts";
import { hawalaDetails } from "./en/hawala-details.ts";
import { hawalaEntry } from "./en/hawala-entry.ts";
import { hawalaSerial } from "./en/hawala-serial.ts";
import { importHawala } from "./en/import-hawala.ts";
import { partnerSettlement } from "./en/partner-settlement.ts";
import { passHawala } from "./en/pass-hawala.ts";
import { print } from "./en/print.ts";
import { profile } from "./en/profile.ts";
import { reports } from "./en/reports.ts";
import { search } from "./en/search.ts";
import { settings } from "./en/settings.ts";
import { shell } from "./en/shell.ts";
import { transactions } from "./en/transactions.ts";
import { ui } from "./en/ui.ts";
import { users } from "./en/users.ts";
import { vouchers } from "./en/vouchers.ts";

/** The English catalogue: one namespace per noun. */
export const en = {
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
} as const;
