import { createRootRoute, createRoute, createRouter, lazyRouteComponent, type RouteComponent } from "@tanstack/react-router";

import type { Access } from "#contract/permissions.ts";

import { painted } from "./lib/painted.ts";
import { plainSearch } from "./lib/url.ts";
import { paths, patterns } from "./paths.ts";
import { Allowed } from "./shell/allowed.tsx";
import { Layout } from "./shell/layout.tsx";
import { NotFoundPage } from "./shell/not-found-page.tsx";
import { PagePending } from "./shell/page-pending.tsx";
import { RouteFailure } from "./shell/route-failure.tsx";

const root = createRootRoute({ component: Layout, notFoundComponent: NotFoundPage, errorComponent: RouteFailure });

/** A page at an address, for those who may see it. */
function page(path: string, access: Access, Component: RouteComponent) {
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
    loader: async () => {
      await Component.preload?.();
    },
  });
}

const Dashboard = lazyRouteComponent(() => import("./features/dashboard/dashboard-page.tsx"), "DashboardPage");
const NewAccount = lazyRouteComponent(() => import("./features/accounts/new-page.tsx"), "NewAccountPage");
const AccountList = lazyRouteComponent(() => import("./features/accounts/list-page.tsx"), "AccountListPage");
const ViewAccount = lazyRouteComponent(() => import("./features/accounts/view-page.tsx"), "ViewAccountPage");
const EditAccount = lazyRouteComponent(() => import("./features/accounts/edit-page.tsx"), "EditAccountPage");
const Users = lazyRouteComponent(() => import("./features/users/list-page.tsx"), "UserListPage");
const Profile = lazyRouteComponent(() => import("./features/profile/profile-page.tsx"), "ProfilePage");
const Currencies = lazyRouteComponent(() => import("./features/currencies/list-page.tsx"), "CurrenciesPage");
const Conversion = lazyRouteComponent(() => import("./features/currencies/conversion-page.tsx"), "ConversionPage");
const AccountSettings = lazyRouteComponent(() => import("./features/settings/numbers-page.tsx"), "AccountNumbersPage");
const BusinessSettings = lazyRouteComponent(() => import("./features/settings/business-page.tsx"), "BusinessSettingsPage");
const Backups = lazyRouteComponent(() => import("./features/backups/list-page.tsx"), "BackupListPage");
const Transfer = lazyRouteComponent(() => import("./features/transactions/transfer-page.tsx"), "TransferPage");
const Exchange = lazyRouteComponent(() => import("./features/transactions/exchange-page.tsx"), "ExchangePage");
const HawalaEntry = lazyRouteComponent(() => import("./features/hawalas/entry-page.tsx"), "HawalaEntryPage");
const ImportHawala = lazyRouteComponent(() => import("./features/import-batches/import-page.tsx"), "ImportHawalaPage");
const PassHawala = lazyRouteComponent(() => import("./features/hawalas/pass-page.tsx"), "PassHawalaPage");
const HawalaDetails = lazyRouteComponent(() => import("./features/hawalas/details-page.tsx"), "HawalaDetailsPage");
const HawalaSerial = lazyRouteComponent(() => import("./features/hawalas/serial-page.tsx"), "HawalaSerialPage");
const Search = lazyRouteComponent(() => import("./features/transactions/search-page.tsx"), "SearchPage");
const Debit = lazyRouteComponent(() => import("./features/transactions/debit-page.tsx"), "DebitPage");
const Credit = lazyRouteComponent(() => import("./features/transactions/credit-page.tsx"), "CreditPage");
const AccountStatement = lazyRouteComponent(
  () => import("./features/reports/statement/statement-page.tsx"),
  "AccountStatementPage",
);
const AccountBalances = lazyRouteComponent(() => import("./features/reports/balances/balances-page.tsx"), "AccountBalancesPage");
const Owner = lazyRouteComponent(() => import("./features/reports/owner/owner-page.tsx"), "OwnerPage");
const DailyBook = lazyRouteComponent(() => import("./features/reports/daily-book/daily-book-page.tsx"), "DailyBookPage");
const TrialBalance = lazyRouteComponent(() => import("./features/reports/trial/trial-page.tsx"), "TrialBalancePage");
const CurrencyPosition = lazyRouteComponent(
  () => import("./features/reports/currency-position/position-page.tsx"),
  "CurrencyPositionPage",
);
const PrintedCurrencyPosition = lazyRouteComponent(
  () => import("./features/reports/currency-position/position-paper.tsx"),
  "PrintedCurrencyPositionPage",
);
const PrintedStatement = lazyRouteComponent(
  () => import("./features/reports/statement/statement-paper.tsx"),
  "PrintedStatementPage",
);
const PrintedBalances = lazyRouteComponent(() => import("./features/reports/balances/balances-paper.tsx"), "PrintedBalancesPage");
const PrintedOwner = lazyRouteComponent(() => import("./features/reports/owner/owner-paper.tsx"), "PrintedOwnerPage");
const PrintedDailyBook = lazyRouteComponent(
  () => import("./features/reports/daily-book/daily-book-paper.tsx"),
  "PrintedDailyBookPage",
);
const PrintedTrialBalance = lazyRouteComponent(
  () => import("./features/reports/trial/trial-paper.tsx"),
  "PrintedTrialBalancePage",
);
const PartnerSettlement = lazyRouteComponent(
  () => import("./features/reports/partner-settlement/settlement-page.tsx"),
  "PartnerSettlementPage",
);
const PrintedPartnerSettlement = lazyRouteComponent(
  () => import("./features/reports/partner-settlement/settlement-paper.tsx"),
  "PrintedPartnerSettlementPage",
);
const AuditLog = lazyRouteComponent(() => import("./features/audit-log/list-page.tsx"), "AuditLogPage");
const TransactionVoucher = lazyRouteComponent(() => import("./features/vouchers/preview-page.tsx"), "TransactionVoucherPage");
const HawalaVoucher = lazyRouteComponent(() => import("./features/vouchers/preview-page.tsx"), "HawalaVoucherPage");

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
