import { readFileSync } from "node:fs";
import { join } from "node:path";

import { expect, test } from "vitest";

import { tellFigures } from "#test/prove/scale.ts";
import { codeOf } from "#test/support/authenticator.ts";
import { eventually } from "#test/support/eventually.ts";
import { launchServer, usedDataDir } from "#test/support/server-process.ts";

const adminPassword = "a long enough password";

/** Calls a server and keeps in mind what no log may ever tell. */
function visitor(url: string) {
  const secrets = new Set<string>();
  let cookie = "";
  const call = async (method: string, path: string, body?: object, headers: Record<string, string> = {}): Promise<string> => {
    const sent = { "content-type": "application/json", ...(cookie === "" ? {} : { cookie }), ...headers };
    const answer = await fetch(`${url}${path}`, {
      method,
      headers: sent,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    for (const set of answer.headers.getSetCookie()) {
      cookie = set.split(";")[0] ?? "";
      if (cookie !== "sid=") secrets.add(cookie.slice("sid=".length));
    }
    return answer.text();
  };
  const secretly = (text: string): string => {
    secrets.add(text);
    return text;
  };
  return { call, secretly, secrets };
}

test("no password, session, second factor, token or identity number is in any log, at the most talkative level", async () => {
  const dataDir = await usedDataDir();
  const metricsToken = "a-token-of-a-program-that-measures";
  const server = launchServer({ DATA_DIR: dataDir, LOG_LEVEL: "trace", METRICS_TOKEN: metricsToken });
  const url = await server.ready;
  const { call, secretly, secrets } = visitor(url);
  secretly(adminPassword);
  secretly(metricsToken);

  // Right, wrong and broken, since it is errors that logs tell of.
  await call("POST", "/api/auth/login", { username: "admin", password: secretly("a wrong password of somebody") });
  await call("POST", "/api/auth/login", { username: "admin", password: adminPassword });
  const password = secretly("nineteen green lanterns");
  const user = { username: "omid", email: "omid@example.org", password, role: "operator" };
  await call("POST", "/api/users", user);
  await call("POST", "/api/users", user);
  await call("POST", "/api/users", { ...user, username: { password } });
  await call("POST", "/api/auth/change-password", { currentPassword: secretly("not my password"), newPassword: password });
  const account = { accountName: "Farid", currencyId: 2, tazkiraNumber: secretly("1401-0700-99281") };
  await call("POST", "/api/accounts", account);
  await call("POST", "/api/accounts", { ...account, currencyId: 9_999 });
  await call("GET", `/api/accounts?q=${encodeURIComponent(account.tazkiraNumber)}`);
  await call("GET", "/metrics", undefined, { authorization: `Bearer ${metricsToken}` });
  await call("GET", "/metrics", undefined, { authorization: `Bearer ${secretly("another-token-that-opens-nothing")}` });
  const begun = JSON.parse(await call("POST", "/api/profile/second-factor", { password: adminPassword })) as { secret: string };
  secretly(begun.secret);
  const confirmed = JSON.parse(await call("POST", "/api/profile/second-factor/confirmation", { code: codeOf(begun.secret) })) as {
    recoveryCodes: string[];
  };
  confirmed.recoveryCodes.forEach(secretly);
  expect(confirmed.recoveryCodes.length).toBeGreaterThan(0);
  await call("POST", "/api/accounts", account, { "user-agent": "a\\r\\nb", "x-injected": "{}" });
  await call("POST", "/api/auth/logout");
  server.kill("SIGTERM");
  const { said } = await server.ended;
  const databaseLog = await eventually("PostgreSQL has its log", () => readFileSync(join(dataDir, "postgres.log"), "utf8"));

  for (const secret of secrets) expect(`${said}${databaseLog}`.includes(secret), secret).toBe(false);
  expect(said).not.toContain("$argon2");
  expect(said).not.toContain("$scram");
  // What is searched did tell of these requests, each in a line that is JSON of its own.
  const lines = said.split("\n").filter((line) => line.startsWith("{"));
  for (const path of ["/api/users", "/api/auth/login", "/api/profile/second-factor"]) {
    expect(lines.map((line) => (JSON.parse(line) as { route?: string }).route)).toContain(path);
  }
  expect(said).toContain('"admin"');
  tellFigures(
    `${String(secrets.size)} secrets of 9 kinds looked for in ${String(lines.length)} lines of the server's log and in PostgreSQL's: 0 found`,
  );
});
