import { setTimeout as pause } from "node:timers/promises";

import { amountFrom, amountText, type Amount } from "#kernel/amount.ts";
import { isProof } from "#test/prove/scale.ts";
import { currency } from "#test/support/ledger.ts";

/** What the books must have of one reference when all is over. */
export interface Expected {
  readonly id: number;
  readonly referenceId: number;
  readonly version: number;
  readonly dAmount: string;
  readonly outAccountId: number;
  readonly inAccountId: number;
  readonly deleted: boolean;
}

interface Request {
  readonly method: "GET" | "POST" | "PUT" | "DELETE";
  readonly path: string;
  readonly body: unknown;
  readonly headers: Readonly<Record<string, string>>;
}

const accountCount = 8;
/** The battery measures how long nobody is answered. Beside other tests a start takes longer the more often it is asked for. */
const retryAfterMs = isProof ? 50 : 250;
/** Longer than any recovery: a request that is not answered by then was lost. */
const answeredWithinMs = 60_000;
const brokenOffAfterMs = 15_000;
const referencesPerClient = 1_000_000;

/**
 * An office whose server may die at any moment, and the clients that work in it. Each request has a key of its own and is
 * sent again until it is answered, as the web client does it.
 */
export class OfficeUnderLoad {
  /** Where the server listens now. */
  url: string;
  /** Requests that were carried out and answered. */
  answered = 0;
  /** Those of them that had to be sent more than once. */
  answeredLate = 0;
  /** Tries whose connection ended without an answer, or was refused. */
  cutOff = 0;
  /** The first answer that no client must ever get. */
  failure: Error | undefined;
  private isOver = false;
  private cookie = "";
  private accounts: number[] = [];
  private readonly books = new Map<number, Expected>();

  private constructor(url: string) {
    this.url = url;
  }

  static async open(url: string): Promise<OfficeUnderLoad> {
    const office = new OfficeUnderLoad(url);
    const signIn = { username: "admin", password: "a long enough password" };
    const headers = { "content-type": "application/json" };
    const answer = await fetch(`${url}/api/auth/login`, { method: "POST", headers, body: JSON.stringify(signIn) });
    office.cookie = answer.headers.getSetCookie()[0]?.split(";")[0] ?? "";
    for (let index = 0; index < accountCount; index += 1) {
      const body = { accountName: `Party ${String(index)}`, currencyId: currency.USD };
      const account = await office.untilAnswered({ method: "POST", path: "/api/accounts", body, headers: {} });
      office.accounts.push((account as { id: number }).id);
    }
    return office;
  }

  /** Lets so many clients work until `finish`; each then has an answer to everything it asked. */
  async work(clientCount: number): Promise<void> {
    const client = async (index: number): Promise<void> => {
      for (let round = 0; !this.isOver && this.failure === undefined; round += 1) await this.oneEntry(index, round);
    };
    const all = await Promise.allSettled(Array.from({ length: clientCount }, (_, index) => client(index)));
    for (const result of all) if (result.status === "rejected") throw result.reason;
  }

  finish(): void {
    this.isOver = true;
  }

  expected(): Expected[] {
    return [...this.books.values()];
  }

  /** What each account must show, by its id. */
  expectedBalances(): ReadonlyMap<number, string> {
    const sums = new Map(this.accounts.map((id) => [id, 0n]));
    for (const { outAccountId, inAccountId, dAmount, deleted } of this.books.values()) {
      if (deleted) continue;
      sums.set(outAccountId, (sums.get(outAccountId) ?? 0n) - amountFrom(dAmount));
      sums.set(inAccountId, (sums.get(inAccountId) ?? 0n) + amountFrom(dAmount));
    }
    return new Map([...sums].map(([id, sum]) => [id, amountText(sum as Amount)]));
  }

  async balance(accountId: number): Promise<string | undefined> {
    const rows = (await this.read(`/api/accounts/${String(accountId)}/balances`)).rows as { balance: string }[];
    return rows[0]?.balance;
  }

  /** All rows of a list, page by page. */
  async list(path: string): Promise<Expected[]> {
    const all: Expected[] = [];
    for (let cursor = ""; ;) {
      const { rows, nextCursor } = await this.read(`${path}?limit=5000${cursor}`);
      all.push(...(rows as Expected[]));
      if (nextCursor === null) return all;
      cursor = `&cursor=${encodeURIComponent(nextCursor)}`;
    }
  }

  /** One transfer, sent once and under no key: its status, whatever it is. */
  async postWithoutKey(referenceId: number): Promise<number | undefined> {
    const [outAccountId, inAccountId] = this.accounts;
    const transfer = { transType: "Transfer", outAccountId, inAccountId, currencyId: currency.USD, dAmount: "1.00", referenceId };
    const body = { ...transfer, transDescription: "without a key" };
    return (await this.send({ method: "POST", path: "/api/transactions", body, headers: {} }))?.status;
  }

  /** How a page is answered; undefined where it is not. */
  async statusOf(path: string): Promise<number | undefined> {
    return (await this.send({ method: "GET", path, body: undefined, headers: {} }))?.status;
  }

  /** A transfer; every third is edited, every third deleted, and every second of these recovered. */
  private async oneEntry(client: number, round: number): Promise<void> {
    const referenceId = client * referencesPerClient + round + 1;
    const from = this.accounts[(client + round) % accountCount];
    const to = this.accounts[(client + round + 1 + (round % (accountCount - 1))) % accountCount];
    const transfer = (dAmount: string) => ({
      transType: "Transfer",
      outAccountId: from,
      inAccountId: to,
      currencyId: currency.USD,
      dAmount,
      referenceId,
      transDescription: `load ${String(client)}`,
    });
    const key = (act: string) => ({ "idempotency-key": `${act}-${String(referenceId)}` });
    const posted = await this.post("/api/transactions", transfer(`${String(round + 1)}.25`), key("post"));
    this.learn(posted, false);
    const path = `/api/transactions/${String(posted.id)}`;
    if (round % 3 === 1) {
      const edited = {
        method: "PUT",
        path,
        body: transfer(`${String(round + 1)}.75`),
        headers: { ...key("edit"), "if-match": "1" },
      } as const;
      this.learn(await this.untilAnswered(edited), false);
    }
    if (round % 3 !== 2) return;
    this.learn(await this.untilAnswered({ method: "DELETE", path, body: { reason: "load" }, headers: key("delete") }), true);
    if (round % 2 === 0)
      this.learn(await this.post(`/api/deleted-transactions/${String(posted.id)}/recover`, undefined, key("recover")), false);
  }

  private learn(row: Expected, deleted: boolean): void {
    this.books.set(row.referenceId, { ...row, deleted });
  }

  private post(path: string, body: unknown, headers: Request["headers"]): Promise<Expected> {
    return this.untilAnswered({ method: "POST", path, body, headers });
  }

  /** Sends the request again and again until it is carried out. Throws where it is refused or not answered at all. */
  private async untilAnswered(request: Request): Promise<Expected> {
    const deadlineAt = Date.now() + answeredWithinMs;
    for (let tries = 1; ; tries += 1) {
      const answer = await this.send(request);
      if (answer === undefined) this.cutOff += 1;
      else if (answer.status < 400) {
        this.answered += 1;
        if (tries > 1) this.answeredLate += 1;
        return JSON.parse(answer.text) as Expected;
      } else if (answer.status !== 503) {
        throw this.fail(`${request.method} ${request.path} answered ${String(answer.status)}: ${answer.text}`);
      }
      if (this.failure !== undefined) throw this.failure;
      if (Date.now() > deadlineAt) throw this.fail(`${request.method} ${request.path} was not answered in time`);
      await pause(retryAfterMs);
    }
  }

  private fail(message: string): Error {
    return (this.failure ??= new Error(message));
  }

  /** Undefined where the connection ended before the whole answer was there. */
  private async send({ method, path, body, headers }: Request): Promise<{ status: number; text: string } | undefined> {
    try {
      const answer = await fetch(`${this.url}${path}`, {
        method,
        headers: { cookie: this.cookie, ...(body === undefined ? {} : { "content-type": "application/json" }), ...headers },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        signal: AbortSignal.timeout(brokenOffAfterMs),
      });
      return { status: answer.status, text: await answer.text() };
    } catch {
      return undefined;
    }
  }

  private async read(path: string): Promise<{ rows: unknown[]; nextCursor: string | null }> {
    const answer = await fetch(`${this.url}${path}`, { headers: { cookie: this.cookie } });
    if (!answer.ok) throw new Error(`${path} answered ${String(answer.status)}: ${await answer.text()}`);
    return { rows: (await answer.json()) as unknown[], nextCursor: answer.headers.get("x-next-cursor") };
  }
}
