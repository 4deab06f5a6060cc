import type pg from "pg";

import { assert } from "#kernel/assert.ts";
import { codeOf } from "#kernel/error-code.ts";

import { BackupFailure } from "./failure.ts";

const noPrivilege = "42501";
const inUse = "55006";

/** What a database was made with, whichever PostgreSQL it is. */
interface Locale {
  readonly provider: string;
  readonly collate: string;
  readonly ctype: string;
  readonly locale: string | null;
}

/** The name of the database that backups of this one are proven in: each office of a PostgreSQL has its own. */
export async function scratchName(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ name: string }>(
    "select 'sarraf_check_' || oid as name from pg_database where datname = current_database()",
  );
  const [own] = rows;
  assert(own !== undefined, "a database that one is in is listed");
  return own.name;
}

/**
 * Makes it, empty, in the locale of the office's own. Refuses, in a sentence, where the user of the database may not, and where one
 * that an earlier check left cannot be removed.
 */
export async function createScratch(client: pg.Client, name: string): Promise<void> {
  await dropScratch(client, name);
  const { rows } = await client.query<Locale>(`
    select datlocprovider as provider, datcollate as collate, datctype as ctype,
      coalesce(to_jsonb(d) ->> 'datlocale', to_jsonb(d) ->> 'daticulocale') as locale
    from pg_database d where datname = current_database()`);
  const [own] = rows;
  assert(own !== undefined, "a database that one is in is listed");
  const literal = (text: string): string => client.escapeLiteral(text);
  const words = { i: `locale_provider icu icu_locale`, b: `locale_provider builtin builtin_locale` }[own.provider];
  const provider = words === undefined || own.locale === null ? "" : `${words} ${literal(own.locale)}`;
  const created = client.query(`create database ${name} template template0 encoding 'UTF8'
    lc_collate ${literal(own.collate)} lc_ctype ${literal(own.ctype)} ${provider}`);
  await created.catch((error: unknown) => {
    if (codeOf(error) !== noPrivilege) throw error;
    const user = client.escapeIdentifier(client.user ?? "");
    throw unchecked(
      `the owner of the database may not create databases. Let an administrator of that PostgreSQL run ALTER ROLE ${user} CREATEDB`,
    );
  });
  await client.query(`revoke all on database ${name} from public`);
}

/** PostgreSQL waits five seconds each time; on a slow disk autovacuum may take longer to end. */
const attempts = 2;

/**
 * Removes it, also from under a restore of ours that is still at it. Refuses, in a sentence, one that somebody else is connected to
 * or owns.
 */
export async function dropScratch(client: pg.Client, name: string): Promise<void> {
  for (let attempt = 1; attempt <= attempts; attempt += 1) {
    if (await isDropped(client, name)) return;
  }
  throw unchecked(
    `the database ${name} of an earlier check cannot be removed. Let whoever is connected to it leave it, or an administrator of that PostgreSQL run DROP DATABASE ${name} WITH (FORCE)`,
  );
}

async function isDropped(client: pg.Client, name: string): Promise<boolean> {
  await client.query("select pg_terminate_backend(pid) from pg_stat_activity where datname = $1 and usename = session_user", [
    name,
  ]);
  try {
    // Not by force: autovacuum in it, which is nobody's and so not ours to end, would forbid that. This way PostgreSQL ends it
    // itself, and waits for everybody else to leave.
    await client.query(`drop database if exists ${name}`);
    return true;
  } catch (error) {
    if (![inUse, noPrivilege].includes(codeOf(error) ?? "")) throw error;
    return false;
  }
}

function unchecked(reason: string): BackupFailure {
  return new BackupFailure("refused", `It could not be checked by a restore, because ${reason}`);
}
