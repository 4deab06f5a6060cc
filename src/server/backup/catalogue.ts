import { createHash } from "node:crypto";

import type pg from "pg";

import { assert } from "#kernel/assert.ts";
import { eraNow } from "#ledger/verify-seals.ts";

/** A table of the office and what a backup needs to know of it. Names are quoted where SQL wants that; the search path is `public`. */
export interface Table {
  readonly name: string;
  /** The columns that are stored as they are written; generated ones are computed again. */
  readonly columns: readonly string[];
  /** On the disk, without its indexes. */
  readonly bytes: number;
}

/** What stands in the way while rows are loaded: how it is taken away, and how it is put back. */
export interface Hindrance {
  readonly remove: string;
  readonly restore: string;
}

/** That no extension brought an object: what it brings is made with it, and an extension may be there for something else than the office. */
function fromNoExtension(catalogue: "pg_class" | "pg_proc" | "pg_type", oid: string): string {
  return `not exists (select from pg_depend e where e.classid = '${catalogue}'::regclass and e.objid = ${oid} and e.deptype = 'e')`;
}

// That a composite type came with an extension is noted of the type alone.
const inPublic = `c.relnamespace = 'public'::regnamespace
  and ${fromNoExtension("pg_class", "c.oid")} and ${fromNoExtension("pg_type", "c.reltype")}`;

/** Tables of the public schema. */
const ofTheOffice = `${inPublic} and c.relkind in ('r', 'p')`;

/** The tables, by name. */
export async function tablesOf(client: pg.Client): Promise<readonly Table[]> {
  const { rows } = await client.query<{ name: string; columns: string[]; bytes: string }>(`
    select c.oid::regclass::text as name, pg_table_size(c.oid) as bytes,
      array_agg(quote_ident(a.attname) order by a.attnum) as columns
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    where ${ofTheOffice} and c.relkind = 'r' group by c.oid order by 1`);
  return rows.map(({ name, columns, bytes }) => ({ name, columns, bytes: Number.parseInt(bytes, 10) }));
}

/** Statements that set each sequence to where it stands. */
export async function sequencePositions(client: pg.Client): Promise<readonly string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select c.oid::regclass::text as name from pg_class c where ${inPublic} and c.relkind = 'S' order by 1`,
  );
  const statements: string[] = [];
  for (const { name } of rows) {
    const { rows: positions } = await client.query<{ last_value: string; is_called: boolean }>(
      `select last_value, is_called from ${name}`,
    );
    for (const { last_value: last, is_called: called } of positions) {
      statements.push(`select setval('${name.replaceAll("'", "''")}', ${last}, ${String(called)});`);
    }
  }
  return statements;
}

/**
 * What is taken away before rows are loaded and put back afterwards, in the order of taking away: triggers, which would count and
 * refuse; foreign keys, which want an order of the tables; indexes, which are built faster at once.
 */
export async function hindrances(client: pg.Client): Promise<readonly Hindrance[]> {
  const { rows } = await client.query<Hindrance>(`
    select remove, restore from (
      select 1 as place, c.oid::regclass::text as name, format('alter table %s disable trigger user;', c.oid::regclass) as remove,
        format('alter table %s enable trigger user;', c.oid::regclass) as restore
      from pg_class c where ${ofTheOffice} and exists (select from pg_trigger t where t.tgrelid = c.oid and not t.tgisinternal)
      union all
      select 2, k.conname, format('alter table %s drop constraint %I;', k.conrelid::regclass, k.conname),
        format('alter table %s add constraint %I %s;', k.conrelid::regclass, k.conname, pg_get_constraintdef(k.oid))
      from pg_constraint k join pg_class c on c.oid = k.conrelid where k.contype = 'f' and k.conparentid = 0 and ${ofTheOffice}
      union all
      select 3, i.indexrelid::regclass::text, format('drop index %s;', i.indexrelid::regclass), pg_get_indexdef(i.indexrelid) || ';'
      from pg_index i join pg_class c on c.oid = i.indrelid
      where ${ofTheOffice} and not exists (select from pg_constraint k where k.conindid = i.indexrelid)
    ) hindrance order by place, name, remove`);
  return rows;
}

/** Which life of the database it is. */
export async function currentEra(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ era: number }>(eraNow);
  const [now] = rows;
  assert(now !== undefined, "a row of the audit log gets the era that it is");
  return now.era;
}

/**
 * What the office's own role and everybody may do with an object. Who the owner is, and who granted it, differs from place to
 * place; what an administrator lets other roles do, such as one that reads for reports, is no part of the office.
 */
function grants(rights: string, kind: string, owner: string): string {
  return `(select string_agg(distinct concat_ws(' ', coalesce(r.rolname, 'public'), x.privilege_type), ', ')
    from aclexplode(coalesce(${rights}, acldefault(${kind}, ${owner}))) x left join pg_roles r on r.oid = x.grantee
    where x.grantee <> ${owner} and (x.grantee = 0 or r.rolname = 'sarraf_app'))`;
}

/** Something of which a database is built: what it is called, and all of how it is made. */
interface Built {
  readonly name: string;
  readonly line: string;
}

async function builtOf(client: pg.Client): Promise<readonly Built[]> {
  const { rows } = await client.query<Built>(`
    select case when a.attname is null then c.relname else concat('column ', c.relname, '.', a.attname) end as name,
      concat_ws(' ', c.relname, c.relkind, c.reloptions, a.attnum, a.attname, format_type(a.atttypid, a.atttypmod),
        a.attnotnull, a.attidentity, a.attgenerated, ${grants("a.attacl", "'c'", "c.relowner")},
        case when (c.relname, a.attname) <> ('audit_log', 'era') then pg_get_expr(d.adbin, d.adrelid) end) as line
      from pg_class c left join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
      left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
      where ${inPublic} and c.relkind <> 'i'
    union all select concat('rights on ', c.relname),
        concat_ws(' ', c.relname, ${grants("c.relacl", `case c.relkind when 'S' then 's' else 'r' end::"char"`, "c.relowner")})
      from pg_class c where ${inPublic} and c.relkind in ('r', 'p', 'v', 'm', 'S')
    union all select concat('constraint ', k.conname, ' of ', nullif(k.conrelid, 0)::regclass, nullif(k.contypid, 0)::regtype),
        concat_ws(' ', k.conrelid::regclass, k.contypid::regtype, k.conname, pg_get_constraintdef(k.oid))
      from pg_constraint k where k.connamespace = 'public'::regnamespace
        and ${fromNoExtension("pg_class", "k.conrelid")} and ${fromNoExtension("pg_type", "k.contypid")}
    union all select concat('index ', i.indexrelid::regclass), pg_get_indexdef(i.indexrelid)
      from pg_index i join pg_class c on c.oid = i.indrelid and ${inPublic}
    union all select concat('trigger ', t.tgname, ' of ', c.relname), concat_ws(' ', t.tgenabled, pg_get_triggerdef(t.oid))
      from pg_trigger t join pg_class c on c.oid = t.tgrelid and ${inPublic} where not t.tgisinternal
    union all select concat('function ', p.oid::regprocedure),
        concat_ws(' ', ${grants("p.proacl", "'f'", "p.proowner")}, pg_get_functiondef(p.oid)) from pg_proc p
      where p.pronamespace = 'public'::regnamespace and p.prokind in ('f', 'p') and ${fromNoExtension("pg_proc", "p.oid")}
    union all select concat('view ', c.relname), concat_ws(' ', c.relname, pg_get_viewdef(c.oid))
      from pg_class c where ${inPublic} and c.relkind in ('v', 'm')
    order by line`);
  return rows;
}

/**
 * SHA-256 of how the database is built: columns, constraints, indexes, triggers, functions, views and who may do what. Two
 * databases of one PostgreSQL that agree in it are built alike; the era, which a restore moves on, is left out, and so is what
 * extensions brought: an administrator may add one, or have an older version of one, without any change to the office.
 */
export async function buildOf(client: pg.Client): Promise<string> {
  const built = await builtOf(client);
  return createHash("sha256")
    .update(built.map(({ line }) => line).join("\n"))
    .digest("hex");
}

/** The names of what is built in another way in one of two databases than in the other, or is not there at all. */
export async function differences(one: pg.Client, other: pg.Client): Promise<readonly string[]> {
  const [ones, others] = [await builtOf(one), await builtOf(other)];
  const without = (built: readonly Built[], known: readonly Built[]): readonly Built[] => {
    const lines = new Set(known.map(({ line }) => line));
    return built.filter(({ line }) => !lines.has(line));
  };
  return [...new Set([...without(ones, others), ...without(others, ones)].map(({ name }) => name))];
}
