import { setTimeout as pause } from "node:timers/promises";

import { expect } from "vitest";

import type { Chooser } from "#server/demo/random.ts";
import { currency } from "#test/support/ledger.ts";

interface Request {
  readonly method: "POST" | "PUT" | "DELETE";
  readonly path: string;
  readonly body?: object;
  readonly headers?: Readonly<Record<string, string>>;
}

interface Answer {
  readonly id: number;
  readonly version: number;
  readonly transactionId: number | null;
}

/** What one client works on: it corrects nobody else's entries, so that whatever it asks is possible. */
interface Desk {
  readonly live: Answer[];
  readonly deleted: number[];
  readonly waiting: number[];
  readonly paid: number[];
}

const accountCount = 12;
const abandonedAfterMs = 15;
const busyPauseMs = 200;
const mostTries = 20;

/**
 * Clients that do not wait: each writes under a key, sends the same request several times at once, gives one up before it is
 * answered, and sends it again. However often it was sent, it has one answer.
 */
export class Storm {
  /** How often each status was answered. */
  readonly statuses = new Map<number, number>();
  /** What was said with 503, and to which request. */
  readonly busy: string[] = [];
  /** Operations that were carried out. */
  done = 0;
  /** Requests that it took. */
  sent = 0;
  /** Those of them that nobody waited for. */
  abandoned = 0;
  private readonly accounts: number[] = [];
  private readonly desks: Desk[] = [];
  private nextKey = 0;
  private outgoing = 0;
  private incoming = 0;
  private payouts = 0;
  private readonly url: string;
  private readonly cookie: string;
  private readonly chooser: Chooser;

  private constructor(url: string, cookie: string, chooser: Chooser) {
    this.url = url;
    this.cookie = cookie;
    this.chooser = chooser;
  }

  static async open(url: string, chooser: Chooser): Promise<Storm> {
    const body = JSON.stringify({ username: "admin", password: "a long enough password" });
    const headers = { "content-type": "application/json" };
    const answer = await fetch(`${url}/api/auth/login`, { method: "POST", headers, body });
    const storm = new Storm(url, answer.headers.getSetCookie()[0]?.split(";")[0] ?? "", chooser);
    for (let index = 0; index < accountCount; index += 1) {
      const account = { accountName: `Party ${String(index)}`, currencyId: currency.USD };
      storm.accounts.push((await storm.once({ method: "POST", path: "/api/accounts", body: account })).id);
    }
    return storm;
  }

  /** Lets so many clients work until so many operations are done. */
  async rage(clientCount: number, operations: number): Promise<void> {
    const client = async (): Promise<void> => {
      const desk: Desk = { live: [], deleted: [], waiting: [], paid: [] };
      this.desks.push(desk);
      while (this.done < operations) {
        await this.operation(desk);
        this.done += 1;
      }
    };
    await Promise.all(Array.from({ length: clientCount }, client));
  }

  /** What the books must hold. */
  expected(): { readonly transactions: number; readonly deleted: number; readonly hawalas: number } {
    const count = (of: (desk: Desk) => number): number => this.desks.reduce((sum, desk) => sum + of(desk), 0);
    const paidBack = this.payouts - count((desk) => desk.paid.length);
    return {
      transactions: count((desk) => desk.live.length + desk.deleted.length) + this.outgoing + this.payouts,
      deleted: count((desk) => desk.deleted.length) + paidBack,
      hawalas: this.outgoing + this.incoming,
    };
  }

  /** The status of a read. */
  async get(path: string): Promise<number> {
    return (await this.send({ method: "GET", path }, undefined)).status;
  }

  private async operation(desk: Desk): Promise<void> {
    const what = this.chooser.between(1, 100);
    if (what <= 30) desk.live.push(await this.once({ method: "POST", path: "/api/transactions", body: this.transfer() }));
    else if (what <= 45) await this.edit(desk);
    else if (what <= 55) await this.delete(desk);
    else if (what <= 60) await this.recover(desk);
    else if (what <= 70) await this.enter(desk);
    else if (what <= 80) await this.pay(desk);
    else if (what <= 85) await this.payBack(desk);
    else if (what <= 90) await this.sendHawala();
    else await this.read();
  }

  private transfer(): object {
    const from = this.chooser.between(0, accountCount - 1);
    const to = (from + this.chooser.between(1, accountCount - 1)) % accountCount;
    const dAmount = `${String(this.chooser.between(1, 9_999))}.25`;
    const sides = { outAccountId: this.accounts[from], inAccountId: this.accounts[to], currencyId: currency.USD, dAmount };
    return { transType: "Transfer", ...sides, transDescription: "storm" };
  }

  private async edit(desk: Desk): Promise<void> {
    const known = desk.live.pop();
    if (known === undefined) return;
    const headers = { "if-match": String(known.version) };
    const path = `/api/transactions/${String(known.id)}`;
    desk.live.push(await this.once({ method: "PUT", path, body: this.transfer(), headers }));
  }

  private async delete(desk: Desk): Promise<void> {
    const known = desk.live.shift();
    if (known === undefined) return;
    await this.once({ method: "DELETE", path: `/api/transactions/${String(known.id)}`, body: { reason: "storm" } });
    desk.deleted.push(known.id);
  }

  private async recover(desk: Desk): Promise<void> {
    const id = desk.deleted.shift();
    if (id !== undefined)
      desk.live.push(await this.once({ method: "POST", path: `/api/deleted-transactions/${String(id)}/recover` }));
  }

  private async enter(desk: Desk): Promise<void> {
    const names = { senderName: "Idris Hotakzad", receiverName: "Mursal Rahimyar", receiverLocation: "Kabul" };
    const sums = { amount: "100.00", exchangeRate: "92", currency: "AFN", rAmount: "9200.00", rate: "70", intoUSD: "131.43" };
    this.incoming += 1;
    const body = { direction: "incoming", hawalaNo: `S-${String(this.incoming)}`, ...names, ...sums };
    desk.waiting.push((await this.once({ method: "POST", path: "/api/hawala", body })).id);
  }

  private async pay(desk: Desk): Promise<void> {
    const id = desk.waiting.shift();
    if (id === undefined) return;
    await this.once({ method: "POST", path: `/api/hawala/pass/${String(id)}` });
    this.payouts += 1;
    desk.paid.push(id);
  }

  private async payBack(desk: Desk): Promise<void> {
    const id = desk.paid.shift();
    if (id === undefined) return;
    await this.once({ method: "PUT", path: `/api/hawala/pending/${String(id)}` });
    desk.waiting.push(id);
  }

  private async sendHawala(): Promise<void> {
    const names = { senderName: "Nabi Sadatyar", receiverName: "Laila Bakhtwal" };
    const sums = { amount: "100", currency: "USD", exchangeRate: "70", convertedCurrency: "AFN", commission: "20" };
    this.outgoing += 1;
    await this.once({ method: "POST", path: "/api/hawala", body: { ...names, ...sums } });
  }

  private async read(): Promise<void> {
    const account = this.chooser.oneOf(this.accounts);
    const paths = [
      "/api/transactions/search?limit=50",
      "/api/deleted-transactions?limit=50",
      `/api/accounts/${String(account)}/balances`,
      "/api/hawala-details?limit=50",
      "/api/hawala-totals",
      "/api/accounts?limit=50",
    ];
    await this.get(this.chooser.oneOf(paths));
  }

  /** One operation, however often it is sent. */
  private async once(request: Request): Promise<Answer> {
    this.nextKey += 1;
    const key = `storm-${String(this.nextKey)}`;
    const gaveUp = this.chooser.happens(10) ? this.abandon(request, key) : undefined;
    const copies = this.chooser.oneOf([1, 1, 1, 2, 3]);
    const answers = await Promise.all(Array.from({ length: copies }, () => this.untilTaken(request, key)));
    await gaveUp;
    if (this.chooser.happens(10)) answers.push(await this.untilTaken(request, key));
    const [first] = answers;
    for (const answer of answers) expect(answer).toEqual(first);
    expect(first?.status ?? 0, `${request.method} ${request.path}: ${first?.text ?? ""}`).toBeLessThan(300);
    return JSON.parse(first?.text ?? "") as Answer;
  }

  /** Sends it again while the office says that it is too busy. */
  private async untilTaken(request: Request, key: string): Promise<{ status: number; text: string }> {
    for (let tries = 1; ; tries += 1) {
      const answer = await this.send(request, key);
      if (answer.status !== 503) return answer;
      this.busy.push(`${request.method} ${request.path}: ${answer.text}`);
      if (tries === mostTries) return answer;
      await pause(busyPauseMs);
    }
  }

  /** Sends a request and does not wait for what becomes of it. */
  private async abandon(request: Request, key: string): Promise<void> {
    const signal = AbortSignal.timeout(this.chooser.between(1, abandonedAfterMs));
    await this.send(request, key, signal).catch(() => (this.abandoned += 1));
  }

  private async send(
    { method, path, body, headers }: Omit<Request, "method"> & { readonly method: string },
    key: string | undefined,
    signal: AbortSignal | null = null,
  ): Promise<{ status: number; text: string }> {
    this.sent += 1;
    const answer = await fetch(`${this.url}${path}`, {
      method,
      headers: {
        cookie: this.cookie,
        ...(body === undefined ? {} : { "content-type": "application/json" }),
        ...(key === undefined ? {} : { "idempotency-key": key }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      signal,
    });
    const text = await answer.text();
    this.statuses.set(answer.status, (this.statuses.get(answer.status) ?? 0) + 1);
    return { status: answer.status, text };
  }
}
