import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { join } from "node:path";

import { inject } from "vitest";

import type { Role } from "#contract/permissions.ts";
import { createExternalDatabase } from "#test/support/database.ts";
import { serverArguments } from "#test/support/server-arguments.ts";
import { compileCache } from "#test/support/server-process.ts";

/** A username and its password. */
export interface Credentials {
  readonly username: string;
  readonly password: string;
}

/** Somebody signed in who speaks to the API directly: how a test arranges what it does not want to click together. */
export interface Desk {
  /** What the session is known by. */
  readonly cookie: { readonly name: string; readonly value: string };
  /** Sends a call and gives back its JSON. Refuses with status and text when it does not succeed. */
  send(method: string, path: string, body?: unknown): Promise<unknown>;
}

/** The whole product as a process of its own, on a fresh database. */
export interface Office {
  readonly url: string;
  readonly admin: Credentials;
  signIn(credentials: Credentials): Promise<Desk>;
  /** The administrator's desk for what a test arranges, signed in once: to hash a password costs more than most calls. */
  arranging(): Promise<Desk>;
  /** Adds a user of that role, who may sign in at once. The username is the role unless given. */
  addUser(role: Role, username?: string): Promise<Credentials>;
  /** Stops the server in good order and starts it again, on the same data and at the same address. */
  restart(): Promise<void>;
  stop(): Promise<void>;
}

const startWithinMs = 60_000;
const stopWithinMs = 15_000;
const chosenPassword = "a till full of coins";

/**
 * Starts an office on a migrated database. With `printed` it is the very first start, which makes the database too, and
 * nobody chooses the administrator's password: it is read from what that start prints, and has to be changed at the first
 * sign-in.
 */
export async function startOffice({ printed = false }: { readonly printed?: boolean } = {}): Promise<Office> {
  const database = printed ? undefined : await createExternalDatabase();
  const dataDir = await mkdtemp(join(inject("testDataDir"), "office-"));
  const launch = (port: string): ChildProcess =>
    spawn(process.execPath, serverArguments, {
      env: {
        PATH: process.env["PATH"],
        PORT: port,
        DATA_DIR: dataDir,
        LOG_LEVEL: "warn",
        RATE_LIMIT_PER_MINUTE: "0",
        ...compileCache(),
        ...(database === undefined ? {} : { DATABASE_URL: database.url, ADMIN_PASSWORD: chosenPassword }),
      },
      stdio: ["ignore", "pipe", "pipe"],
    });
  let server = launch("0");
  const stop = async (): Promise<void> => {
    await stopped(server);
    await database?.remove();
    await rm(dataDir, { recursive: true, force: true });
  };
  try {
    const { url, said } = await started(server);
    const admin = { username: "admin", password: printed ? passwordIn(said) : chosenPassword };
    const signIn = (credentials: Credentials): Promise<Desk> => deskOf(url, credentials);
    let arranged: Promise<Desk> | undefined;
    const arranging = (): Promise<Desk> => (arranged ??= signIn(admin));
    const restart = async (): Promise<void> => {
      await stopped(server);
      server = launch(new URL(url).port);
      await started(server);
    };
    return {
      url,
      admin,
      signIn,
      arranging,
      addUser: (role, username = role) => addUser(arranging(), role, username),
      restart,
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function started(server: ChildProcess): Promise<{ readonly url: string; readonly said: string }> {
  const { promise, resolve, reject } = Promise.withResolvers<{ url: string; said: string }>();
  let said = "";
  const hear = (text: Buffer): void => {
    said += text.toString();
    const url = /ready at (http\S+)/.exec(said)?.[1];
    if (url !== undefined) resolve({ url, said });
  };
  server.stdout?.on("data", hear);
  server.stderr?.on("data", hear);
  server.once("exit", (code) => reject(new Error(`The server ended with ${String(code)}: ${said}`)));
  const limit = setTimeout(() => reject(new Error(`The server did not start in time: ${said}`)), startWithinMs);
  return promise.finally(() => clearTimeout(limit));
}

async function stopped(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return;
  const ended = once(server, "exit");
  server.kill("SIGTERM");
  const limit = setTimeout(() => server.kill("SIGKILL"), stopWithinMs);
  await ended;
  clearTimeout(limit);
}

/** The random password as the first start prints it: four groups of five. */
function passwordIn(said: string): string {
  const password = /\b[a-z2-9]{5}(?:-[a-z2-9]{5}){3}\b/.exec(said)?.[0];
  if (password === undefined) throw new Error(`No password was printed: ${said}`);
  return password;
}

async function deskOf(url: string, credentials: Credentials): Promise<Desk> {
  const signedIn = await post(`${url}/api/auth/login`, credentials);
  const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(signedIn.headers.getSetCookie()[0] ?? "") ?? [];
  const cookie = { name, value };
  const send = async (method: string, path: string, body?: unknown): Promise<unknown> => {
    const headers = { cookie: `${name}=${value}`, ...(body === undefined ? {} : { "content-type": "application/json" }) };
    const response = await fetch(`${url}${path}`, {
      method,
      headers,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    if (!response.ok) throw new Error(`${method} ${path}: ${String(response.status)} ${await response.text()}`);
    return response.json();
  };
  return { cookie, send };
}

async function post(address: string, body: unknown): Promise<Response> {
  const response = await fetch(address, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`POST ${address}: ${String(response.status)} ${await response.text()}`);
  return response;
}

async function addUser(desk: Promise<Desk>, role: Role, username: string): Promise<Credentials> {
  const password = `the word of ${username}`;
  const user = { username, password, role, email: `${username}@office.example`, fullName: `${username} at the counter` };
  await (await desk).send("POST", "/api/users", user);
  return { username, password };
}
