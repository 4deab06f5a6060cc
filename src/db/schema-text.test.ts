import { readFileSync } from "node:fs";

import { expect, test } from "vitest";

import { createTestDatabase } from "#test/support/database.ts";

import { schemaText } from "./schema-text.ts";

test("schema.sql is what the migrations make (npm run types writes it)", async () => {
  const database = await createTestDatabase();
  try {
    const file = readFileSync(new URL("schema.sql", import.meta.url), "utf8");
    // Said as a yes or no: the difference of two texts of this length says nothing more.
    expect(file === (await schemaText(database.pool))).toBe(true);
  } finally {
    await database.drop();
  }
});

test("a table stands with its columns, constraints, indexes, triggers and rights, a function with the migrations that wrote it", async () => {
  const database = await createTestDatabase();
  try {
    await database.asOwner("create table kept (id integer generated always as identity primary key, note text default 'none')");
    await database.asOwner("create index kept_note on kept (note); grant select, insert on kept to sarraf_app");
    await database.asOwner("create trigger append_only before delete on kept execute function refuse_change()");
    const text = await schemaText(database.pool);
    expect(text).toContain(`
create table kept (
  id integer not null generated always as identity,
  note text default 'none'::text,
  constraint kept_pkey PRIMARY KEY (id)
);
CREATE INDEX kept_note ON public.kept USING btree (note);
CREATE TRIGGER append_only BEFORE DELETE ON public.kept FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
grant insert, select on kept to sarraf_app;
`);
    expect(text).toContain(
      "\n-- 0021_day_closes, 0022_postings_in_fewer_statements\nCREATE OR REPLACE FUNCTION public.hold_books(",
    );
  } finally {
    await database.drop();
  }
});
