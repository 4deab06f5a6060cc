import { expect } from "vitest";

import { openDatabase } from "#db/client.ts";
import type { Connection } from "#db/connection.ts";
import { sealAuditRows } from "#ledger/audit-chain.ts";
import { verify } from "#ledger/verify.ts";
import { openAuditKey } from "#server/audit-key.ts";
import { eventually } from "#test/support/eventually.ts";

import type { Expected, OfficeUnderLoad } from "./office-under-load.ts";

/** Where the books are that a server wrote. */
export interface Books {
  readonly connection: Connection;
  /** The server's data folder, with the audit key. */
  readonly dataDir: string;
}

/** Each answered request stands in the books exactly as it was answered, nothing else does, and the books balance. */
export async function expectEverythingOnce(office: OfficeUnderLoad, books: Books): Promise<void> {
  const expected = office.expected();
  const [live, deleted] = [await office.list("/api/transactions/search"), await office.list("/api/deleted-transactions")];
  expect(byReference(live)).toEqual(byReference(expected.filter((row) => !row.deleted)));
  expect(byReference(deleted)).toEqual(byReference(expected.filter((row) => row.deleted)));
  for (const [accountId, balance] of office.expectedBalances()) expect(await office.balance(accountId)).toBe(balance);

  const database = openDatabase(books.connection, { max: 2 });
  try {
    const key = await openAuditKey(database.db, books.dataDir);
    const sealed = "select (select count(*) from audit_log) = (select sum(row_count) from audit_seals) as all";
    // A transaction anywhere in the cluster, which other tests share, keeps younger rows waiting for as long as it is open.
    await eventually("every audit row is sealed", async () => {
      while ((await sealAuditRows(database.db, key)) > 0);
      return (await database.pool.query<{ all: boolean }>(sealed)).rows[0]?.all;
    });
    expect((await verify(database.db, key)).faults).toEqual([]);
  } finally {
    await database.close();
  }
}

type Row = Pick<Expected, "referenceId" | "id" | "version" | "dAmount">;

/** Two rows of one reference do not become one: the list keeps both. */
function byReference(rows: readonly Row[]): string[] {
  return rows
    .map(({ referenceId, id, version, dAmount }) => `${String(referenceId)}: ${String(id)} v${String(version)} ${dAmount}`)
    .toSorted();
}

/** The check itself is checked: an answer that the books do not have, a row that nobody was answered, and another amount are found. */
export async function expectToBeFound(office: OfficeUnderLoad, books: Books): Promise<void> {
  const [first] = office.expected();
  if (first === undefined) throw new Error("nothing was answered");
  const answered = office.expected.bind(office);
  for (const doctored of [
    [...answered(), { ...first, referenceId: -1 }],
    answered().slice(1),
    answered().map((row) => (row === first ? { ...row, dAmount: "0.01" } : row)),
  ]) {
    office.expected = () => doctored;
    await expect(expectEverythingOnce(office, books)).rejects.toThrow("to deeply equal");
  }
  office.expected = answered;
}
