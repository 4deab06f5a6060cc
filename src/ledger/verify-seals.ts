import { sql, type RawBuilder } from "kysely";

/** Which life of the database it is, by the default that a row of the audit log gets. */
export const eraNow = `select (regexp_match(pg_get_expr(d.adbin, d.adrelid), '\\d+'))[1]::smallint as era
  from pg_attrdef d join pg_attribute a on a.attrelid = d.adrelid and a.attnum = d.adnum
  where d.adrelid = 'audit_log'::regclass and a.attname = 'era'`;

/** Each selects the rows that break it, as `fault`. */
export const sealInvariants: readonly RawBuilder<unknown>[] = [
  // A row before the place where the chain begins, or behind every transaction that there was, is in no seal for good: it could be
  // slipped in, and changed later.
  sql`select 'Audit log: row ' || id || ' stands where no seal reaches it' as fault from audit_log
    where (era, xid, id) <= (0::smallint, '0'::xid8, 0)
      or (era, xid) >= ((${sql.raw(eraNow)}), pg_snapshot_xmax(pg_current_snapshot()))`,
];
