import pg from "pg";
import { expect, onTestFinished, test } from "vitest";

import { createChooser } from "#server/demo/random.ts";
import { patienceMs, scaled, seedOf, tellFigures } from "#test/prove/scale.ts";
import { cuts, startCuttingProxy, type CuttingProxy } from "#test/support/cutting-proxy.ts";
import { createExternalDatabase } from "#test/support/database.ts";
import { eventually } from "#test/support/eventually.ts";
import { launchServer, temporaryDataDir } from "#test/support/server-process.ts";

import { expectEverythingOnce, type Books } from "./everything-once.ts";
import { OfficeUnderLoad } from "./office-under-load.ts";

const clients = 32;
/** So many COMMITs of a hundred are cut; and one cut of so many takes every connection with it. */
const percentCut = 25;
const cutsPerBlackout = 12;

interface Office {
  readonly office: OfficeUnderLoad;
  readonly proxy: CuttingProxy;
  readonly books: Books;
}

/** An office whose server reaches its database through the proxy alone. */
async function openOffice(): Promise<Office> {
  const database = await createExternalDatabase();
  onTestFinished(() => database.remove());
  const { searchParams } = new URL(database.url);
  const [host, port] = [searchParams.get("host") ?? "", searchParams.get("port") ?? ""];
  const proxy = await startCuttingProxy(host.startsWith("/") ? `${host}/.s.PGSQL.${port}` : Number(port));
  onTestFinished(() => proxy.close());
  const throughProxy = new URL(database.url);
  throughProxy.search = "";
  throughProxy.host = `127.0.0.1:${String(proxy.port)}`;
  const dataDir = temporaryDataDir();
  const environment = { DATA_DIR: dataDir, DATABASE_URL: throughProxy.href, RATE_LIMIT_PER_MINUTE: "0", LOG_LEVEL: "fatal" };
  const office = await OfficeUnderLoad.open(await launchServer(environment).ready);
  return { office, proxy, books: { connection: { connectionString: database.url }, dataDir } };
}

test(
  "connections cut around COMMIT under 32 clients: every answered request is there once, and the books balance; those that go silent are given up",
  { timeout: patienceMs(120_000) },
  async () => {
    const wanted = scaled(32, 2_000);
    const all = await openOffice();
    const { office, proxy, books } = all;
    const chooser = createChooser(seedOf(1));
    let made = 0;
    proxy.decide = () => {
      if (!chooser.happens(percentCut)) return undefined;
      made += 1;
      if (made % cutsPerBlackout === 0) setImmediate(proxy.cutEverything);
      return chooser.oneOf(cuts);
    };
    const working = office.work(clients);
    const isEnough = (): boolean => made >= wanted || office.failure !== undefined;
    while (!isEnough()) {
      const before = made;
      await eventually("connections are cut", () => office.failure !== undefined || made > before);
    }
    proxy.decide = () => undefined;
    office.finish();
    await working;
    await expectEverythingOnce(office, books);
    const kinds = cuts.map((cut) => `${String(proxy.made[cut])} ${cut}`).join(", ");
    // The server itself was never away: its clients heard 503 and no more.
    expect(office.cutOff).toBe(0);
    expect(office.answeredLate).toBeGreaterThan(wanted / 2);
    for (const cut of cuts) expect(proxy.made[cut]).toBeGreaterThan(0);
    tellFigures(
      `${String(made)} cuts (${kinds}), ${String(office.answered)} answered (${String(office.answeredLate)} after retries), 0 lost, 0 doubled`,
    );
    await expectCutsToBite(all);
    proxy.decide = () => undefined;
    await expectSilenceToEnd(all);
  },
);

/** Who waits for a connection that went silent is told within seconds, and those behind them are answered. */
async function expectSilenceToEnd({ office, proxy, books }: Office): Promise<void> {
  const [heard, lost, next] = [2_000_000_001, 2_000_000_002, 2_000_000_003] as const;
  expect(await office.postWithoutKey(heard)).toBe(201);
  // Several connections stand idle then. And on a busy machine the sign-in may be long ago by now.
  expect(
    await Promise.all(["auth/me", "accounts", "currencies", "users"].map((path) => office.statusOf(`/api/${path}`))),
  ).toEqual([200, 200, 200, 200]);
  proxy.silenceEverything();
  // The first one is admitted by what was seen a moment ago and waits for the books, the other for its session.
  expect(await Promise.all([office.postWithoutKey(lost), office.statusOf("/api/auth/me")])).toEqual([503, 503]);
  // The others went with these two: nobody has to find out by waiting for each.
  expect([await office.statusOf("/api/auth/me"), await office.postWithoutKey(next)]).toEqual([200, 201]);
  const client = new pg.Client(books.connection);
  await client.connect();
  const recorded = "select reference_id as reference from transactions where reference_id >= $1 order by id";
  const { rows } = await client.query(recorded, [heard]);
  await client.end();
  expect(rows).toEqual([{ reference: heard }, { reference: next }]);
}

/** The cuts are what they say: who sends again without a key finds that what was cut after its COMMIT was carried out unheard. */
async function expectCutsToBite({ office, proxy }: Office): Promise<void> {
  const carriedOut = { before: 0, within: 1, after: 1, half: 1 } as const;
  for (const [index, cut] of cuts.entries()) {
    const reference = 1_000_000_000 + index;
    const once = [cut];
    proxy.decide = () => once.pop();
    expect(await office.postWithoutKey(reference)).toBe(503);
    await eventually("what was sent is carried out, or lost", async () => (await count(office, reference)) === carriedOut[cut]);
    expect(await office.postWithoutKey(reference)).toBe(201);
    expect(await count(office, reference)).toBe(carriedOut[cut] + 1);
  }
}

async function count(office: OfficeUnderLoad, reference: number): Promise<number> {
  return (await office.list("/api/transactions/search")).filter(({ referenceId }) => referenceId === reference).length;
}
