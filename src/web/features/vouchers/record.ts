import { queryOptions, type QueryClient } from "@tanstack/react-query";

import { listAccounts, type AccountRow } from "#contract/accounts.ts";
import { listCurrencies } from "#contract/currencies.ts";
import { getHawala } from "#contract/hawalas.ts";
import { getTransaction } from "#contract/transactions.ts";
import { hawalaVoucher, printHawala, printTransaction, transactionVoucher, type VoucherPrint } from "#contract/vouchers.ts";
import { ApiError } from "#web/lib/api-error.ts";
import { call } from "#web/lib/api.ts";
import { read } from "#web/lib/query.ts";
import type { ReplyOf } from "#web/lib/route-types.ts";
import type { VoucherOf } from "#web/print/print-voucher.ts";

type ShownTransaction = ReplyOf<typeof getTransaction>;
type ShownHawala = ReplyOf<typeof getHawala>;
type PrintState = ReplyOf<typeof transactionVoucher>;

/** What stands on a voucher, as it is stored, and what its next print will be. */
export type VoucherRecord = {
  readonly state: PrintState;
  /** The code of a currency. */
  readonly codeOf: (id: number) => string;
} & (
  | {
      readonly kind: "transaction";
      readonly transaction: ShownTransaction;
      /** Both sides of a Debit or Credit, by their ids; of any other type it does not matter what they are. */
      readonly accounts: ReadonlyMap<number, AccountRow>;
      readonly hawala: ShownHawala | undefined;
    }
  | {
      readonly kind: "hawala";
      readonly hawala: ShownHawala;
      /** The payout of an incoming hawala, or the booking of an outgoing one. */
      readonly transaction: ShownTransaction | undefined;
      /** The account that an outgoing one was entered on; undefined where the sender paid at the counter. */
      readonly sender: AccountRow | undefined;
    }
);

/** How a voucher is read. Its noun is the record's own, so that whatever changes the record makes it stale. */
export function voucherOf({ kind, id }: VoucherOf) {
  return queryOptions({
    queryKey: [kind === "hawala" ? "hawalas" : "transactions", "voucher", kind, id] as const,
    queryFn: ({ client }): Promise<VoucherRecord> => recordOf(client, { kind, id }),
    staleTime: 0,
  });
}

async function recordOf(client: QueryClient, { kind, id }: VoucherOf): Promise<VoucherRecord> {
  const params = { id };
  const [currencies, state] = await Promise.all([
    client.ensureQueryData(read(listCurrencies)),
    call(kind === "hawala" ? hawalaVoucher : transactionVoucher, { params }),
  ]);
  const codes = new Map(currencies.map((currency) => [currency.id, currency.code]));
  const common = { state, codeOf: (currencyId: number) => codes.get(currencyId) ?? "" };
  if (kind === "transaction") {
    const transaction = await call(getTransaction, { params });
    const { hawalaId } = transaction;
    return {
      ...common,
      kind,
      transaction,
      accounts: await entryAccountsOf(client, transaction),
      hawala: hawalaId === 0 ? undefined : await call(getHawala, { params: { id: hawalaId } }),
    };
  }
  const hawala = await call(getHawala, { params });
  const { transactionId, senderAccountId } = hawala;
  const accounts = senderAccountId === null ? undefined : await accountsOf(client, [senderAccountId]);
  return {
    ...common,
    kind,
    hawala,
    transaction: transactionId === null ? undefined : await call(getTransaction, { params: { id: transactionId } }),
    sender: senderAccountId === null ? undefined : accounts?.get(senderAccountId),
  };
}

async function entryAccountsOf(client: QueryClient, transaction: ShownTransaction): Promise<ReadonlyMap<number, AccountRow>> {
  const { transType, outAccountId, inAccountId } = transaction;
  if (transType !== "Debit" && transType !== "Credit") return new Map();
  return accountsOf(client, [outAccountId, inAccountId]);
}

async function accountsOf(client: QueryClient, some: readonly number[]): Promise<ReadonlyMap<number, AccountRow>> {
  const ids = some.toSorted((a, b) => a - b).join(",");
  const accounts = await client.fetchQuery(read(listAccounts, { query: { ids } }));
  return new Map(accounts.map((account) => [account.id, account]));
}

/** The version of what stands on the voucher. */
function versionOf(record: VoucherRecord): number {
  return record.kind === "hawala" ? record.hawala.version : record.transaction.version;
}

/** Counts a print of what is about to be printed. Refuses where somebody has changed it since it was read. */
export function countPrint({ kind, id }: VoucherOf, record: VoucherRecord): Promise<VoucherPrint> {
  return call(kind === "hawala" ? printHawala : printTransaction, { params: { id }, ifMatch: versionOf(record) });
}

/** Whether what the voucher is of is not there: it never was, or its import has been undone. */
export function isGone(error: unknown): boolean {
  return error instanceof ApiError && error.status === 404;
}

/** Whether a print was refused because what is on the sheet is no longer what is stored. */
export function isOutdated(error: unknown): boolean {
  return error instanceof ApiError && error.code === "stale_version";
}
