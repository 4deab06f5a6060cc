import { createHmac, timingSafeEqual } from "node:crypto";

import { sql, type Kysely } from "kysely";

import { transaction, type Tx } from "#db/client.ts";
import type { DB } from "#db/types.gen.ts";

/** The secret of the chain. It is kept outside the database: who can write there cannot forge a seal. */
export type AuditKey = Buffer;

const rowsPerSeal = 100;
const rowsPerRound = 5_000;
/** Any constant that nothing else of the product locks on: one sealer at a time, over all servers. */
const sealerLock = 7_301_001;

interface Block {
  readonly last_era: number;
  readonly last_xid: string;
  readonly last_id: string;
  readonly row_count: number;
  readonly digest: Buffer;
}

interface Seal {
  readonly seq: bigint;
  readonly mac: Buffer;
}

/**
 * Links the audit rows that are not sealed yet to the chain, at most 5,000 at a time, and says how many these were. A row is sealed
 * only when every transaction that began before its own has ended, in (era, transaction, id) order, so that nothing in flight can slip
 * in under a seal.
 */
export async function sealAuditRows(db: Kysely<DB>, key: AuditKey): Promise<number> {
  return transaction(db, async (tx) => {
    await sql`select pg_advisory_xact_lock(${sealerLock})`.execute(tx);
    const blocks = await unsealedBlocks(tx);
    let seal = await lastSeal(tx);
    const rows = blocks.map((block) => {
      seal = { seq: seal.seq + 1n, mac: macOf(key, seal, block) };
      const { last_era, last_xid, last_id, row_count } = block;
      return { seq: seal.seq.toString(), last_era, last_xid, last_id, row_count, mac: seal.mac };
    });
    if (rows.length > 0) await tx.insertInto("audit_seals").values(rows).execute();
    return blocks.reduce((sum, block) => sum + block.row_count, 0);
  });
}

/** The end of the chain, as "number of the seal:its HMAC in hex". Whoever keeps it elsewhere can tell a chain that was cut short. */
export async function chainHead(db: Kysely<DB>): Promise<string> {
  const seal = await lastSeal(db);
  return `${seal.seq.toString()}:${seal.mac.toString("hex")}`;
}

/** What is wrong with the chain: the first seal whose rows are no longer what it was made of. Empty where it is whole. */
export async function chainFaults(tx: Tx, key: AuditKey): Promise<readonly string[]> {
  let before: Seal = firstSeal;
  const { rows: early } = await sql<{ seq: string }>`select seq from audit_seals where seq < 1 order by seq limit 1`.execute(tx);
  if (early[0] !== undefined) return [`Audit log: seal ${early[0].seq} stands before the first`];
  for (;;) {
    const blocks = await sealedBlocks(tx, before.seq);
    for (const block of blocks) {
      const mac = macOf(key, before, block);
      const seq = BigInt(block.seq);
      const whole = seq === before.seq + 1n && block.row_count === block.sealed_count && timingSafeEqual(mac, block.mac);
      if (!whole) {
        return [`Audit log: rows ${block.first_id ?? "?"} to ${block.last_id} are not what seal ${block.seq} was made of`];
      }
      before = { seq, mac };
    }
    if (blocks.length < sealsPerRound) return [];
  }
}

const sealsPerRound = 1_000;
const firstSeal: Seal = { seq: 0n, mac: Buffer.alloc(32) };

function macOf(key: AuditKey, before: Seal, block: Block): Buffer {
  return createHmac("sha256", key)
    .update(before.mac)
    .update(
      `${(before.seq + 1n).toString()}|${String(block.last_era)}|${block.last_xid}|${block.last_id}|${String(block.row_count)}|`,
    )
    .update(block.digest)
    .digest();
}

async function lastSeal(db: Kysely<DB>): Promise<Seal> {
  const row = await db.selectFrom("audit_seals").select(["seq", "mac"]).orderBy("seq", "desc").limit(1).executeTakeFirst();
  return row === undefined ? firstSeal : { seq: BigInt(row.seq), mac: row.mac };
}

async function unsealedBlocks(tx: Tx): Promise<readonly Block[]> {
  // What is digested is first cut to a round: a long backlog would be digested whole in each of its rounds.
  const { rows } = await sql<Block>`
    with sealed as (
      select last_era, last_xid, last_id from audit_seals order by seq desc limit 1
    ), fresh as (
      select a.era, a.xid, a.id, a as entry
      from audit_log a
      where (a.era, a.xid, a.id) > (
          coalesce((select last_era from sealed), 0::smallint), coalesce((select last_xid from sealed), '0'::xid8),
          coalesce((select last_id from sealed), 0))
        and (a.era, a.xid) < ((select max(era) from audit_log), pg_snapshot_xmin(pg_current_snapshot()))
      order by a.era, a.xid, a.id
      limit ${rowsPerRound}
    ), placed as (
      select era, xid, id, audit_row_digest(entry) as digest,
        (row_number() over (order by era, xid, id) - 1) / ${rowsPerSeal}::integer as block
      from fresh
    )
    select max(era) as last_era, (array_agg(xid order by era, xid, id))[count(*)]::text as last_xid,
      (array_agg(id order by era, xid, id))[count(*)]::text as last_id, count(*)::integer as row_count,
      sha256(string_agg(digest, ''::bytea order by era, xid, id)) as digest
    from placed group by block order by block`.execute(tx);
  return rows;
}

type SealedBlock = Block & {
  readonly seq: string;
  readonly first_id: string | null;
  readonly sealed_count: number;
  readonly mac: Buffer;
};

/** The next seals of the chain, each with what its stretch of the audit log holds today. */
async function sealedBlocks(tx: Tx, after: bigint): Promise<readonly SealedBlock[]> {
  const { rows } = await sql<SealedBlock>`
    with seals as (
      select s.*, lag(last_era) over w as from_era, lag(last_xid) over w as from_xid, lag(last_id) over w as from_id
      from audit_seals s where seq >= ${after.toString()}::bigint window w as (order by seq) order by seq limit ${sealsPerRound + 1}
    )
    select s.seq, s.last_era, s.last_xid::text as last_xid, s.last_id, s.row_count as sealed_count, s.mac,
      rows.first_id, rows.row_count, coalesce(rows.digest, '') as digest
    from seals s
    cross join lateral (
      select min(a.id)::text as first_id, count(*)::integer as row_count,
        sha256(string_agg(audit_row_digest(a), ''::bytea order by a.era, a.xid, a.id)) as digest
      from audit_log a
      where (a.era, a.xid, a.id) <= (s.last_era, s.last_xid, s.last_id)
        and (a.era, a.xid, a.id) > (coalesce(s.from_era, 0::smallint), coalesce(s.from_xid, '0'::xid8), coalesce(s.from_id, 0))
    ) rows
    where s.seq > ${after.toString()}::bigint
    order by s.seq`.execute(tx);
  return rows;
}
