import { sql, type Kysely, type SelectQueryBuilder, type Selectable, type SqlBool } from "kysely";
import type { z } from "zod";

import type { Account, AccountRow, CurrencyBalance, listAccounts } from "#contract/accounts.ts";
import type { AccountImages, Accounts, DB } from "#db/types.gen.ts";
import { accountStatuses, accountTypes } from "#kernel/account-type.ts";
import { assert } from "#kernel/assert.ts";
import { Refusal } from "#kernel/refusal.ts";
import { shownBalances } from "#ledger/balances.ts";
import { Answer, type Page } from "#server/http/answer.ts";

import { dataUrlOf, type ImageKind } from "./images.ts";
import { cursorOf, positionAfter, searchTerms } from "./rules.ts";

type Filters = z.output<NonNullable<typeof listAccounts.query>>;

/** A page of the accounts that meet every filter, by code; with the balances of each unless they are left out. */
export async function accountPage(db: Kysely<DB>, filters: Filters): Promise<Page<AccountRow>> {
  const { limit, cursor } = filters;
  const after = cursor === undefined ? undefined : positionAfter(cursor);
  const wanted = filtered(db, filters);
  const [typed] = searchTerms(filters.q);
  const rows = await accountColumns(after === undefined ? wanted : wanted.where(isAfter(after, typed)))
    .$if(typed !== undefined, (query) => query.orderBy(startsElsewhere(sql`accounts.code`, typed ?? "")))
    .orderBy(sql`length(accounts.code)`)
    .orderBy(sql`accounts.code collate "C"`)
    .limit(limit + 1)
    .execute();
  const shown = rows.slice(0, limit);
  const isWhole = after === undefined && rows.length <= limit;
  const [total, balances] = await Promise.all([
    isWhole ? rows.length : countOf(wanted),
    filters.balances
      ? shownBalances(
          db,
          shown.map((row) => row.id),
        )
      : undefined,
  ]);
  const last = shown.at(-1);
  return {
    rows: shown.map((row) => ({ ...fieldsOf(row), balances: (balances?.get(row.id) ?? []).map(balanceOf) })),
    total,
    nextCursor: rows.length > limit && last !== undefined ? cursorOf(last.code) : undefined,
  };
}

type AccountQuery = SelectQueryBuilder<DB, "accounts", object>;

function filtered(db: Kysely<DB>, { q, status, type, currencyId, ids }: Filters): AccountQuery {
  let query: AccountQuery = db.selectFrom("accounts").where("is_system", "=", false);
  if (status !== undefined) query = query.where("account_status", "=", status);
  if (type !== undefined) query = query.where("account_type", "=", type);
  if (currencyId !== undefined) query = query.where("currency_id", "=", currencyId);
  if (ids !== undefined) query = query.where("accounts.id", "in", ids);
  for (const term of searchTerms(q)) {
    // The term is folded as the stored text was, and only then are the signs that LIKE would interpret escaped.
    query = query.where(
      sql<SqlBool>`search_text like '%' || regexp_replace(fold_text(${term}), '([\\\\%_])', '\\\\\\1', 'g') || '%'`,
    );
  }
  return query;
}

/**
 * Whether an account stands after the one with this code. Codes of fewer characters come first, so that 999 stands before
 * 1000; in a search those that begin with what was typed stand before those that only contain it somewhere.
 */
function isAfter(code: string, typed: string | undefined) {
  const order = (of: ReturnType<typeof sql>) =>
    sql`${typed === undefined ? sql`` : sql`${startsElsewhere(of, typed)}, `}length(${of}), ${of} collate "C"`;
  return sql<SqlBool>`(${order(sql`accounts.code`)}) > (${order(sql`${code}::text`)})`;
}

function startsElsewhere(code: ReturnType<typeof sql>, typed: string) {
  return sql`not starts_with(fold_text(${code}), fold_text(${typed}))`;
}

async function countOf(query: AccountQuery): Promise<number> {
  const { count } = await query.select(sql<number>`count(*)::integer`.as("count")).executeTakeFirstOrThrow();
  return count;
}

/** What leaves; the text that is searched stays where it is. */
const shownColumns = [
  "accounts.id",
  "accounts.code",
  "accounts.account_name",
  "accounts.last_name",
  "accounts.father_name",
  "accounts.tazkira_number",
  "accounts.email",
  "accounts.phone",
  "accounts.date_of_birth",
  "accounts.currency_id",
  "accounts.address",
  "accounts.account_type",
  "accounts.account_status",
  "accounts.version",
  "accounts.created_at",
  "accounts.updated_at",
] as const;

function accountColumns(query: AccountQuery) {
  return query
    .innerJoin("currencies", "currencies.id", "accounts.currency_id")
    .select(shownColumns)
    .select(["currencies.code as currency", hasImage("picture").as("has_picture"), hasImage("signature").as("has_signature")]);
}

function hasImage(kind: ImageKind) {
  return sql<boolean>`exists (select from account_images i where i.account_id = accounts.id and i.kind = ${kind})`;
}

interface StoredAccount extends Omit<Selectable<Accounts>, "search_text" | "is_system"> {
  readonly currency: string;
  readonly has_picture: boolean;
  readonly has_signature: boolean;
}

function fieldsOf(row: StoredAccount): Omit<AccountRow, "balances"> {
  const accountType = accountTypes.find((type) => type === row.account_type);
  const accountStatus = accountStatuses.find((status) => status === row.account_status);
  assert(accountType !== undefined && accountStatus !== undefined, "the database checks the type and status of an account");
  return {
    id: row.id,
    accountCode: row.code,
    accountName: row.account_name,
    lastName: row.last_name,
    fatherName: row.father_name,
    tazkiraNumber: row.tazkira_number,
    email: row.email,
    phone: row.phone,
    dateOfBirth: row.date_of_birth,
    currencyId: row.currency_id,
    currency: row.currency,
    address: row.address,
    accountType,
    accountStatus,
    hasPicture: row.has_picture,
    hasSignature: row.has_signature,
    version: row.version,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  };
}

/** One account with its pictures as data URLs. The house's own accounts are not found here, but for the cash account. */
export async function accountById(db: Kysely<DB>, id: number): Promise<Account> {
  const query: AccountQuery = db.selectFrom("accounts").where("accounts.id", "=", id).where("is_system", "=", false);
  const row = await accountColumns(query).executeTakeFirst();
  if (row === undefined) throw unknownAccount();
  const images = row.has_picture || row.has_signature ? await imagesOf(db, id) : [];
  const imageUrl = (kind: ImageKind): string | null => {
    const image = images.find((candidate) => candidate.kind === kind);
    return image === undefined ? null : dataUrlOf({ mediaType: image.media_type, content: image.content });
  };
  return { ...fieldsOf(row), picture: imageUrl("picture"), signature: imageUrl("signature") };
}

function imagesOf(db: Kysely<DB>, accountId: number): Promise<Selectable<AccountImages>[]> {
  return db.selectFrom("account_images").selectAll().where("account_id", "=", accountId).execute();
}

/** An image as a file of its own type; even opened by itself it can run nothing. Refuses where there is none. */
export async function imageAnswer(db: Kysely<DB>, accountId: number, kind: ImageKind): Promise<Answer<Buffer>> {
  const image = await db
    .selectFrom("account_images")
    .select(["media_type", "content"])
    .where("account_id", "=", accountId)
    .where("kind", "=", kind)
    .executeTakeFirst();
  if (image === undefined) throw new Refusal("not_found", `This account has no ${kind}`);
  return new Answer(image.content, {
    "content-type": image.media_type,
    "content-security-policy": "default-src 'none'; sandbox",
  });
}

/** What an account holds, its own currency first. Refuses the house's own accounts, but for the cash account. */
export async function balancesOfAccount(db: Kysely<DB>, id: number): Promise<CurrencyBalance[]> {
  const known = await db
    .selectFrom("accounts")
    .select("id")
    .where("id", "=", id)
    .where("is_system", "=", false)
    .executeTakeFirst();
  if (known === undefined) throw unknownAccount();
  const balances = await shownBalances(db, [id]);
  return (balances.get(id) ?? []).map(balanceOf);
}

function balanceOf({ currencyId, currency, symbol, balance }: CurrencyBalance): CurrencyBalance {
  return { currencyId, currency, symbol, balance };
}

export function unknownAccount(): Refusal {
  return new Refusal("not_found", "This account does not exist");
}
