import { invalidField } from "#kernel/refusal.ts";

/** How many of the commonest passwords, among those long enough to be chosen at all, are refused. */
const commonestCount = 3_000;
const shortest = 8;

let commonest: Promise<ReadonlySet<string>> | undefined;

/** What a password must not be, and which field of the request holds it. */
interface PasswordContext {
  readonly username: string;
  readonly officeName: string;
  readonly path: string;
}

/** Refuses a password that is one of the commonest, the username or the office's name; case makes no difference. */
export async function refuseGuessablePassword(password: string, { username, officeName, path }: PasswordContext): Promise<void> {
  const lowered = password.toLowerCase();
  if ([username, officeName].some((name) => name.toLowerCase() === lowered.trim())) {
    throw invalidField(path, "The password must not be the username or the name of the office");
  }
  const common = await (commonest ??= readCommonest());
  if (common.has(lowered)) throw invalidField(path, "This password is one of the most common ones. Choose another");
}

/** The list is large and seldom needed: it is loaded when the first password is chosen. */
async function readCommonest(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import("@zxcvbn-ts/language-common");
  const byFrequency: readonly string[] = dictionary["passwords-common"];
  return new Set(byFrequency.filter((password) => password.length >= shortest).slice(0, commonestCount));
}
