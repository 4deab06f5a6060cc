import type { FastifyInstance } from "fastify";

import type { Route } from "#contract/route.ts";
import type { Database } from "#db/client.ts";
import type { Connection } from "#db/connection.ts";
import { asApplication } from "#db/external.ts";
import type { AuditKey } from "#ledger/audit-chain.ts";
import { createRecorder } from "#ledger/batch.ts";
import { openCurrencyBook } from "#ledger/currency-book.ts";
import { createOneByOne } from "#ledger/one-by-one.ts";

import { createBackups } from "./backup/backups.ts";
import { rightClock, type ClockWatch } from "./clock.ts";
import type { Config } from "./config.ts";
import type { Deps } from "./deps.ts";
import { accountRoutes } from "./features/accounts/routes.ts";
import { auditLogRoutes } from "./features/audit-log/routes.ts";
import { authRoutes } from "./features/auth/routes.ts";
import { backupRoutes } from "./features/backups/routes.ts";
import { balanceRoutes } from "./features/balances/routes.ts";
import { currencyRoutes } from "./features/currencies/routes.ts";
import { currencyPositionRoutes } from "./features/currency-position/routes.ts";
import { dashboardRoutes } from "./features/dashboard/routes.ts";
import { dayCloseRoutes } from "./features/day-closes/routes.ts";
import { documentationRoutes } from "./features/documentation/routes.ts";
import { eventRoutes } from "./features/events/routes.ts";
import { exchangeRoutes } from "./features/exchange/routes.ts";
import { hawalaRoutes } from "./features/hawalas/routes.ts";
import { healthRoutes } from "./features/health/routes.ts";
import { importRoutes } from "./features/import-batches/routes.ts";
import { metricsRoutes } from "./features/metrics/routes.ts";
import { partnerSettlementRoutes } from "./features/partner-settlements/routes.ts";
import { profileRoutes } from "./features/profile/routes.ts";
import { reportRoutes } from "./features/reports/routes.ts";
import { secondFactorRoutes } from "./features/second-factor/routes.ts";
import { sessionRoutes } from "./features/sessions/routes.ts";
import { settingsRoutes } from "./features/settings/routes.ts";
import { transactionRoutes } from "./features/transactions/routes.ts";
import { userRoutes } from "./features/users/routes.ts";
import { verificationRoutes } from "./features/verification/routes.ts";
import { voucherRoutes } from "./features/vouchers/routes.ts";
import { watchAnswers } from "./http/answered.ts";
import { createSessionCookie } from "./http/cookie.ts";
import { createFastify } from "./http/fastify.ts";
import { createLargeBodies } from "./http/large-bodies.ts";
import { createRateLimit } from "./http/limits.ts";
import { createLog } from "./http/log.ts";
import { takePortionsIn } from "./http/request-portions.ts";
import type { App } from "./http/serve.ts";
import { createSessions } from "./http/session.ts";
import { createUnderWay } from "./http/under-way.ts";
import { builtWebFolder, serveWeb } from "./http/web.ts";
import { startBackupSchedule } from "./jobs/backup-schedule.ts";
import { startFilingNarratives } from "./jobs/file-narratives.ts";
import { startNightly } from "./jobs/nightly.ts";
import { startSealing } from "./jobs/seal-audit.ts";
import { startWatchingClock } from "./jobs/watch-clock.ts";
import { createLive } from "./live/live.ts";
import { createMetrics } from "./metrics.ts";
import { reportsFrom, reportsFromReplica } from "./report-source.ts";

/** What the HTTP side stands on. */
export interface Foundation {
  readonly config: Config;
  readonly database: Database;
  /** For backup and restore alone. */
  readonly owner: Connection;
  readonly auditKey: AuditKey;
  /** Left out, the clock is taken for right. */
  readonly clock?: ClockWatch;
}

/** A built application: it listens when it is told to. */
export interface BuiltApp {
  readonly fastify: FastifyInstance;
  readonly deps: Deps;
  /** Every contract route that is served. */
  readonly routes: readonly Route[];
  readonly server: FastifyInstance["server"];
  listen(where: { readonly port: number; readonly host: string }): Promise<string>;
  close(): Promise<void>;
}

/** Every feature of the product. One that is not in this list is not served. */
const features: readonly ((app: App, deps: Deps) => void)[] = [
  healthRoutes,
  metricsRoutes,
  authRoutes,
  sessionRoutes,
  profileRoutes,
  secondFactorRoutes,
  userRoutes,
  accountRoutes,
  balanceRoutes,
  currencyRoutes,
  settingsRoutes,
  transactionRoutes,
  exchangeRoutes,
  currencyPositionRoutes,
  hawalaRoutes,
  importRoutes,
  dashboardRoutes,
  verificationRoutes,
  backupRoutes,
  reportRoutes,
  dayCloseRoutes,
  partnerSettlementRoutes,
  voucherRoutes,
  auditLogRoutes,
  eventRoutes,
  documentationRoutes,
];

/** Puts the application together. `webFolder` is the built web. */
export async function buildApp(foundation: Foundation, webFolder: string = builtWebFolder): Promise<BuiltApp> {
  const deps = depsOf(foundation);
  const { rateLimitPerMinute: perMinute } = deps.config;
  const app: App = {
    fastify: createFastify(deps),
    deps,
    sessions: createSessions(deps.pool),
    cookie: createSessionCookie(deps.config.publicUrl),
    rateLimit: createRateLimit(perMinute, takePortionsIn(deps.pool, perMinute)),
    underWay: createUnderWay(),
    largeBodies: createLargeBodies(),
    sameKey: createOneByOne(),
    routes: [],
  };
  watchAnswers(app.fastify, deps);
  for (const register of features) register(app, deps);
  serveWeb(app.fastify, webFolder);
  // Before the server waits for requests that are under way: an open stream would never end.
  app.fastify.addHook("preClose", () => deps.live.close());
  app.fastify.addHook("preClose", () => deps.backups.stop());
  runJobs(app);
  await app.fastify.ready();
  return {
    fastify: app.fastify,
    deps,
    routes: app.routes,
    server: app.fastify.server,
    listen: (where) => app.fastify.listen(where),
    close: async () => app.fastify.close(),
  };
}

function depsOf({ config, database, owner, auditKey, clock = rightClock }: Foundation): Deps {
  const { db, pool, direct, whileHeard } = database;
  const metrics = createMetrics(pool);
  const ledger = { recorder: createRecorder(pool, metrics.batch), currencies: openCurrencyBook(pool) };
  const log = createLog(config.logLevel);
  const { backupDir: folder, dataDir, databaseUrl, databaseReplicaUrl: replica } = config;
  const databaseFolder = databaseUrl === undefined ? dataDir : undefined;
  const backups = createBackups({ db, owner, auditKey, log, folder, databaseFolder });
  const live = createLive({ pool, direct, log });
  const reports =
    replica === undefined ? reportsFrom(db) : reportsFromReplica({ primary: db, replica: asApplication(replica), log });
  return { config, db, pool, whileHeard, ledger, auditKey, clock, log, metrics, live, reports, backups, owner, direct };
}

/** Starts the work beside the requests, but only in a server that listens: commands and tests build the application, too. */
function runJobs({ fastify: instance, deps }: App): void {
  const stops: (() => unknown)[] = [];
  instance.addHook("onListen", async () => {
    deps.metrics.watchProcess();
    stops.push(
      startWatchingClock(deps),
      startSealing(deps),
      startFilingNarratives(deps),
      startBackupSchedule(deps),
      startNightly(deps),
    );
  });
  instance.addHook("onClose", async () => {
    await Promise.all([...stops.map((stop) => stop()), deps.reports.close()]);
  });
}
