import type pg from "pg";

import { knownRole, type Role } from "#contract/permissions.ts";
import { heardWithinMs } from "#db/client.ts";

import { tokenHash } from "./cookie.ts";

/** Who is signed in, as the database has it at the moment of the request. */
export interface SignedIn {
  readonly sessionId: number;
  readonly userId: string;
  readonly username: string;
  readonly fullName: string | null;
  readonly email: string | null;
  readonly role: Role;
  readonly isAdmin: boolean;
  readonly mustChangePassword: boolean;
}

/**
 * Finds the person behind a session token. `find` asks the database for every request, so a changed role, a deactivated
 * user and an ended session count from the next request on.
 */
export interface Sessions {
  /** `isUse` where a person is behind the request: that alone keeps a session from running out. */
  find(token: string, request: { readonly isUse: boolean }): Promise<SignedIn | undefined>;
  /**
   * Who was found within the last few seconds; undefined where nobody was. Enough only for an act that looks the session up
   * again in the database transaction that carries it out.
   */
  recent(token: string): SignedIn | undefined;
}

/** Below the minute after which a session notes that it was used. */
const recentMs = 5_000;
const mostRecent = 10_000;

/**
 * SQL that says whether the session s of the user u still opens the office; b are the business settings. Only for a single statement:
 * now() is when its transaction began, and the ledger's may have waited since, so the ledger asks the clock. The difference is absolute
 * because a session that was noted by a clock ahead of ours would otherwise never be idle.
 */
export const sessionStands = `u.is_active and s.expires_at > now()
  and abs(extract(epoch from now() - s.last_seen_at)) < 60 * b.session_idle_minutes`;

interface SessionRow {
  readonly token_hash: Buffer;
  readonly session_id: number;
  readonly user_id: string;
  readonly username: string;
  readonly full_name: string | null;
  readonly email: string | null;
  readonly role: string;
  readonly must_change_password: boolean;
  readonly seen_long_ago: boolean;
}

const findSessions = {
  name: "find_sessions",
  query_timeout: heardWithinMs,
  text: `select s.token_hash, s.id as session_id, u.id as user_id, u.username, u.full_name, u.email, u.role, u.must_change_password,
      s.last_seen_at < now() - interval '1 minute' as seen_long_ago
    from sessions s
    join users u on u.id = s.user_id
    cross join business_settings b
    where s.token_hash = any ($1::bytea[]) and ${sessionStands}`,
};

const touchSessions = {
  name: "touch_sessions",
  query_timeout: heardWithinMs,
  text: "update sessions set last_seen_at = now() where id = any ($1::integer[]) and last_seen_at < now() - interval '1 minute'",
};

const findStandings = {
  name: "find_standings",
  query_timeout: heardWithinMs,
  text: `select s.id, u.role, u.username, u.full_name from sessions s
    join users u on u.id = s.user_id
    cross join business_settings b
    where s.id = any ($1::integer[]) and ${sessionStands} and not u.must_change_password`,
};

/** What an open screen shows of its person, and what decides what else it shows. */
export type Standing = Pick<SignedIn, "role" | "username" | "fullName">;

/**
 * How those of these sessions stand that may still see the office. Unlike a request this is no sign of life: a screen that
 * is only left open keeps no session from running out.
 */
export async function standingsOf(pool: pg.Pool, sessionIds: readonly number[]): Promise<ReadonlyMap<number, Standing>> {
  const { rows } = await pool.query<{ id: number; role: string; username: string; full_name: string | null }>({
    ...findStandings,
    values: [sessionIds],
  });
  return new Map(rows.map(({ id, role, username, full_name: fullName }) => [id, { role: knownRole(role), username, fullName }]));
}

type Found = ReadonlyMap<string, SignedIn>;

/** Requests that wait for the same look into the database. */
interface Batch {
  readonly hashes: Map<string, Buffer>;
  /** Those of them that a person uses. */
  readonly used: Set<string>;
  readonly found: Promise<Found>;
  readonly settle: (found: Promise<Found>) => void;
}

/**
 * Looks sessions up in batches: a request that arrives while a look is under way joins the next one, which begins after
 * the request did and therefore sees everything that was committed before it.
 */
export function createSessions(pool: pg.Pool): Sessions {
  let collecting: Batch | undefined;
  let isLooking = false;
  const recent = new Map<string, { readonly signedIn: SignedIn; readonly until: number }>();

  function remember(key: string, signedIn: SignedIn | undefined): void {
    recent.delete(key);
    if (recent.size >= mostRecent) recent.clear();
    if (signedIn !== undefined) recent.set(key, { signedIn, until: performance.now() + recentMs });
  }

  /** Requests that arrive together are looked up together. */
  function lookSoon(): void {
    isLooking = true;
    setImmediate(() => void lookUntilNoneWaits());
  }

  async function lookUntilNoneWaits(): Promise<void> {
    while (collecting !== undefined) {
      const batch = collecting;
      collecting = undefined;
      const found = lookUp(pool, batch);
      batch.settle(found);
      await found.catch(() => undefined);
    }
    isLooking = false;
  }

  return {
    async find(token, { isUse }) {
      const hashed = tokenHash(token);
      const key = hashed.toString("latin1");
      const batch = (collecting ??= newBatch());
      batch.hashes.set(key, hashed);
      if (isUse) batch.used.add(key);
      if (!isLooking) lookSoon();
      const signedIn = (await batch.found).get(key);
      remember(key, signedIn);
      return signedIn;
    },
    recent(token) {
      const found = recent.get(tokenHash(token).toString("latin1"));
      return found === undefined || found.until < performance.now() ? undefined : found.signedIn;
    },
  };
}

function newBatch(): Batch {
  const { promise, resolve } = Promise.withResolvers<Found>();
  return { hashes: new Map(), used: new Set(), found: promise, settle: resolve };
}

async function lookUp(pool: pg.Pool, { hashes, used }: Batch): Promise<Found> {
  const { rows } = await pool.query<SessionRow>({ ...findSessions, values: [[...hashes.values()]] });
  const found = rows.map((row) => ({ key: row.token_hash.toString("latin1"), row }));
  const toTouch = found.filter(({ key, row }) => row.seen_long_ago && used.has(key)).map(({ row }) => row.session_id);
  if (toTouch.length > 0) await pool.query({ ...touchSessions, values: [toTouch] });
  return new Map(found.map(({ key, row }) => [key, signedInOf(row)]));
}

function signedInOf(row: SessionRow): SignedIn {
  const role = knownRole(row.role);
  return {
    sessionId: row.session_id,
    userId: row.user_id,
    username: row.username,
    fullName: row.full_name,
    email: row.email,
    role,
    isAdmin: role === "admin",
    mustChangePassword: row.must_change_password,
  };
}
