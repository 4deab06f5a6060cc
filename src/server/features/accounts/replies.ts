import { sql, type SelectQueryBuilder, type Selectable } from "kysely";

import type { AccountRow, CurrencyBalance } from "#contract/accounts.ts";
import type { Accounts, DB } from "#db/types.gen.ts";
import { accountStatuses, accountTypes } from "#kernel/account-type.ts";
import { assert } from "#kernel/assert.ts";

import type { ImageKind } from "./image-kind.ts";

export type AccountQuery = SelectQueryBuilder<DB, "accounts", object>;

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

/** The columns of an account, its currency and whether it has images. */
export function accountColumns(query: AccountQuery) {
  return query
    .innerJoin("currencies", "currencies.id", "accounts.currency_id")
    .select(shownColumns)
    .select(["currencies.code as currency", hasImage("picture").as("has_picture"), hasImage("signature").as("has_signature")]);
}

function hasImage(kind: ImageKind) {
  return sql<boolean>`exists (select from account_images i where i.account_id = accounts.id and i.kind = ${kind})`;
}

/** An account as it is read. */
export interface StoredAccount extends Omit<
  Selectable<Accounts>,
  "search_text" | "search_letters" | "is_system" | "side_turned"
> {
  readonly currency: string;
  readonly has_picture: boolean;
  readonly has_signature: boolean;
}

/** An account as it leaves, without its balances. */
export function fieldsOf(row: StoredAccount): Omit<AccountRow, "balances"> {
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

/** A balance as it leaves, without whose it is. */
export function balanceOf({ currencyId, currency, symbol, balance }: CurrencyBalance): CurrencyBalance {
  return { currencyId, currency, symbol, balance };
}
