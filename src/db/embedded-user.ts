import { execFileSync } from "node:child_process";
import { chownSync, lchownSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";

import { StartError } from "./start-error.ts";

/** The account that PostgreSQL runs as when it cannot be our own. */
export interface RunAs {
  readonly uid: number;
  readonly gid: number;
}

const existingAccount = "postgres";
const ownAccount = "sarraf";
const lastResort = "nobody";

/**
 * PostgreSQL refuses to run as root: started as root it runs as whoever owns the cluster already, else as the account
 * `postgres`, else as an account made for it, else as `nobody`. Undefined: it runs as ourselves.
 */
export function chooseUser(clusterFolder: string): RunAs | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const owner = statSync(clusterFolder, { throwIfNoEntry: false });
  if (owner !== undefined && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid };
  return unprivilegedAccount([existingAccount, ownAccount, lastResort]);
}

/** The first of the accounts that exists; `sarraf` is created on the way. Refuses when none can be had. */
export function unprivilegedAccount(names: readonly string[]): RunAs {
  for (const name of names) {
    if (name === ownAccount) createAccount(name);
    const account = lookUp(name);
    if (account !== undefined) return account;
  }
  throw new StartError(
    "PostgreSQL refuses to run as root and no unprivileged account could be found or created: start Sarraf as an ordinary user.",
  );
}

/** Gives a whole folder to the account, so that a cluster copied back by root is usable again. */
export function giveFolder(folder: string, runAs: RunAs): void {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) giveFolder(path, runAs);
    else lchownSync(path, runAs.uid, runAs.gid);
  }
  chownSync(folder, runAs.uid, runAs.gid);
}

/** Root gives a file that it has made in a data folder to the folder's owner, who goes on with it: a service that is no root. */
export function giveToOwner(dataDir: string, file: string): void {
  if (process.getuid?.() !== 0) return;
  const { uid, gid } = statSync(dataDir);
  lchownSync(file, uid, gid);
}

function lookUp(name: string): RunAs | undefined {
  const uid = idOf("-u", name);
  const gid = idOf("-g", name);
  return uid === undefined || gid === undefined || uid === 0 ? undefined : { uid, gid };
}

function idOf(kind: "-u" | "-g", name: string): number | undefined {
  const answer = tryRun("id", [kind, name]);
  return answer !== undefined && /^\d+\s*$/.test(answer) ? Number(answer) : undefined;
}

function createAccount(name: string): void {
  if (lookUp(name) !== undefined) return;
  const made = tryRun("useradd", ["--system", "--no-create-home", "--shell", "/usr/sbin/nologin", name]);
  // BusyBox knows only adduser, with other letters.
  if (made === undefined) tryRun("adduser", ["-S", "-D", "-H", name]);
}

function tryRun(command: string, args: readonly string[]): string | undefined {
  try {
    return execFileSync(command, args, { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"], timeout: 10_000 });
  } catch {
    return undefined;
  }
}
