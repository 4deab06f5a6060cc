import type pg from "pg";

import { StartError } from "#db/start-error.ts";

/** What an empty database may hold all the same, and a restore changes: extensions, and who may do what in it. */
export interface Emptiness {
  readonly extensions: readonly string[];
  /** What others than its owner may do in the schema public. */
  readonly rights: readonly Right[];
  /** Whether everybody may call functions that the user of the database has yet to make. */
  readonly functionsAreOpen: boolean;
}

/** The statements that give a right and take it. */
interface Right {
  readonly grant: string;
  readonly revoke: string;
}

/** Tables and the like, functions and types; but none that an extension, a table or another type brought. */
const objects = `
  select o.kind, o.oid from (
    select 'pg_class'::regclass as kind, oid, relnamespace as namespace from pg_class where relkind in ('r', 'p', 'v', 'm', 'S', 'f')
    union all select 'pg_proc'::regclass, oid, pronamespace from pg_proc
    union all select 'pg_type'::regclass, oid, typnamespace from pg_type
  ) o join pg_namespace n on n.oid = o.namespace
  where n.nspname !~ '^pg_' and n.nspname <> 'information_schema'
    and not exists (select from pg_depend d where d.classid = o.kind and d.objid = o.oid and d.deptype in ('e', 'i'))`;

const notEmpty =
  "The database is not empty: restore into an empty DATA_DIR or an empty database of DATABASE_URL. Nothing in it was touched.";

/** Answers what stands in an empty database. Refuses one that holds anything of somebody's, in other words where they are known. */
export async function requireEmpty(client: pg.Client, refusal = notEmpty): Promise<Emptiness> {
  const { rowCount } = await client.query(`${objects} limit 1`);
  if (rowCount === 0) return emptinessOf(client);
  throw new StartError(refusal);
}

async function emptinessOf(client: pg.Client): Promise<Emptiness> {
  const { rows: extensions } = await client.query<{ name: string }>("select quote_ident(extname) as name from pg_extension");
  const { rows: rights } = await client.query<Right>(`
    select concat_ws(' ', 'grant', x.privilege_type, 'on schema public to', coalesce(quote_ident(r.rolname), 'public'),
        case when x.is_grantable then 'with grant option' end) as grant,
      concat_ws(' ', 'revoke', x.privilege_type, 'on schema public from', coalesce(quote_ident(r.rolname), 'public')) as revoke
    from pg_namespace n, aclexplode(coalesce(n.nspacl, acldefault('n', n.nspowner))) x left join pg_roles r on r.oid = x.grantee
    where n.nspname = 'public' and x.grantee <> n.nspowner`);
  const { rowCount } = await client.query(`
    select from pg_default_acl
    where defaclrole = (select oid from pg_roles where rolname = current_user) and defaclnamespace = 0 and defaclobjtype = 'f'
      and not exists (select from aclexplode(defaclacl) where grantee = 0)`);
  return { extensions: extensions.map(({ name }) => name), rights, functionsAreOpen: rowCount === 0 };
}

/** Makes a database as empty as it was: what is there now and was not then goes, and what is missing comes back. */
export async function emptyAgain(client: pg.Client, then: Emptiness): Promise<void> {
  const { rows } = await client.query<{ statement: string }>(`
    select format('drop %s if exists %s cascade', i.type, i.identity) as statement
    from (${objects}) o, pg_identify_object(o.kind, o.oid, 0) i`);
  const now = await emptinessOf(client);
  const isNew = (name: string): boolean => !then.extensions.includes(name);
  const without = (rights: readonly Right[], others: readonly Right[]): readonly Right[] =>
    rights.filter(({ grant }) => !others.some((other) => other.grant === grant));
  await client.query(
    [
      "begin",
      ...now.extensions.filter(isNew).map((name) => `drop extension ${name} cascade`),
      ...rows.map(({ statement }) => statement),
      ...without(now.rights, then.rights).map(({ revoke }) => revoke),
      ...without(then.rights, now.rights).map(({ grant }) => grant),
      ...(then.functionsAreOpen ? ["alter default privileges grant execute on functions to public"] : []),
      "commit",
    ].join(";\n"),
  );
}
