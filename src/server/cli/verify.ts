/** `npm run verify`: re-derives the books and names what does not agree. Exit code 1 when something does not. */
import { chainHead } from "#ledger/audit-chain.ts";
import { verify } from "#ledger/verify.ts";
import { auditKeyForLooking } from "#server/audit-key.ts";

import { withDatabase } from "./with-database.ts";

await withDatabase(async (config, { db }) => {
  const { startedAt, finishedAt, faults } = await verify(db, await auditKeyForLooking(db, config.dataDir));
  const head = await chainHead(db);
  for (const fault of faults) console.error(fault);
  const tookMs = finishedAt.getTime() - startedAt.getTime();
  console.log(
    faults.length === 0
      ? `The books balance (verified in ${String(tookMs)} ms).`
      : `The books do not balance: ${String(faults.length)} faults.`,
  );
  console.log(`The audit log is sealed up to ${head}.`);
  return faults.length === 0 ? 0 : 1;
});
