import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import { promisify } from "node:util";

import { expect, test } from "vitest";

import { createChooser } from "#server/demo/random.ts";
import { patienceMs, scaled, seedOf, tellFigures } from "#test/prove/scale.ts";
import { sheetFixture } from "#test/support/hawala-sheets.ts";
import { serverArguments } from "#test/support/server-arguments.ts";
import { launchServer, usedDataDir } from "#test/support/server-process.ts";

const minutes = scaled(0, 20);
const clients = 16;
const sampleEveryMs = 5_000;
/** What the server may take under any load (design of the benchmarks). */
const mostMiB = 350;
/** Growth that does not end would be seen in the second half, when everything that is kept once has been kept. */
const mostGrowthMiBPerMinute = 1;

interface Sample {
  readonly minute: number;
  readonly mib: number;
}

/** How fast the samples grow, in MiB a minute: the slope of the line that fits them best. */
function growth(samples: readonly Sample[]): number {
  const mean = (of: (sample: Sample) => number): number => samples.reduce((sum, sample) => sum + of(sample), 0) / samples.length;
  const [minute, mib] = [mean((sample) => sample.minute), mean((sample) => sample.mib)];
  const shared = samples.reduce((sum, sample) => sum + (sample.minute - minute) * (sample.mib - mib), 0);
  return shared / samples.reduce((sum, sample) => sum + (sample.minute - minute) ** 2, 0);
}

test("growth is told from ups and downs", () => {
  const of = (mib: (minute: number) => number): Sample[] =>
    Array.from({ length: 240 }, (_, nth) => ({ minute: nth / 12, mib: mib(nth / 12) }));
  expect(growth(of((minute) => 150 + 2 * minute))).toBeGreaterThan(mostGrowthMiBPerMinute);
  expect(growth(of((minute) => 150 + 30 * Math.sin(20 * minute)))).toBeLessThan(mostGrowthMiBPerMinute);
});

test("a server lets no more garbage lie than a small machine has room for", async () => {
  const limits = serverArguments.filter((argument) => argument.startsWith("--"));
  const question = "v8.getHeapStatistics().heap_size_limit / 2 ** 20";
  const { stdout } = await promisify(execFile)(process.execPath, [...limits, "-p", question]);
  // By itself it takes half of a machine's memory, up to 4 GiB.
  expect(Number.parseFloat(stdout)).toBeLessThan(1_200);
});

// For minutes there is no short form: what grows slowly is seen in time alone.
if (minutes > 0) {
  test(
    "under a mixed load for twenty minutes the server's memory stays where it is",
    async () => {
      const server = launchServer({ DATA_DIR: await usedDataDir(), RATE_LIMIT_PER_MINUTE: "0" });
      const office = await openOffice(await server.ready);
      const over = new AbortController();
      const work = Promise.all(Array.from({ length: clients }, (_, client) => office.work(client, over.signal)));
      const samples: Sample[] = [];
      for (const began = performance.now(); performance.now() - began < minutes * 60_000;) {
        await Promise.race([pause(sampleEveryMs), work]);
        samples.push({ minute: (performance.now() - began) / 60_000, mib: residentMiB(server.pid) });
      }
      over.abort();
      const done = (await work).reduce((sum, count) => sum + count, 0);
      const settled = growth(samples.slice(Math.floor(samples.length / 2)));
      const peak = Math.max(...samples.map(({ mib }) => mib));
      const told = (value: number): string => new Intl.NumberFormat("en", { maximumFractionDigits: 1 }).format(value);
      tellFigures(
        `${told(done)} requests of 10 kinds in ${told(minutes)} minutes: RSS ${told(samples[0]?.mib ?? 0)} MiB first, ${told(samples.at(-1)?.mib ?? 0)} last, ${told(peak)} at most; ${told(settled)} MiB a minute in the second half`,
      );
      expect(peak).toBeLessThan(mostMiB);
      expect(settled).toBeLessThan(mostGrowthMiBPerMinute);
    },
    patienceMs(60_000),
  );
}

function residentMiB(pid: number): number {
  const kib = /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${String(pid)}/status`, "utf8"))?.[1];
  return Number.parseInt(kib ?? "0", 10) / 1024;
}

/** An office and what its people do all day. */
async function openOffice(url: string) {
  const json = { "content-type": "application/json" };
  const signIn = JSON.stringify({ username: "admin", password: "a long enough password" });
  const signedIn = await fetch(`${url}/api/auth/login`, { method: "POST", headers: json, body: signIn });
  const cookie = signedIn.headers.getSetCookie()[0]?.split(";")[0] ?? "";
  const send = async (method: string, path: string, body?: object): Promise<unknown> => {
    const sent = { cookie, ...(body === undefined ? {} : json) };
    const answer = await fetch(`${url}${path}`, {
      method,
      headers: sent,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    if (answer.status >= 500) throw new Error(`${method} ${path} answered ${String(answer.status)}: ${await answer.text()}`);
    const bytes = await answer.arrayBuffer();
    return answer.headers.get("content-type")?.startsWith("application/json")
      ? JSON.parse(Buffer.from(bytes).toString())
      : undefined;
  };
  const accounts: number[] = [];
  for (let nth = 0; nth < 40; nth += 1) {
    accounts.push(
      ((await send("POST", "/api/accounts", { accountName: `Party ${String(nth)}`, currencyId: 2 })) as { id: number }).id,
    );
  }
  const transfer = (from: number, amount: number) => ({
    transType: "Transfer",
    outAccountId: accounts[from % 40],
    inAccountId: accounts[(from + 1) % 40],
    currencyId: 2,
    dAmount: String(amount),
    transDescription: "By telephone",
  });

  const preview = async (): Promise<void> => {
    const form = new FormData();
    form.append("file", new Blob([new Uint8Array(sheetFixture("clean.xlsx"))]), "clean.xlsx");
    await (await fetch(`${url}/api/hawala/preview`, { method: "POST", headers: { cookie }, body: form })).arrayBuffer();
  };
  const follow = async (): Promise<void> => {
    const hangUp = new AbortController();
    await fetch(`${url}/api/events`, { headers: { cookie }, signal: hangUp.signal });
    hangUp.abort();
  };

  /** One act of a day, drawn by how often people do it. */
  async function act(draw: number, nth: number): Promise<void> {
    if (draw < 45) await send("POST", "/api/transactions", transfer(nth, 1 + (nth % 90)));
    else if (draw < 55) {
      const { id } = (await send("POST", "/api/transactions", transfer(nth, 5))) as { id: number };
      if (draw < 50) await send("PUT", `/api/transactions/${String(id)}`, transfer(nth, 6));
      else await send("DELETE", `/api/transactions/${String(id)}`, { reason: "Twice" });
    } else if (draw < 65) await send("GET", "/api/transactions?limit=100");
    else if (draw < 75) await send("GET", `/api/transactions/search?amount=${String(nth % 90)}&limit=100`);
    else if (draw < 83) await send("GET", "/api/dashboard");
    else if (draw < 91) await send("GET", `/api/reports/account-statement?accountId=${String(accounts[nth % 40])}`);
    else if (draw < 97) await follow();
    else if (draw < 99) await send("GET", "/api/accounts/export?format=xlsx");
    else await preview();
  }

  return {
    /** Works until the signal, and says how many acts there were. */
    async work(client: number, over: AbortSignal): Promise<number> {
      const chooser = createChooser(seedOf(20_260_321) + client);
      let acts = 0;
      for (; !over.aborted; acts += 1) await act(chooser.between(0, 99), client * 7 + acts);
      return acts;
    },
  };
}
