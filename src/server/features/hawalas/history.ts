import { sql, type Kysely } from "kysely";

import { hawalaHistoryFields, type HawalaVersion } from "#contract/hawala-lists.ts";
import type { DB } from "#db/types.gen.ts";
import { assert } from "#kernel/assert.ts";

import { hawalaById } from "./queries.ts";

type Field = (typeof hawalaHistoryFields)[number];
type State = Readonly<Record<string, unknown>>;

interface AuditedVersion {
  readonly version: number;
  readonly action: string;
  readonly actor: string;
  readonly recorded_at: Date;
  readonly new: State;
  /** The day of its payout before and after, where that became another one. */
  readonly paid_before: string | null;
  readonly paid_after: string | null;
}

const longestHistory = 1_000;

/** The names that the audit log has for the fields of a hawala. */
const auditedNames: Readonly<Record<Field, string>> = {
  hawalaNo: "hawala_no",
  hawalaStatus: "status",
  senderCode: "sender_code",
  senderName: "sender_name",
  senderLocation: "sender_location",
  senderPhone: "sender_phone",
  senderAccountId: "sender_account_id",
  receiverName: "receiver_name",
  receiverLocation: "receiver_location",
  receiverPhone: "receiver_phone",
  receiverAccountId: "receiver_account_id",
  partnerAccountId: "partner_account_id",
  amount: "amount",
  amountCurrency: "amount_currency_id",
  exchangeRate: "exchange_rate",
  rAmount: "r_amount",
  currency: "currency_id",
  commission: "commission",
  rate: "rate",
  intoUSD: "into_usd",
  remarks: "remarks",
  transactionDate: "transaction_date",
  transactionId: "transaction_id",
  paidFromCode: "paid_from_account_id",
};

const currencyFields: ReadonlySet<Field> = new Set(["amountCurrency", "currency"]);
const accountFields: ReadonlySet<Field> = new Set(["senderAccountId", "receiverAccountId", "partnerAccountId", "paidFromCode"]);

/** What was seen of the receiver's papers, by the transaction of the payout. */
type Papers = ReadonlyMap<number, NonNullable<HawalaVersion["payout"]>>;

/** What ids are told as: codes of today, by id. */
interface Codes {
  readonly currencies: ReadonlyMap<number, string>;
  readonly accounts: ReadonlyMap<number, string>;
}

/**
 * The versions of a hawala, the latest first, at most a thousand: what was done, by whom, what it changed, and on which papers it was
 * paid. The audit log is where versions are kept. Refuses an id that no hawala has.
 */
export async function historyOfHawala(db: Kysely<DB>, id: number): Promise<HawalaVersion[]> {
  await hawalaById(db, id);
  const { rows } = await sql<AuditedVersion>`
    select version, action, coalesce(actor, '') as actor, recorded_at, new, old #>> '{payout,date}' as paid_before,
      new #>> '{payout,date}' as paid_after from audit_log
    where object_type = 'hawala' and object_id = ${String(id)} and version is not null
    order by version desc limit ${longestHistory + 1}`.execute(db);
  const first = rows.at(-1);
  if (rows.length <= longestHistory && first?.version !== 1) rows.push(...(await importedVersion(db, id)));
  const [codes, papers] = [await codesIn(db, rows), await papersOf(db, id)];
  return rows.slice(0, longestHistory).map((row, index) => versionOf(row, { before: rows[index + 1]?.new, codes, papers }));
}

/**
 * The first version of a hawala that came with an import: what stood before its first change, or what stands, by whom its
 * import was. The import's audit row vouches for it.
 */
async function importedVersion(db: Kysely<DB>, id: number): Promise<AuditedVersion[]> {
  const { rows } = await sql<AuditedVersion>`
    select 1 as version, 'hawala.imported' as action, coalesce(a.actor, '') as actor, a.recorded_at, coalesce(v.old, hawala_json(h)) as new,
      null as paid_before, null as paid_after
    from hawalas h
    join audit_log a on a.object_type = 'import_batch' and a.object_id = h.import_batch_id::text and a.action = 'import_batch.imported'
    left join audit_log v on v.object_type = 'hawala' and v.object_id = h.id::text and v.version = 2
    where h.id = ${id}`.execute(db);
  return rows;
}

/** What was seen at each payout of a hawala, also at those that were taken back. */
async function papersOf(db: Kysely<DB>, id: number): Promise<Papers> {
  const rows = await db
    .selectFrom("hawala_payouts")
    .select(["transaction_id", "document_name", "document_number", sql<boolean>`photo is not null`.as("has_photo")])
    .where("hawala_id", "=", id)
    .execute();
  return new Map(
    rows.map((row) => [
      row.transaction_id,
      {
        transactionId: row.transaction_id,
        documentName: row.document_name,
        documentNumber: row.document_number,
        hasPhoto: row.has_photo,
      },
    ]),
  );
}

interface Told {
  readonly before: State | undefined;
  readonly codes: Codes;
  readonly papers: Papers;
}

function versionOf(row: AuditedVersion, { before, codes, papers }: Told): HawalaVersion {
  const { transaction_id: paidBy } = row.new;
  const changes = hawalaHistoryFields.map((field) => ({
    field,
    before: before === undefined ? null : told(field, before, codes),
    after: told(field, row.new, codes),
  }));
  const { paid_before: was, paid_after: is } = row;
  const redated: HawalaVersion["changes"] = is === null ? [] : [{ field: "passedDate", before: was, after: is }];
  return {
    version: row.version,
    action: actionOf(row.action),
    actor: row.actor,
    recordedAt: row.recorded_at.toISOString(),
    changes: [...changes.filter((change) => change.before !== change.after), ...redated],
    payout: (row.action === "hawala.passed" && typeof paidBy === "number" ? papers.get(paidBy) : undefined) ?? null,
  };
}

function actionOf(audited: string): HawalaVersion["action"] {
  const actions = ["created", "imported", "edited", "passed", "pending", "cancelled", "received", "completed"] as const;
  const action = actions.find((known) => audited === `hawala.${known}`);
  assert(action !== undefined, `${audited} leaves no hawala behind`);
  return action;
}

/** What stood in a field; what an incoming hawala never has, a commission, is nothing. */
function told(field: Field, state: State, { currencies, accounts }: Codes): string | null {
  const value = state[auditedNames[field]];
  if (field === "commission" && state["direction"] === "incoming") return null;
  if (typeof value === "string") return value === "" ? null : value;
  if (typeof value !== "number") return null;
  const code = currencyFields.has(field) ? currencies.get(value) : accountFields.has(field) ? accounts.get(value) : undefined;
  return code ?? String(value);
}

async function codesIn(db: Kysely<DB>, versions: readonly AuditedVersion[]): Promise<Codes> {
  const ids = versions.flatMap(({ new: state }) => [...accountFields].map((field) => state[auditedNames[field]]));
  const accountIds = [...new Set(ids)].filter((id) => typeof id === "number");
  const [currencies, accounts] = await Promise.all([
    db.selectFrom("currencies").select(["id", "code"]).execute(),
    accountIds.length === 0 ? [] : db.selectFrom("accounts").select(["id", "code"]).where("id", "in", accountIds).execute(),
  ]);
  const codesById = (rows: readonly { readonly id: number; readonly code: string }[]) =>
    new Map(rows.map(({ id, code }) => [id, code]));
  return { currencies: codesById(currencies), accounts: codesById(accounts) };
}
