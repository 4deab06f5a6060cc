import { createRootRoute, createRoute, createRouter, type RouteComponent } from "@tanstack/react-router";

import type { Access } from "#contract/permissions.ts";

import { painted } from "./lib/painted.ts";
import { plainSearch } from "./lib/url.ts";
import { paths, patterns } from "./paths.ts";
import { Allowed } from "./shell/allowed.tsx";
import { Layout } from "./shell/layout.tsx";
import { lazyPage } from "./shell/lazy-page.tsx";
import { NotFoundPage } from "./shell/not-found-page.tsx";
import { PagePending } from "./shell/page-pending.tsx";
import { RouteFailure } from "./shell/route-failure.tsx";

const root = createRootRoute({ component: Layout, notFoundComponent: NotFoundPage, errorComponent: RouteFailure });

const parts = new Map<string, () => Promise<void>>();

/** Fetches the page at an address, which then opens at once. */
export async function fetchPage(path: string): Promise<void> {
  await parts.get(path)?.();
}

/** A page at an address, for those who may see it. */
function page(path: string, access: Access, Component: RouteComponent) {
  const fetchIt = async (): Promise<void> => Component.preload?.();
  parts.set(path, fetchIt);
  return createRoute({
    getParentRoute: () => root,
    path,
    component: () => (
      <Allowed access={access}>
        <Component />
      </Allowed>
    ),
    // The router draws a page in one go, which can take longer than a person waits for a sign that the press was felt.
    beforeLoad: ({ cause }) => (cause === "enter" ? painted() : undefined),
    loader: fetchIt,
  });
}

const Dashboard = lazyPage(() => import("./features/dashboard/dashboard-page.tsx"), "DashboardPage");
const NewAccount = lazyPage(() => import("./features/accounts/new-page.tsx"), "NewAccountPage");
const AccountList = lazyPage(() => import("./features/accounts/list-page.tsx"), "AccountListPage");
const ViewAccount = lazyPage(() => import("./features/accounts/view-page.tsx"), "ViewAccountPage");
const EditAccount = lazyPage(() => import("./features/accounts/edit-page.tsx"), "EditAccountPage");
const Users = lazyPage(() => import("./features/users/list-page.tsx"), "UserListPage");
const Profile = lazyPage(() => import("./features/profile/profile-page.tsx"), "ProfilePage");
const Currencies = lazyPage(() => import("./features/currencies/list-page.tsx"), "CurrenciesPage");
const Conversion = lazyPage(() => import("./features/currencies/conversion-page.tsx"), "ConversionPage");
const AccountSettings = lazyPage(() => import("./features/settings/numbers-page.tsx"), "AccountNumbersPage");
const BusinessSettings = lazyPage(() => import("./features/settings/business-page.tsx"), "BusinessSettingsPage");
const Backups = lazyPage(() => import("./features/backups/list-page.tsx"), "BackupListPage");
const Transfer = lazyPage(() => import("./features/transactions/entry/transfer-page.tsx"), "TransferPage");
const Exchange = lazyPage(() => import("./features/transactions/exchange/exchange-page.tsx"), "ExchangePage");
const HawalaEntry = lazyPage(() => import("./features/hawalas/entry/entry-page.tsx"), "HawalaEntryPage");
const ImportHawala = lazyPage(() => import("./features/import-batches/import-page.tsx"), "ImportHawalaPage");
const PassHawala = lazyPage(() => import("./features/hawalas/pass/pass-page.tsx"), "PassHawalaPage");
const HawalaDetails = lazyPage(() => import("./features/hawalas/details/details-page.tsx"), "HawalaDetailsPage");
const HawalaSerial = lazyPage(() => import("./features/hawalas/serial/serial-page.tsx"), "HawalaSerialPage");
const Search = lazyPage(() => import("./features/transactions/search/search-page.tsx"), "SearchPage");
const Debit = lazyPage(() => import("./features/transactions/entry/debit-page.tsx"), "DebitPage");
const Credit = lazyPage(() => import("./features/transactions/entry/credit-page.tsx"), "CreditPage");
const AccountStatement = lazyPage(() => import("./features/reports/statement/statement-page.tsx"), "AccountStatementPage");
const AccountBalances = lazyPage(() => import("./features/reports/balances/balances-page.tsx"), "AccountBalancesPage");
const Owner = lazyPage(() => import("./features/reports/owner/owner-page.tsx"), "OwnerPage");
const DailyBook = lazyPage(() => import("./features/reports/daily-book/daily-book-page.tsx"), "DailyBookPage");
const TrialBalance = lazyPage(() => import("./features/reports/trial/trial-page.tsx"), "TrialBalancePage");
const CurrencyPosition = lazyPage(() => import("./features/reports/currency-position/position-page.tsx"), "CurrencyPositionPage");
const PrintedCurrencyPosition = lazyPage(
  () => import("./features/reports/currency-position/position-paper.tsx"),
  "PrintedCurrencyPositionPage",
);
const PrintedStatement = lazyPage(() => import("./features/reports/statement/statement-paper.tsx"), "PrintedStatementPage");
const PrintedBalances = lazyPage(() => import("./features/reports/balances/balances-paper.tsx"), "PrintedBalancesPage");
const PrintedOwner = lazyPage(() => import("./features/reports/owner/owner-paper.tsx"), "PrintedOwnerPage");
const PrintedDailyBook = lazyPage(() => import("./features/reports/daily-book/daily-book-paper.tsx"), "PrintedDailyBookPage");
const PrintedTrialBalance = lazyPage(() => import("./features/reports/trial/trial-paper.tsx"), "PrintedTrialBalancePage");
const PartnerSettlement = lazyPage(
  () => import("./features/reports/partner-settlement/settlement-page.tsx"),
  "PartnerSettlementPage",
);
const PrintedPartnerSettlement = lazyPage(
  () => import("./features/reports/partner-settlement/settlement-paper.tsx"),
  "PrintedPartnerSettlementPage",
);
const AuditLog = lazyPage(() => import("./features/audit-log/list-page.tsx"), "AuditLogPage");
const TransactionVoucher = lazyPage(() => import("./features/vouchers/preview-page.tsx"), "TransactionVoucherPage");
const HawalaVoucher = lazyPage(() => import("./features/vouchers/preview-page.tsx"), "HawalaVoucherPage");

/** Every page of the product. */
const pages = [
  page("/", "everyone", Dashboard),
  page(paths.dashboard, "everyone", Dashboard),
  page(paths.newAccount, "everyone", NewAccount),
  page(paths.accounts, "everyone", AccountList),
  page(patterns.viewAccount, "everyone", ViewAccount),
  page(patterns.editAccount, "everyone", EditAccount),
  page(paths.users, "admin", Users),
  page(paths.profile, "everyone", Profile),
  page(paths.currencies, "everyone", Currencies),
  page(paths.currencyConversion, "everyone", Conversion),
  page(paths.accountSettings, "admin", AccountSettings),
  page(paths.businessSettings, "admin", BusinessSettings),
  page(paths.backups, "admin", Backups),
  page(paths.transfer, "everyone", Transfer),
  page(paths.exchange, "everyone", Exchange),
  page(paths.hawalaEntry, "everyone", HawalaEntry),
  page(paths.importHawala, "staff", ImportHawala),
  page(paths.passHawala, "everyone", PassHawala),
  page(paths.hawalaDetails, "everyone", HawalaDetails),
  page(paths.hawalaSerial, "admin", HawalaSerial),
  page(paths.search, "everyone", Search),
  page(paths.debit, "admin", Debit),
  page(paths.credit, "admin", Credit),
  page(paths.accountStatement, "everyone", AccountStatement),
  page(paths.accountBalances, "everyone", AccountBalances),
  page(paths.owner, "everyone", Owner),
  page(paths.dailyBook, "everyone", DailyBook),
  page(paths.trialBalance, "everyone", TrialBalance),
  page(paths.currencyPosition, "everyone", CurrencyPosition),
  page(paths.partnerSettlement, "everyone", PartnerSettlement),
  page(paths.printedPartnerSettlement, "everyone", PrintedPartnerSettlement),
  page(paths.printedStatement, "everyone", PrintedStatement),
  page(paths.printedBalances, "everyone", PrintedBalances),
  page(paths.printedOwner, "everyone", PrintedOwner),
  page(paths.printedDailyBook, "everyone", PrintedDailyBook),
  page(paths.printedTrialBalance, "everyone", PrintedTrialBalance),
  page(paths.printedCurrencyPosition, "everyone", PrintedCurrencyPosition),
  page(paths.auditLog, "admin", AuditLog),
  page(patterns.transactionVoucher, "everyone", TransactionVoucher),
  page(patterns.hawalaVoucher, "everyone", HawalaVoucher),
];

export const router = createRouter({
  routeTree: root.addChildren(pages),
  ...plainSearch,
  defaultPreload: "intent",
  defaultPendingMs: 150,
  defaultPendingComponent: PagePending,
  defaultErrorComponent: RouteFailure,
  scrollRestoration: true,
});
