import type { LargeOffice } from "./large-office.ts";
import { size } from "./large-office.ts";
import { openBenchOffice, type BenchOffice } from "./office.ts";
import { measureInRounds, seconds } from "./rounds.ts";
import { saidRatio, type Row } from "./rows.ts";
import { postTransfers } from "./transfers.ts";

const warmUpSeconds = 15;

/** Posting in an office of years beside posting in an empty one, by turns. */
export async function measureGrowth(large: LargeOffice): Promise<readonly Row[]> {
  const empty = await openBenchOffice();
  try {
    const rate = async (office: BenchOffice, forSeconds = seconds): Promise<number> =>
      (await postTransfers(office, { inFlight: 64, seconds: forSeconds, accountIds: office.accountIds })).perSecond;
    await rate(empty, warmUpSeconds);
    await rate(large, warmUpSeconds);
    const measured = await measureInRounds(
      () => rate(large),
      () => rate(empty),
    );
    const name = `Transfer over HTTP, 64 in flight, after ${size.transactions.toLocaleString("en-US")} entries ÷ empty office`;
    return [saidRatio(name, measured, { goal: { atLeast: 0.9 }, unit: "/s" })];
  } finally {
    await empty.stop();
  }
}
