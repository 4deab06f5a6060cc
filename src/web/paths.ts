import type { HawalaDirection } from "#kernel/hawala.ts";

/**
 * Where every page of the product lives: the one place that writes an address. The patterns with `$id` are for
 * `routes.tsx`; whoever links to a page calls the builder.
 */
export const paths = {
  home: "/",
  dashboard: "/dashboard",
  newAccount: "/accounts/new",
  accounts: "/accounts/edit",
  /** The accounts that are kept in a currency. */
  accountsIn: (currencyId: number) => `/accounts/edit?currency=${String(currencyId)}`,
  viewAccount: (id: number) => `/accounts/view/${String(id)}`,
  editAccount: (id: number) => `/accounts/edit/${String(id)}`,
  users: "/users",
  profile: "/profile",
  currencies: "/currencies",
  currencyConversion: "/currency-conversion",
  accountSettings: "/account-settings",
  businessSettings: "/business-settings",
  backups: "/backups",
  transfer: "/transactions/transfer",
  exchange: "/transactions/exchange",
  hawalaEntry: "/transactions/hawala",
  /** Where a hawala that is still open is corrected. */
  editHawala: (id: number) => `/transactions/hawala?edit=${String(id)}`,
  hawalaSerial: "/hawala-serial",
  importHawala: "/transactions/import-hawala",
  passHawala: "/transactions/pass-hawala",
  hawalaDetails: "/transactions/hawala-details",
  /** The hawalas that came with an import. */
  hawalasOfImport: (id: number) => `/transactions/hawala-details?batch=${String(id)}`,
  /** A hawala with its details open, in the list of its direction; of the incoming ones where nobody knows it. */
  hawala: (id: number, direction: HawalaDirection = "incoming") =>
    `/transactions/pass-hawala?selected=${String(id)}${direction === "outgoing" ? "&direction=outgoing" : ""}`,
  debit: "/transactions/debit",
  credit: "/transactions/credit",
  search: "/transactions/search",
  /** A transaction with its details open, found by its number: in the list it stands in, or among the deleted ones. */
  transaction: (id: number, list: "All" | "Deleted" = "All") =>
    `/transactions/search?searchWhat=${list}&referenceId=${String(id)}&selected=${String(id)}`,
  accountStatement: "/reports/account-statement",
  accountBalances: "/reports/account-balances",
  owner: "/reports/owner",
  trialBalance: "/reports/trial-balance",
  currencyPosition: "/reports/currency-position",
  dailyBook: "/reports/daily-book",
  /** The book of a business date; of today where there is none. */
  dailyBookOf: (date: string) => (date === "" ? "/reports/daily-book" : `/reports/daily-book?date=${date}`),
  partnerSettlement: "/reports/partner-settlement",
  auditLog: "/reports/audit-log",
  /** The same reports on paper, by the same filters. */
  printedStatement: "/print/account-statement",
  printedBalances: "/print/account-balances",
  printedOwner: "/print/owner",
  printedTrialBalance: "/print/trial-balance",
  printedDailyBook: "/print/daily-book",
  printedPartnerSettlement: "/print/partner-settlement",
  printedCurrencyPosition: "/print/currency-position",
  transactionVoucher: (id: number) => `/print/transaction/${String(id)}`,
  hawalaVoucher: (id: number) => `/print/hawala/${String(id)}`,
} as const;

/** The patterns of the pages whose address carries an id. */
export const patterns = {
  viewAccount: "/accounts/view/$id",
  editAccount: "/accounts/edit/$id",
  transactionVoucher: "/print/transaction/$id",
  hawalaVoucher: "/print/hawala/$id",
} as const;

/**
 * Pages on which a parameter of the address says what the form is about: the hawala that is corrected, the partner who is settled with.
 * Another one takes the form away, as another page does; every other parameter is a way to look at the page.
 */
export const subjectParameters: Readonly<Record<string, string>> = {
  [paths.hawalaEntry]: "edit",
  [paths.partnerSettlement]: "partner",
};
