import {
  IconArrowBarDown,
  IconArrowBarUp,
  IconArrowsExchange,
  IconArrowsLeftRight,
  IconBook2,
  IconBuildingBank,
  IconBuildingStore,
  IconCalculator,
  IconCashBanknote,
  IconChartCandle,
  IconCoins,
  IconDatabaseExport,
  IconFileImport,
  IconHash,
  IconHeartHandshake,
  IconLayoutDashboard,
  IconListNumbers,
  IconListSearch,
  IconNotebook,
  IconReportAnalytics,
  IconReportMoney,
  IconScale,
  IconShieldCheck,
  IconSend,
  IconUserDollar,
  IconUserEdit,
  IconUserPlus,
  IconUsers,
  IconUsersGroup,
  type Icon,
} from "@tabler/icons-react";

import type { Role } from "#contract/permissions.ts";
import { paths } from "#web/paths.ts";

type EntryName =
  | "newAccount"
  | "accounts"
  | "currencies"
  | "currencyConversion"
  | "accountSettings"
  | "businessSettings"
  | "backups"
  | "users"
  | "hawalaSerial"
  | "transfer"
  | "exchange"
  | "hawalaEntry"
  | "importHawala"
  | "passHawala"
  | "hawalaDetails"
  | "search"
  | "debit"
  | "credit"
  | "accountStatement"
  | "accountBalances"
  | "owner"
  | "trialBalance"
  | "dailyBook"
  | "currencyPosition"
  | "partnerSettlement"
  | "auditLog";

/** A page of the sidebar; its name is a text of the shell's catalogue. */
export interface Entry<Name extends string = EntryName> {
  readonly name: Name;
  readonly to: string;
  readonly icon: Icon;
  /** Addresses that belong to the page as well: the entry stays marked there. */
  readonly also?: readonly string[];
  /** The letter that leads there after G; each stands once. */
  readonly go?: string;
  /** Who sees the entry; everybody when left out. */
  readonly roles?: readonly Role[];
}

/** A collapsible part of the sidebar. */
export interface Section {
  readonly name: "accountOperations" | "transactions" | "reports";
  readonly icon: Icon;
  readonly entries: readonly Entry[];
  readonly roles?: readonly Role[];
  readonly startsOpen: boolean;
}

export const dashboardEntry: Entry<"dashboard"> = {
  name: "dashboard",
  to: paths.dashboard,
  icon: IconLayoutDashboard,
  also: ["/"],
  go: "D",
};

const sections: readonly Section[] = [
  {
    name: "accountOperations",
    icon: IconUsers,
    startsOpen: true,
    roles: ["admin", "user"],
    entries: [
      { name: "newAccount", to: paths.newAccount, icon: IconUserPlus },
      { name: "accounts", to: paths.accounts, icon: IconUserEdit, also: ["/accounts/view/", "/accounts/edit/"], go: "A" },
      { name: "currencies", to: paths.currencies, icon: IconCoins },
      { name: "currencyConversion", to: paths.currencyConversion, icon: IconCalculator },
      { name: "accountSettings", to: paths.accountSettings, icon: IconListNumbers, roles: ["admin"] },
      { name: "users", to: paths.users, icon: IconUsersGroup, roles: ["admin"] },
      { name: "hawalaSerial", to: paths.hawalaSerial, icon: IconHash, roles: ["admin"] },
      { name: "businessSettings", to: paths.businessSettings, icon: IconBuildingStore, roles: ["admin"] },
      { name: "backups", to: paths.backups, icon: IconDatabaseExport, roles: ["admin"] },
    ],
  },
  {
    name: "transactions",
    icon: IconArrowsLeftRight,
    startsOpen: true,
    entries: [
      { name: "transfer", to: paths.transfer, icon: IconArrowsLeftRight, go: "T" },
      { name: "exchange", to: paths.exchange, icon: IconArrowsExchange, go: "E" },
      { name: "hawalaEntry", to: paths.hawalaEntry, icon: IconSend, go: "W" },
      { name: "passHawala", to: paths.passHawala, icon: IconCashBanknote, go: "P" },
      { name: "hawalaDetails", to: paths.hawalaDetails, icon: IconReportMoney, go: "H" },
      { name: "search", to: paths.search, icon: IconListSearch, go: "S" },
      { name: "importHawala", to: paths.importHawala, icon: IconFileImport, go: "I", roles: ["admin", "operator"] },
      { name: "debit", to: paths.debit, icon: IconArrowBarUp, roles: ["admin"] },
      { name: "credit", to: paths.credit, icon: IconArrowBarDown, roles: ["admin"] },
    ],
  },
  {
    name: "reports",
    icon: IconReportAnalytics,
    startsOpen: false,
    entries: [
      { name: "accountStatement", to: paths.accountStatement, icon: IconBook2, also: [paths.printedStatement], go: "K" },
      { name: "accountBalances", to: paths.accountBalances, icon: IconUserDollar, also: [paths.printedBalances] },
      { name: "owner", to: paths.owner, icon: IconBuildingBank, also: [paths.printedOwner] },
      { name: "dailyBook", to: paths.dailyBook, icon: IconNotebook, also: [paths.printedDailyBook], go: "R" },
      { name: "trialBalance", to: paths.trialBalance, icon: IconScale, also: [paths.printedTrialBalance] },
      { name: "currencyPosition", to: paths.currencyPosition, icon: IconChartCandle, also: [paths.printedCurrencyPosition] },
      {
        name: "partnerSettlement",
        to: paths.partnerSettlement,
        icon: IconHeartHandshake,
        also: [paths.printedPartnerSettlement],
      },
      { name: "auditLog", to: paths.auditLog, icon: IconShieldCheck, roles: ["admin"] },
    ],
  },
];

/** The sections a role sees, each with the entries it may use. */
export function sectionsFor(role: Role): readonly Section[] {
  const seen = (item: { readonly roles?: readonly Role[] }): boolean => item.roles?.includes(role) ?? true;
  return sections.filter(seen).map((section) => ({ ...section, entries: section.entries.filter(seen) }));
}

/** Every page a role finds in its sidebar, in that order. */
export function entriesFor(role: Role): readonly (Entry<"dashboard"> | Entry)[] {
  return [dashboardEntry, ...sectionsFor(role).flatMap((section) => section.entries)];
}

/** Whether the address shows this entry's page, or one that belongs to it. */
export function isCurrent(entry: Entry<string>, pathname: string): boolean {
  const belongs = (prefix: string): boolean =>
    prefix.length > 1 && prefix.endsWith("/") ? pathname.startsWith(prefix) : pathname === prefix;
  return pathname === entry.to || (entry.also?.some(belongs) ?? false);
}
