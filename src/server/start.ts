import { setTimeout as pause } from "node:timers/promises";

import { openDatabase, type Database } from "#db/client.ts";
import { startDatabaseServer, type DatabaseServer } from "#db/database-server.ts";
import { requireSafeDatabase } from "#db/durability.ts";
import { asApplication } from "#db/external.ts";
import { migrate } from "#db/migrate.ts";
import { reasonOf, StartError } from "#db/start-error.ts";
import { requireTlsFiles } from "#db/tls-files.ts";
import { codeOf } from "#kernel/error-code.ts";

import { buildApp, type BuiltApp } from "./app.ts";
import { openAuditKey } from "./audit-key.ts";
import { requireFolders } from "./backup/folder.ts";
import { refuseUnfinished } from "./backup/unfinished.ts";
import { watchClock } from "./clock.ts";
import type { Config } from "./config.ts";
import { ensureFirstAdmin, forgetFirstAdmin } from "./identity/first-admin.ts";
import { requireReplica } from "./report-source.ts";

/** A server that answers requests. */
export interface RunningServer {
  /** Where it listens, with the real port when the configured one was 0. */
  readonly url: string;
  /**
   * Stops accepting, finishes the requests, closes the connections and stops PostgreSQL, within ten seconds.
   * Called (again) with `hurried` it waits for nothing any more.
   */
  stop(hurried?: boolean): Promise<void>;
}

const poolSize = 20;
const requestsWithinMs = 5000;
const poolWithinMs = 1000;
const sweepMs = 50;

/**
 * Starts everything: database, migrations, checks, HTTP. Refuses with a StartError and leaves nothing running then. `log` is told
 * what concerns whoever watches the start; what happens to the database later stands in the server's log.
 */
export async function startServer(config: Config, log: (line: string) => void): Promise<RunningServer> {
  requireFolders(config);
  let tell = log;
  const server = await startDatabaseServer(config, (line) => tell(line));
  let database: Database | undefined;
  try {
    await refuseUnfinished(config, server);
    await requireSafeDatabase(server);
    await migrate(server.owner);
    database = openDatabase(server.app, { max: poolSize, direct: server.direct });
    await requireReplicaOf(config, database);
    const auditKey = await openAuditKey(database.db, config.dataDir);
    const clock = await watchClock(database.db, (line) => tell(line));
    const app = await buildApp({ config, database, owner: server.owner, auditKey, clock });
    const address = await welcomeAndListen(app, { database, config, log });
    tell = (line) => app.deps.log.warn(line);
    return running(address, { app, database, server });
  } catch (error) {
    await database?.close();
    await server.stop(true);
    throw error;
  }
}

async function requireReplicaOf({ databaseReplicaUrl: url }: Config, { db }: Database): Promise<void> {
  if (url === undefined) return;
  requireTlsFiles("DATABASE_REPLICA_URL", url);
  await requireReplica(db, asApplication(url));
}

interface Welcome {
  readonly database: Database;
  readonly config: Config;
  readonly log: (line: string) => void;
}

/**
 * Whoever finds the server listening can sign in; so the first administrator is made before. A password that is shown once
 * is not spent on a start that fails: then that administrator is made anew the next time.
 */
async function welcomeAndListen(app: BuiltApp, { database, config, log }: Welcome): Promise<string> {
  const password = await ensureFirstAdmin(database.db, config);
  try {
    const address = await listen(app, config);
    if (password !== undefined) {
      log(
        `The first administrator is "${config.adminUsername}" with the password ${password} (shown this once; it has to be changed at the first sign-in).`,
      );
    }
    return address;
  } catch (error) {
    if (password !== undefined) await forgetFirstAdmin(database.db);
    throw error;
  }
}

async function listen(app: BuiltApp, { host, port }: Config): Promise<string> {
  try {
    return await app.listen({ host, port });
  } catch (error) {
    await app.close();
    throw new StartError(whyNotListening(error, host, port));
  }
}

function whyNotListening(error: unknown, host: string, port: number): string {
  switch (codeOf(error)) {
    case "EADDRINUSE":
      return `Port ${port} on ${host} is occupied by another program: stop it or choose another PORT.`;
    case "EACCES":
      return `Port ${port} needs more rights than this user has: choose a PORT from 1024 upward.`;
    case "EADDRNOTAVAIL":
    case "ENOTFOUND":
    case "EAI_AGAIN":
      return `HOST ${host} is not an address of this machine: choose another HOST.`;
    default:
      return `The server cannot listen on ${host}, port ${port}: ${reasonOf(error)}.`;
  }
}

interface Parts {
  readonly app: BuiltApp;
  readonly database: Database;
  readonly server: DatabaseServer;
}

function running(address: string, { app, database, server }: Parts): RunningServer {
  const hurry = new AbortController();
  let stopping: Promise<void> | undefined;
  const stop = async (): Promise<void> => {
    // A browser keeps its connection open after the answer: it must not be waited for.
    const sweeping = setInterval(() => app.server.closeIdleConnections(), sweepMs);
    await within(app.close(), requestsWithinMs, hurry.signal);
    clearInterval(sweeping);
    app.server.closeAllConnections();
    await within(database.close(), poolWithinMs, hurry.signal);
    await server.stop(hurry.signal.aborted);
  };
  return {
    url: address.replace("127.0.0.1", "localhost").replace("[::1]", "localhost"),
    stop: (hurried = false) => {
      if (hurried) hurry.abort();
      return (stopping ??= stop());
    },
  };
}

/** Waits for the work, but not longer than that and not once somebody is in a hurry. */
async function within(work: PromiseLike<unknown>, limitMs: number, hurry: AbortSignal): Promise<void> {
  const done = new AbortController();
  const limit = pause(limitMs, undefined, { signal: AbortSignal.any([hurry, done.signal]) }).catch(() => undefined);
  await Promise.race([work, limit]);
  done.abort();
}
