import { sql, type Kysely } from "kysely";
import type { z } from "zod";

import { accountHistoryFields, type accountHistory, type AccountVersion } from "#contract/accounts.ts";
import { largestCount } from "#contract/page.ts";
import type { DB } from "#db/types.gen.ts";
import { cutPage } from "#server/cursor.ts";
import type { Page } from "#server/http/answer.ts";

import { imageKinds } from "./image-kind.ts";
import { requireKnownAccount } from "./queries.ts";
import { cursorOf, versionBefore } from "./rules.ts";

type Field = (typeof accountHistoryFields)[number];
type Asked = z.output<NonNullable<typeof accountHistory.query>>;

interface AuditedVersion {
  readonly version: number;
  readonly action: string;
  readonly actor: string;
  readonly recorded_at: Date;
  readonly old: Readonly<Record<string, unknown>> | null;
  readonly new: Readonly<Record<string, unknown>>;
}

/** The names that the audit log has for the fields of an account. */
const auditedNames: Readonly<Record<Field, string>> = {
  accountName: "account_name",
  lastName: "last_name",
  fatherName: "father_name",
  tazkiraNumber: "tazkira_number",
  email: "email",
  phone: "phone",
  dateOfBirth: "date_of_birth",
  currencyId: "currency_id",
  address: "address",
  accountType: "account_type",
  accountStatus: "account_status",
  picture: "picture",
  signature: "signature",
};

/** A page of what happened to an account, the latest first. Refuses an account that does not exist or belongs to the house. */
export async function historyOfAccount(
  db: Kysely<DB>,
  { id, limit, cursor }: Pick<Asked, "limit" | "cursor"> & { readonly id: number },
): Promise<Page<AccountVersion>> {
  await requireKnownAccount(db, id);
  const before = cursor === undefined ? undefined : versionBefore(cursor);
  const ofAccount = sql`object_type = 'account' and object_id = ${String(id)} and version is not null`;
  const [found, counted, currencies] = await Promise.all([
    sql<AuditedVersion>`
      select version, action, coalesce(actor, '') as actor, recorded_at, old, new from audit_log
      where ${ofAccount} ${before === undefined ? sql`` : sql`and version < ${before}`}
      order by version desc limit ${limit + 1}`.execute(db),
    sql<{ count: number }>`
      select count(*)::integer as count from (select from audit_log where ${ofAccount} limit ${largestCount + 1}) counted`.execute(
      db,
    ),
    db.selectFrom("currencies").select(["id", "code"]).execute(),
  ]);
  const codes = new Map(currencies.map((currency) => [currency.id, currency.code]));
  const total = counted.rows[0]?.count ?? 0;
  const { shown, next } = cutPage(found.rows, limit);
  return {
    rows: shown.map((row) => versionOf(row, codes)),
    total: Math.min(total, largestCount),
    isAtLeast: total > largestCount,
    nextCursor: next && cursorOf(String(next.version)),
  };
}

function versionOf(row: AuditedVersion, codes: ReadonlyMap<number, string>): AccountVersion {
  const isOpening = row.action === "account.created";
  const changes = accountHistoryFields.map((field) => ({
    field,
    before: told(field, row.old?.[auditedNames[field]], codes),
    after: told(field, row.new[auditedNames[field]], codes),
  }));
  return {
    version: row.version,
    action: isOpening ? "created" : "changed",
    actor: row.actor,
    recordedAt: row.recorded_at.toISOString(),
    // Openings that sent an empty image were once recorded as if it had been removed.
    changes: changes.filter(
      ({ field, before, after }) => before !== after && !(isOpening && isImage(field) && after === "removed"),
    ),
  };
}

function isImage(field: Field): boolean {
  return imageKinds.some((kind) => kind === field);
}

/** What was in a field; a currency by the code it has today, or by its id where it has been deleted since. */
function told(field: Field, value: unknown, codes: ReadonlyMap<number, string>): string | null {
  if (typeof value === "number") return field === "currencyId" ? (codes.get(value) ?? String(value)) : String(value);
  return typeof value === "string" && value !== "" ? value : null;
}
