import { spawn } from "node:child_process";
import { setTimeout as pause } from "node:timers/promises";

import { serverArguments } from "#test/support/server-arguments.ts";

import { killTree, track } from "./processes.ts";

export const administrator = { username: "admin", password: "a long enough password" } as const;

/** A server of the product as a process of its own. */
export interface OfficeServer {
  readonly url: string;
  kill(): Promise<void>;
  /** In good order. */
  stop(): Promise<void>;
}

/** Starts one and waits until it listens. Rejected with what it said when it ends instead. */
export async function startServer(environment: Readonly<Record<string, string>>): Promise<OfficeServer> {
  const child = spawn(process.execPath, serverArguments, {
    env: {
      PATH: process.env["PATH"],
      PORT: "0",
      ADMIN_PASSWORD: administrator.password,
      RATE_LIMIT_PER_MINUTE: "0",
      LOG_LEVEL: "error",
      ...environment,
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const { pid, ended } = track(child);
  const ready = Promise.withResolvers<string>();
  let said = "";
  const hear = (text: string): void => {
    said += text;
    const url = /ready at (http\S+)/.exec(said)?.[1];
    if (url !== undefined) ready.resolve(url);
  };
  child.stdout.setEncoding("utf8").on("data", hear);
  child.stderr.setEncoding("utf8").on("data", hear);
  void ended.then(() => ready.reject(new Error(said.trim())));
  return {
    url: await ready.promise,
    kill: async () => {
      killTree(pid);
      await ended;
    },
    stop: async () => {
      child.kill("SIGTERM");
      await ended;
    },
  };
}

/** What a call answered. */
export interface Answered {
  readonly status: number;
  readonly body: unknown;
}

/** Signed in with one session, which any server takes. */
export interface Session {
  readonly cookie: string;
  /** Undefined where the connection ended before the whole answer was there. */
  send(url: string, call: string, more?: { readonly body?: unknown; readonly key?: string }): Promise<Answered | undefined>;
  /** The body of a call that succeeds, after a while where the servers are busy; with a key, if it is to be done once. */
  ok<Body>(url: string, call: string, more?: { readonly body?: unknown; readonly key?: string }): Promise<Body>;
}

const brokenOffAfterMs = 15_000;
const mostTries = 10;

/** Signs in at one server. */
export async function signIn(url: string): Promise<Session> {
  const answer = await fetch(`${url}/api/auth/login`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(administrator),
  });
  if (!answer.ok) throw new Error(`nobody was let in: ${await answer.text()}`);
  const cookie = answer.headers.getSetCookie()[0]?.split(";")[0] ?? "";
  const send: Session["send"] = async (where, call, { body, key } = {}) => {
    const [method = "GET", path = "/"] = call.split(" ");
    const headers = {
      cookie,
      ...(body === undefined ? {} : { "content-type": "application/json" }),
      ...(key === undefined ? {} : { "idempotency-key": key }),
    };
    try {
      const response = await fetch(`${where}${path}`, {
        method,
        headers,
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        signal: AbortSignal.timeout(brokenOffAfterMs),
      });
      return { status: response.status, body: await response.json() };
    } catch {
      return undefined;
    }
  };
  return {
    cookie,
    send,
    ok: async <Body>(where: string, call: string, more: { readonly key?: string } = {}) => {
      let answered = await send(where, call, more);
      for (let tries = 1; tries < mostTries && more.key !== undefined && answered?.status === 503; tries += 1) {
        await pause(1_000);
        answered = await send(where, call, more);
      }
      if (answered === undefined || answered.status >= 400) throw new Error(`${call}: ${JSON.stringify(answered)}`);
      return answered.body as Body;
    },
  };
}
