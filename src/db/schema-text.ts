import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

import type pg from "pg";

import { applicationRole } from "./connection.ts";
import { migrationsFolder } from "./migrate.ts";

const head = `-- The schema as all migrations together leave it, for reading: the tables, each with its indexes and triggers, then types, views and
-- functions, and what the server's role may do with each of them. Above a function stand the migrations that wrote it: the last one
-- wrote the text below, and their comments say why.
-- Nothing runs this file. \`npm run types\` writes it, and a test compares it with what the migrations make.
`;

const columns = `(
  select string_agg('  ' || concat_ws(' ', a.attname, format_type(a.atttypid, a.atttypmod), case when a.attnotnull then 'not null' end,
      case when a.attidentity <> '' then format('generated %s as identity', case a.attidentity when 'a' then 'always' else 'by default' end)
        when a.attgenerated <> '' then format('generated always as (%s) stored', pg_get_expr(d.adbin, d.adrelid))
        else 'default ' || pg_get_expr(d.adbin, d.adrelid) end), E',\\n' order by a.attnum)
  from pg_attribute a left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
  where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped)`;

// Without those of kind n: PostgreSQL 18 counts each "not null" of a column among them, too.
const constraints = `(
  select string_agg(format(E',\\n  constraint %s %s', k.conname, pg_get_constraintdef(k.oid)), '' order by k.contype = 'f', k.conname)
  from pg_constraint k where k.conrelid = c.oid and k.contype in ('p', 'u', 'c', 'f', 'x'))`;

const indexes = `(
  select string_agg(pg_get_indexdef(i.indexrelid) || E';\\n', '' order by i.indexrelid::regclass::text)
  from pg_index i where i.indrelid = c.oid and not exists (select from pg_constraint k where k.conindid = i.indexrelid))`;

const triggers = `(
  select string_agg(pg_get_triggerdef(t.oid) || E';\\n', '' order by t.tgname)
  from pg_trigger t where t.tgrelid = c.oid and not t.tgisinternal)`;

function grants(rights: string, name: string): string {
  return `(
  select format(E'grant %s on %s to ${applicationRole};\\n', string_agg(lower(x.privilege_type), ', ' order by x.privilege_type), ${name})
  from aclexplode(${rights}) x where x.grantee = '${applicationRole}'::regrole having count(*) > 0)`;
}

const inPublic = "c.relnamespace = 'public'::regnamespace and c.relname <> 'pgmigrations'";

const objects = `
  select 1 as place, c.relname::text as name, concat(format(E'create table %s (\\n%s%s\\n);\\n', c.relname, ${columns}, ${constraints}),
      ${indexes}, ${triggers}, ${grants("c.relacl", "c.relname")}) as text
    from pg_class c where ${inPublic} and c.relkind = 'r'
  union all select 2, c.relname, format(E'create type %s as (\\n%s\\n);\\n', c.relname, ${columns})
    from pg_class c where ${inPublic} and c.relkind = 'c'
  union all select 3, c.relname, format(E'create view %s as\\n%s\\n', c.relname, pg_get_viewdef(c.oid)) || ${grants("c.relacl", "c.relname")}
    from pg_class c where ${inPublic} and c.relkind = 'v'
  union all select 4, p.proname, concat(pg_get_functiondef(p.oid), E';\\n', ${grants("p.proacl", "'function ' || p.proname")})
    from pg_proc p where p.pronamespace = 'public'::regnamespace
      and not exists (select from pg_depend e where e.classid = 'pg_proc'::regclass and e.objid = p.oid and e.deptype = 'e')`;

/** How the database of this connection is built, for people to read: what `schema.sql` holds. */
export async function schemaText(pool: pg.Pool): Promise<string> {
  const { rows } = await pool.query<{ name: string; isFunction: boolean; text: string }>(
    `select name, place = 4 as "isFunction", text from (${objects}) object order by place, name collate "C", text collate "C"`,
  );
  const writers = writersOfFunctions();
  const texts = rows.map(({ name, isFunction, text }) =>
    isFunction ? `-- ${(writers.get(name) ?? []).join(", ")}\n${text}` : text,
  );
  return [head, ...texts].join("\n");
}

/** The migrations that wrote each function, oldest first. */
function writersOfFunctions(): ReadonlyMap<string, readonly string[]> {
  const writers = new Map<string, string[]>();
  for (const file of readdirSync(migrationsFolder)
    .filter((name) => name.endsWith(".sql"))
    .toSorted()) {
    const migration = readFileSync(join(migrationsFolder, file), "utf8");
    for (const [, name = ""] of migration.matchAll(/^create (?:or replace )?function (\w+)/gm))
      writers.set(name, [...(writers.get(name) ?? []), file.replace(/\.sql$/, "")]);
  }
  return writers;
}
