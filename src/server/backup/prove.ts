import type pg from "pg";

import { openDatabase } from "#db/client.ts";
import type { Connection } from "#db/connection.ts";
import type { AuditKey } from "#ledger/audit-chain.ts";
import { verify } from "#ledger/verify.ts";

import { buildOf, differences } from "./catalogue.ts";
import { BackupFailure } from "./failure.ts";
import { checkFile } from "./format.ts";
import { loadDump } from "./load.ts";
import { openOwner } from "./owner-connection.ts";

/** Which file is proven, of which database, and the empty one that it is restored into for that. */
export interface ProofOrder {
  readonly scratch: Connection;
  /** The database that was backed up. */
  readonly office: Connection;
  readonly auditKey: AuditKey;
  readonly path: string;
  /** Of the file as it was made. */
  readonly sha256: string;
}

/**
 * Restores a backup and looks whether everything is there. Of another file than the one that was made nothing is carried out. Refuses
 * one whose database is not built as its source is, or that lacks a row that was written. Answers what is wrong with the books, in
 * words; nothing where it is good.
 */
export async function proveDump(
  { scratch, office, auditKey, path, sha256 }: ProofOrder,
  heard: (percent: number) => void,
): Promise<readonly string[]> {
  const whole = await checkFile(path);
  if (whole.sha256 !== sha256)
    throw new BackupFailure("refused", "The file is not the one that was written: somebody has changed it");
  await loadDump({ owner: scratch, path, whole }, heard);
  const { client, hangUp } = await openOwner(scratch, "sarraf backup check");
  try {
    await client.query("set search_path = public");
    if ((await buildOf(client)) !== whole.header.build) {
      throw new BackupFailure("refused", await builtOtherwise(client, office));
    }
  } finally {
    hangUp();
  }
  const restored = openDatabase(scratch, { max: 1, applicationName: "sarraf backup check" });
  try {
    return (await verify(restored.db, auditKey)).faults;
  } finally {
    await restored.close();
  }
}

const toldAtMost = 3;

/** Says what was altered in the office past the program, as far as it still is. */
async function builtOtherwise(restored: pg.Client, office: Connection): Promise<string> {
  const { client, hangUp } = await openOwner(office, "sarraf backup check");
  try {
    await client.query("set search_path = public");
    const names = await differences(client, restored);
    const more = names.length > toldAtMost ? ` and ${String(names.length - toldAtMost)} more` : "";
    const told = names.length === 0 ? "" : `: look at ${names.slice(0, toldAtMost).join(", ")}${more}`;
    return `The restored database is not built as the one that was backed up${told}`;
  } finally {
    hangUp();
  }
}
