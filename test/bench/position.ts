import { ask, gets } from "./asked.ts";
import type { LargeOffice } from "./large-office.ts";
import { spreadOf, timed } from "./rounds.ts";
import { percentile, said, type Row } from "./rows.ts";

const goalMs = 50;
const path = "/api/reports/currency-position";

/** What is asked for, by turns; the filled days end in September 2025. */
const reports: Readonly<Record<string, readonly string[]>> = {
  "report, of a month": [`${path}?fromDate=2025-08-01&toDate=2025-08-31`, `${path}?fromDate=2024-02-01&toDate=2024-02-29`],
  "report, of a year": [`${path}?fromDate=2024-01-01&toDate=2024-12-31`],
  "report, of all days": [path],
  "deals, first page of a month": [`${path}/deals?currencyId=2&fromDate=2025-08-01&toDate=2025-08-31&limit=50`],
  "deals, a page from the middle of all": [`${path}/deals?currencyId=1&limit=50&cursor=2024-05-05_1000000`],
};

/** Opens the currency position of an office of 2,000,000 entries, of which a tenth are deals. */
export async function measurePosition(office: LargeOffice): Promise<readonly Row[]> {
  const measured = [await measureFirst(office)];
  for (const [name, addresses] of Object.entries(reports))
    measured.push(await ask(office.url, { name: `position: ${name}`, requests: gets(office.cookie, addresses), goalMs }));
  return [...measured, await measureAfterDeals(office)];
}

/** Nothing is stored yet: every deal is reckoned. */
async function measureFirst(office: LargeOffice): Promise<Row> {
  const tookMs = await openOnce(office);
  return said({ name: "position: first report, all deals", unit: "ms", figure: spreadOf([tookMs]), goal: {}, details: "once" });
}

/** A deal is posted before each report, so that the day is made anew each time. */
async function measureAfterDeals(office: LargeOffice): Promise<Row> {
  const deal = { transType: "Exchange", outAccountId: 11, inAccountId: 11, currencyId: 2, cCurrencyId: 1, exRate: "70" };
  const tookMs: number[] = [];
  for (let round = 0; round < 100; round++) {
    const answer = await fetch(`${office.url}/api/transactions`, {
      method: "POST",
      headers: { cookie: office.cookie, "content-type": "application/json" },
      body: JSON.stringify({ ...deal, dAmount: "10", cAmount: "700", transDescription: "Bought" }),
    });
    if (answer.status !== 201) throw new Error(await answer.text());
    tookMs.push(await openOnce(office));
  }
  const sorted = tookMs.toSorted((left, right) => left - right);
  return said({
    name: "position: report, after another deal of today",
    unit: percentile,
    figure: spreadOf([sorted[95] ?? Number.NaN]),
    goal: { atMost: goalMs },
    details: `p50 ${String(Math.round(sorted[50] ?? Number.NaN))} ms`,
  });
}

async function openOnce({ url, cookie }: LargeOffice): Promise<number> {
  return timed(async () => {
    const answer = await fetch(`${url}${path}`, { headers: { cookie } });
    await answer.arrayBuffer();
    if (!answer.ok) throw new Error(`the report answered ${String(answer.status)}`);
  });
}
