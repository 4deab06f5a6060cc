/**
 * `npm run bench`: what the product does beside what PostgreSQL's own benchmark, or another bare reference, does on the same
 * machine in the same minute. A figure alone means nothing on a shared machine; the ratio does.
 */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { availableParallelism, cpus } from "node:os";
import { join } from "node:path";

import { measureAccounts } from "./accounts.ts";
import { measureDashboard } from "./dashboard.ts";
import { measureGrowth } from "./growth.ts";
import { measureHawalaImport } from "./hawala-import.ts";
import { openLargeOffice, type LargeOffice } from "./large-office.ts";
import { measurePosition } from "./position.ts";
import { measurePostings } from "./postings.ts";
import { measureReports } from "./reports.ts";
import { rounds, seconds } from "./rounds.ts";
import { isHeld, tableOf, type Row } from "./rows.ts";
import { measureScreen } from "./screen.ts";
import { measureSearch } from "./search.ts";
import { measureStart } from "./start.ts";

/** Each in an office of its own. */
const small: Readonly<Record<string, () => Promise<readonly Row[]>>> = {
  postings: measurePostings,
  "hawala-import": measureHawalaImport,
};

/** All in one office after years of work; the reading before the writing. */
const large: Readonly<Record<string, (office: LargeOffice) => Promise<readonly Row[]>>> = {
  search: measureSearch,
  accounts: measureAccounts,
  dashboard: measureDashboard,
  reports: measureReports,
  position: measurePosition,
  screen: measureScreen,
  growth: measureGrowth,
  start: measureStart,
};

/** The parts that were asked for, as in `npm run bench -- search`; without a name, every one. */
const asked = process.argv.slice(2);
const isAsked = (part: string): boolean => asked.length === 0 || asked.includes(part);
const unknown = asked.filter((part) => !(part in small) && !(part in large));
if (unknown.length > 0) {
  console.error(`There is no ${unknown.join(", ")}. The parts are: ${[...Object.keys(small), ...Object.keys(large)].join(", ")}`);
  process.exit(1);
}

const machine = `${String(availableParallelism())} × ${cpus()[0]?.model ?? "unknown processor"}`;
const root = join(import.meta.dirname, "..", "..");
const date = new Date().toISOString().slice(0, 10);
type Part = readonly [name: string, rows: readonly Row[]];
const parts: Part[] = [];

console.log(`${machine}; ${String(rounds)} rounds, ${String(seconds)} s each`);
await measureSmall();
await measureLarge();
tell();

async function measureSmall(): Promise<void> {
  for (const [name, measure] of Object.entries(small)) if (isAsked(name)) keep([name, await measure()]);
}

async function measureLarge(): Promise<void> {
  const wanted = Object.entries(large).filter(([name]) => isAsked(name));
  if (wanted.length === 0) return;
  const office = await openLargeOffice();
  try {
    for (const [name, measure] of wanted) keep([name, await measure(office)]);
  } finally {
    await office.stop();
  }
}

/** Writes the results of what has been measured so far: a part that fails takes nothing of the others with it. */
function keep(part: Part): void {
  parts.push(part);
  mkdirSync(join(root, "bench", "results"), { recursive: true });
  const file = join(root, "bench", "results", `${[date, ...asked].join("-")}.json`);
  writeFileSync(file, `${JSON.stringify({ date, machine, rounds, seconds, parts: Object.fromEntries(parts) }, null, 2)}\n`);
}

/** How many goals are held, and of a whole run the tables in the documentation. */
function tell(): void {
  const rows = parts.flatMap(([, measured]) => measured);
  console.log(
    `${String(rows.length)} figures, ${String(rows.filter((row) => isHeld(row) === false).length)} short of their goals`,
  );
  if (asked.length > 0) return;
  const page = join(root, "docs", "performance.md");
  const [before = "", after = ""] = readFileSync(page, "utf8").split(/<!-- tables -->[\s\S]*<!-- end of tables -->/);
  const tables = parts.map(([name, measured]) => `## ${name}\n\n${tableOf(measured)}`).join("\n\n");
  const said = `Measured on ${date}: ${machine}, ${String(rounds)} rounds of ${String(seconds)} s each.`;
  writeFileSync(page, `${before}<!-- tables -->\n\n${said}\n\n${tables}\n\n<!-- end of tables -->${after}`);
}
