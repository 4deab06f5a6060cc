import { Kysely, PostgresDialect, type PostgresPool, type PostgresPoolClient } from "kysely";
import pg from "pg";

import { codeOf } from "#kernel/error-code.ts";
import { Refusal } from "#kernel/refusal.ts";

import type { DB } from "./types.gen.ts";

/** What ends by itself so soon costs less than its cancellation, which needs a connection to be opened. */
const endsSoonMs = 100;
/** A server that does not say so long whether it has taken a cancellation is not waited for. */
const takenWithinMs = 2_000;
const statementCancelled = "57014";

/**
 * The database for a reading on whose answer nothing is kept but the answer itself: once whoever asked for it is gone, the statement
 * under way is cancelled, and none is begun. Not for what writes: of that, nobody would know what became of it.
 *
 * PostgreSQL cancels whatever a connection is at when the request for it arrives. So until it has said that it took the request, the
 * connection is given nothing else to do and nobody else gets it.
 */
export function readsWhileHeard(pool: pg.Pool, gone: AbortSignal): Kysely<DB> {
  const lending: PostgresPool = {
    connect: async () => heardClient(await pool.connect(), gone),
    end: async () => undefined,
    options: {},
  };
  return new Kysely<DB>({ dialect: new PostgresDialect({ pool: lending }) });
}

/** Says so of a request whose sender has left; nobody hears that, either. */
export function unheard(): Refusal {
  return new Refusal("too_many", "Whoever asked is gone");
}

function heardClient(client: pg.PoolClient, gone: AbortSignal): PostgresPoolClient {
  let mayBeCancelled = false;
  const query = async (text: string, parameters: readonly unknown[]): Promise<pg.QueryResult> => {
    const isUndoing = text === "rollback";
    if (gone.aborted && !isUndoing) throw unheard();
    let timer: NodeJS.Timeout | undefined;
    let taken: Promise<boolean> | undefined;
    const cancelSoon = (): void => {
      timer = setTimeout(() => {
        taken = cancelStatement(client);
      }, endsSoonMs);
    };
    if (!isUndoing) gone.addEventListener("abort", cancelSoon, { once: true });
    try {
      return await client.query(text, [...parameters]);
    } catch (error) {
      throw gone.aborted && codeOf(error) === statementCancelled ? unheard() : error;
    } finally {
      gone.removeEventListener("abort", cancelSoon);
      clearTimeout(timer);
      if (taken !== undefined && !(await taken)) mayBeCancelled = true;
    }
  };
  return {
    query: query as unknown as PostgresPoolClient["query"],
    // Where the request may still arrive, it must find no other statement: it is for this connection alone, which ends here.
    release: (destroy) => client.release(destroy === true || mayBeCancelled),
  };
}

/** What `pg` knows of a connection and leaves out of its types. */
interface Cancellable {
  readonly host: string;
  readonly port: number;
  readonly ssl: pg.ConnectionConfig["ssl"];
  readonly sslNegotiation: string;
  /** Which session of the server it is, and the secret that entitles to cancel in it. */
  readonly processID: number | null;
  readonly secretKey: number | null;
}

interface CancelLine extends pg.Connection {
  connect(portOrPath: number | string, host?: string): void;
  requestSsl(): void;
  cancel(processId: number, secretKey: number): void;
}

/**
 * Asks the server to cancel the statement that a connection is at, in the way that the protocol has for it, over a line of its own.
 * Whether nothing of that is on its way any more: the server closes the line when it has told the session.
 */
function cancelStatement(client: pg.PoolClient): Promise<boolean> {
  const { host, port, ssl, sslNegotiation, processID, secretKey } = client as unknown as Cancellable;
  if (processID === null || secretKey === null) return Promise.resolve(true);
  const line = new pg.Connection({ ssl, sslNegotiation } as pg.ConnectionConfig) as CancelLine;
  const { promise, resolve } = Promise.withResolvers<boolean>();
  let isSent = false;
  const send = (): void => {
    isSent = true;
    line.cancel(processID, secretKey);
  };
  const giveUp = (): void => {
    resolve(!isSent);
    line.stream.destroy();
  };
  const timer = setTimeout(giveUp, takenWithinMs);
  line.once("connect", () => {
    if (ssl === undefined || ssl === false) send();
    else if (sslNegotiation !== "direct") line.requestSsl();
  });
  line.once("sslconnect", send);
  line.on("error", giveUp);
  line.once("end", () => {
    clearTimeout(timer);
    resolve(true);
  });
  if (host.startsWith("/")) line.connect(`${host}/.s.PGSQL.${String(port)}`);
  else line.connect(port, host);
  return promise;
}
