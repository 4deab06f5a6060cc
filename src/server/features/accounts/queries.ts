import type { Kysely, Selectable } from "kysely";

import type { Account, CurrencyBalance } from "#contract/accounts.ts";
import type { AccountImages, DB } from "#db/types.gen.ts";
import { Refusal } from "#kernel/refusal.ts";
import { imageFile, type Answer } from "#server/http/answer.ts";
import { dataUrlOf } from "#server/image.ts";
import { shownBalances } from "#server/shown-balances.ts";

import type { ImageKind } from "./image-kind.ts";
import { accountColumns, balanceOf, fieldsOf, type AccountQuery } from "./replies.ts";

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

/** An image as a file of its own type. Refuses where there is none. */
export async function imageAnswer(db: Kysely<DB>, accountId: number, kind: ImageKind): Promise<Answer<Buffer>> {
  const image = await db
    .selectFrom("account_images")
    .select(["media_type as mediaType", "content"])
    .where("account_id", "=", accountId)
    .where("kind", "=", kind)
    .executeTakeFirst();
  if (image === undefined) throw new Refusal("not_found", `This account has no ${kind}`);
  return imageFile(image);
}

/** What an account holds, its own currency first. Refuses the house's own accounts, but for the cash account. */
export async function balancesOfAccount(db: Kysely<DB>, id: number): Promise<CurrencyBalance[]> {
  await requireKnownAccount(db, id);
  const balances = await shownBalances(db, [id]);
  return (balances.get(id) ?? []).map(balanceOf);
}

/** Refuses an account that does not exist or belongs to the house; the cash account is known. */
export async function requireKnownAccount(db: Kysely<DB>, id: number): Promise<void> {
  const known = await db
    .selectFrom("accounts")
    .select("id")
    .where("id", "=", id)
    .where("is_system", "=", false)
    .executeTakeFirst();
  if (known === undefined) throw unknownAccount();
}

/** What is said where no account has the id, or the house keeps it for itself. */
export function unknownAccount(): Refusal {
  return new Refusal("not_found", "This account does not exist");
}
