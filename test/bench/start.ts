import { addDays } from "#kernel/business-date.ts";
import { crowd } from "#test/support/many-transactions.ts";

import type { LargeOffice } from "./large-office.ts";
import { loadWith } from "./load.ts";
import { signIn } from "./office.ts";
import { rounds, seconds, spreadOf } from "./rounds.ts";
import { said, type Row } from "./rows.ts";
import { postTransfers } from "./transfers.ts";

const startGoalMs = 3_000;
const memoryGoalMb = 350;
/** Close to as many rows as a file may have, of the lists with the most columns: some seven weeks of hawalas, an account with many entries. */
const exported = ({ today }: LargeOffice): readonly string[] => [
  `/api/hawala-details/export?format=xlsx&fromDate=${addDays(today, -60)}&toDate=${addDays(today, -12)}`,
  `/api/transactions/export?format=xlsx&accountId=${String(crowd.first + 3)}`,
];

/** How long a start on existing data takes, and what the server's process needs after a day's load and rounds of the largest exports. */
export async function measureStart(office: LargeOffice): Promise<readonly Row[]> {
  const starts: number[] = [];
  for (let round = 0; round < rounds; round += 1) starts.push(Math.round(await office.restart()));
  const start = said({
    name: "start on existing data, to ready",
    unit: "ms",
    figure: spreadOf(starts),
    goal: { atMost: startGoalMs },
    details: "",
  });
  return [start, ...(await memoryUnderWork(office))];
}

async function memoryUnderWork(office: LargeOffice): Promise<readonly Row[]> {
  const row = (name: string, mebibytes: number): Row =>
    said({ name, unit: "MiB", figure: spreadOf([mebibytes]), goal: { atMost: memoryGoalMb }, details: "" });
  const fresh = office.memory().now;
  await postTransfers(office, { inFlight: 64, seconds, accountIds: office.accountIds });
  const list = { method: "GET", path: "/api/transactions?limit=1000", headers: { cookie: office.cookie } } as const;
  await loadWith(() => list, { url: office.url, inFlight: 8, seconds, expectedStatus: 200 });
  const loaded = office.memory().now;
  // Of two people, because one has one file in work at a time.
  const cookies = [office.cookie, await signIn(office.url, "operator")];
  for (let round = 0; round < rounds; round += 1) {
    await Promise.all(exported(office).map((path, who) => download(`${office.url}${path}`, cookies[who] ?? "")));
  }
  await postTransfers(office, { inFlight: 64, seconds, accountIds: office.accountIds });
  const { now, most } = office.memory();
  return [
    row("memory of the server after its start", fresh),
    row("memory after load at 64 in flight and long lists", loaded),
    row("memory after that, exports of 50,000 rows and load again", now),
    row("the most memory of the server's process in all that", most),
  ];
}

async function download(url: string, cookie: string): Promise<void> {
  const answer = await fetch(url, { headers: { cookie } });
  const bytes = Buffer.from(await answer.arrayBuffer());
  if (!answer.ok) throw new Error(`${url} answered ${String(answer.status)}: ${bytes.toString("utf8")}`);
}
