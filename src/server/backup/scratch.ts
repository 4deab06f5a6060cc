import type pg from "pg";

import { BackupFailure } from "./failure.ts";

const noPrivilege = "42501";

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
  return rows[0]?.name ?? "sarraf_check";
}

/** Makes it, empty, in the locale of the office's own. Refuses, in a sentence, where the user of the database may not. */
export async function createScratch(client: pg.Client, name: string): Promise<void> {
  try {
    await dropScratch(client, name);
    const { rows } = await client.query<Locale>(`
      select datlocprovider as provider, datcollate as collate, datctype as ctype,
        coalesce(to_jsonb(d) ->> 'datlocale', to_jsonb(d) ->> 'daticulocale') as locale
      from pg_database d where datname = current_database()`);
    const [own] = rows;
    if (own === undefined) return;
    const literal = (text: string): string => client.escapeLiteral(text);
    const words = { i: `locale_provider icu icu_locale`, b: `locale_provider builtin builtin_locale` }[own.provider];
    const provider = words === undefined || own.locale === null ? "" : `${words} ${literal(own.locale)}`;
    await client.query(`create database ${name} template template0 encoding 'UTF8'
      lc_collate ${literal(own.collate)} lc_ctype ${literal(own.ctype)} ${provider}`);
    await client.query(`revoke all on database ${name} from public`);
  } catch (error) {
    if ((error as { code?: string }).code !== noPrivilege) throw error;
    const user = client.escapeIdentifier(client.user ?? "");
    throw new BackupFailure(
      "refused",
      `It could not be checked by a restore, because the user of DATABASE_URL may not create databases. Let an administrator of that PostgreSQL run ALTER ROLE ${user} CREATEDB`,
    );
  }
}

/** Removes it, also from under a restore that is still at it. */
export async function dropScratch(client: pg.Client, name: string): Promise<void> {
  await client.query(`drop database if exists ${name} with (force)`);
}
