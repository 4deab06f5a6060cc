import { sql, type Kysely, type Selectable } from "kysely";
import type { z } from "zod";

import type { Account, createAccount, updateAccount } from "#contract/accounts.ts";
import { transaction, type Tx } from "#db/client.ts";
import type { Accounts, DB } from "#db/types.gen.ts";
import { Refusal } from "#kernel/refusal.ts";
import type { AskedBy } from "#ledger/answered-key.ts";
import { audit } from "#server/audit.ts";
import { carryOutOnce } from "#server/carry-out-once.ts";
import { changesNothing, requireCurrentVersion } from "#server/http/current-version.ts";
import type { Actor } from "#server/http/serve.ts";
import { imageOf, type Image } from "#server/image.ts";
import { officeToday } from "#server/office.ts";

import { issueAccountCode } from "./codes.ts";
import { imageKinds, type ImageKind } from "./image-kind.ts";
import { accountById, unknownAccount } from "./queries.ts";
import { keepsItsSide, refuseCashChange, refuseFutureBirth, refuseHouseAccount, requireActiveCurrency } from "./rules.ts";

/** Who opens an account. */
interface OpenedBy extends AskedBy {
  readonly actor: Actor;
}

/**
 * Opens an account under the next code of its currency; asked again under the same key it opens nothing more and answers that account as
 * it stands. Refuses a currency that is unknown or not active, and a birth that is still to come.
 */
export async function openAccount(
  db: Kysely<DB>,
  wanted: z.output<typeof createAccount.body & {}>,
  by: OpenedBy,
): Promise<Account> {
  // A new account has no image that an empty one could remove.
  const images: ImageChanges = new Map([...imageChanges(wanted)].filter(([, image]) => image !== null));
  const { accountId } = await carryOutOnce(db, by, async (tx) => ({
    accountId: await insertAccount(tx, { wanted, images }, by.actor),
  }));
  return accountById(db, accountId);
}

interface Opening {
  readonly wanted: z.output<typeof createAccount.body & {}>;
  readonly images: ImageChanges;
}

async function insertAccount(tx: Tx, { wanted, images }: Opening, actor: Actor): Promise<number> {
  await checkBirth(tx, wanted);
  requireActiveCurrency(await currencyById(tx, wanted.currencyId));
  const code = await issueAccountCode(tx, wanted.currencyId);
  const row = await tx
    .insertInto("accounts")
    .values({
      code,
      account_name: wanted.accountName,
      last_name: wanted.lastName ?? null,
      father_name: wanted.fatherName ?? null,
      tazkira_number: wanted.tazkiraNumber ?? null,
      email: wanted.email ?? null,
      phone: wanted.phone ?? null,
      date_of_birth: wanted.dateOfBirth ?? null,
      currency_id: wanted.currencyId,
      address: wanted.address ?? null,
      account_type: wanted.accountType,
      account_status: wanted.accountStatus,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  await sql`select open_account_currency(${row.id}, ${row.currency_id})`.execute(tx);
  const told = await changeImages(tx, row.id, images);
  const act = {
    action: "account.created",
    objectType: "account",
    objectId: row.id,
    version: row.version,
    new: audited(row, told),
  };
  await audit(tx, actor, act);
  return row.id;
}

type AccountChange = Partial<z.output<typeof updateAccount.body & {}>> & {
  readonly id: number;
  readonly ifMatch: number | undefined;
};

/**
 * Edits an account; what is left out stays, what is empty is removed. Refuses a version that is no longer current, the
 * house's own accounts, another type or status for the cash account, a birth that is still to come, and closing while a balance is not
 * zero. What changes nothing makes no version.
 */
export async function changeAccount(db: Kysely<DB>, change: AccountChange, actor: Actor): Promise<Account> {
  const sentImages = imageChanges(change);
  await transaction(db, async (tx) => {
    const before = await tx.selectFrom("accounts").selectAll().where("id", "=", change.id).forNoKeyUpdate().executeTakeFirst();
    if (before === undefined) throw unknownAccount();
    refuseHouseAccount(before);
    await requireCurrentVersion(tx, { type: "account", id: before.id, version: before.version }, change.ifMatch);
    const fields = fieldsOf(before, change);
    const images = await changedImages(tx, before.id, sentImages);
    if (changesNothing(before, fields) && images.size === 0) return;
    const { cash_account_id } = await tx.selectFrom("business_settings").select("cash_account_id").executeTakeFirstOrThrow();
    if (before.id === cash_account_id) refuseCashChange(before, change);
    await checkBirth(tx, change);
    if (changesSign(before, change) && !(await mayTurn(tx, before.id))) throw keepsItsSide(before);
    const movesCurrency = change.currencyId !== undefined && change.currencyId !== before.currency_id;
    if (movesCurrency) requireActiveCurrency(await currencyById(tx, change.currencyId ?? 0));
    if (change.accountStatus === "closed" && before.account_status !== "closed") await closeAccount(tx, before);
    const row = await tx
      .updateTable("accounts")
      .set({ ...fields, version: before.version + 1, updated_at: sql`now()` })
      .where("id", "=", before.id)
      .returningAll()
      .executeTakeFirstOrThrow();
    if (movesCurrency) await sql`select open_account_currency(${row.id}, ${row.currency_id})`.execute(tx);
    const told = await changeImages(tx, row.id, images);
    const version = { objectId: row.id, version: row.version };
    await audit(tx, actor, {
      action: "account.changed",
      objectType: "account",
      ...version,
      old: audited(before),
      new: audited(row, told),
    });
  });
  return accountById(db, change.id);
}

/** What an account is to be. */
function fieldsOf(before: Selectable<Accounts>, change: AccountChange) {
  const kept = (given: string | null | undefined, stored: string | null): string | null => (given === undefined ? stored : given);
  return {
    account_name: change.accountName ?? before.account_name,
    last_name: kept(change.lastName, before.last_name),
    father_name: kept(change.fatherName, before.father_name),
    tazkira_number: kept(change.tazkiraNumber, before.tazkira_number),
    email: kept(change.email, before.email),
    phone: kept(change.phone, before.phone),
    date_of_birth: kept(change.dateOfBirth, before.date_of_birth),
    currency_id: change.currencyId ?? before.currency_id,
    address: kept(change.address, before.address),
    account_type: change.accountType ?? before.account_type,
    account_status: change.accountStatus ?? before.account_status,
  };
}

async function checkBirth(tx: Tx, { dateOfBirth }: { readonly dateOfBirth?: string | null | undefined }): Promise<void> {
  if (dateOfBirth === undefined || dateOfBirth === null) return;
  refuseFutureBirth(dateOfBirth, await officeToday(tx));
}

/** A company account shows what the house holds, any other what it owes: between the two every balance changes its sign. */
function changesSign(before: Selectable<Accounts>, { accountType }: AccountChange): boolean {
  return accountType !== undefined && (accountType === "company") !== (before.account_type === "company");
}

/** Whether an account has no entries, and so may be turned to the other side; until the transaction ends it gets none. */
async function mayTurn(tx: Tx, accountId: number): Promise<boolean> {
  const { rows } = await sql<{ turns: boolean }>`select turn_account(${accountId}) as turns`.execute(tx);
  return rows[0]?.turns === true;
}

/** Closes an account. Refuses while it has a balance that is not zero, naming each. */
async function closeAccount(tx: Tx, { id, code, account_name, account_type }: Selectable<Accounts>): Promise<void> {
  const { rows } = await sql<{ balance: string; currency: string }>`
    select case ${account_type} when 'company' then b.debits - b.credits else b.credits - b.debits end as balance, c.code as currency
    from close_account(${id}) b join currencies c on c.id = b.currency_id order by c.id`.execute(tx);
  if (rows.length === 0) return;
  const balances = rows.map(({ balance, currency }) => `${balance} ${currency}`).join(", ");
  throw new Refusal("conflict", `The account ${code} - ${account_name} cannot be closed, its balance is not zero: ${balances}`);
}

/** The currency, kept from being deleted until the transaction ends. */
async function currencyById(tx: Tx, id: number) {
  return tx.selectFrom("currencies").select(["code", "is_active"]).where("id", "=", id).forKeyShare().executeTakeFirst();
}

/** What happens to each image: a new one, `null` to remove it, nothing to leave it. */
type ImageChanges = ReadonlyMap<ImageKind, Image | null>;

function imageChanges(sent: Partial<Readonly<Record<ImageKind, string | null | undefined>>>): ImageChanges {
  const changes = new Map<ImageKind, Image | null>();
  for (const kind of imageKinds) {
    const url = sent[kind];
    if (url !== undefined) changes.set(kind, url === null || url === "" ? null : imageOf(kind, url));
  }
  return changes;
}

/** Of the images that were sent those that are not there already, and of the removals those of one that is. */
async function changedImages(tx: Tx, accountId: number, sent: ImageChanges): Promise<ImageChanges> {
  if (sent.size === 0) return sent;
  const stored = await tx
    .selectFrom("account_images")
    .select(["kind", "media_type as mediaType", "content"])
    .where("account_id", "=", accountId)
    .execute();
  const isThere = (kind: ImageKind, image: Image | null): boolean => {
    const there = stored.find((one) => one.kind === kind);
    return image === null ? there === undefined : there?.mediaType === image.mediaType && there.content.equals(image.content);
  };
  return new Map([...sent].filter(([kind, image]) => !isThere(kind, image)));
}

/** What became of each image that changed, as the audit log says it. */
type ImagesTold = Partial<Record<ImageKind, "added" | "replaced" | "removed">>;

async function changeImages(tx: Tx, accountId: number, changes: ImageChanges): Promise<ImagesTold> {
  const told: ImagesTold = {};
  for (const [kind, image] of changes) {
    const ofKind = tx.deleteFrom("account_images").where("account_id", "=", accountId).where("kind", "=", kind);
    const { numDeletedRows: before } = await ofKind.executeTakeFirstOrThrow();
    told[kind] = image === null ? "removed" : before === 0n ? "added" : "replaced";
    if (image === null) continue;
    await tx
      .insertInto("account_images")
      .values({ account_id: accountId, kind, media_type: image.mediaType, content: image.content })
      .execute();
  }
  return told;
}

/** An account as the audit log keeps it: every field, and of its images only what became of them. */
function audited(
  {
    search_text: _text,
    search_letters: _letters,
    side_turned: _turned,
    created_at: _created,
    updated_at: _updated,
    ...fields
  }: Selectable<Accounts>,
  images?: ImagesTold,
) {
  return { ...fields, ...images };
}
