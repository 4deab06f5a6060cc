import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { createCurrency } from "#contract/currencies.ts";
import { createUser, listUsers, updateUser, type User } from "#contract/users.ts";
import { startTestServer, type SignedInClient, type TestServer } from "#test/support/server.ts";

let server: TestServer;
let admin: SignedInClient;
beforeAll(async () => {
  server = await startTestServer();
  admin = await server.signIn("admin");
});
afterAll(() => server.close());

let count = 0;
const newName = (): string => `user${String((count += 1))}`;
const bodyOf = (username: string) => ({ username, email: "a@b.af", password: "seven blue kites", role: "operator" });
const add = (username = newName()): Promise<User> => admin.ok(createUser, { body: bodyOf(username) });
const refused = (username: string) => admin.refused(createUser, { body: bodyOf(username) });

/** The same letters in the width of Chinese ones. */
const wide = (text: string): string =>
  text.replaceAll(/[!-~]/g, (sign) => String.fromCodePoint((sign.codePointAt(0) ?? 0) + 0xfee0));

test.each(["\u200b", "\u200e", "\u00ad", "\u2060"])(
  "under a name that looks like another's is refused: with %j",
  async (nothing) => {
    const { username } = await add();
    for (const twin of [`${username}${nothing}`, `${username[0] ?? ""}${nothing}${username.slice(1)}`, wide(username)]) {
      expect(await refused(twin)).toMatchObject({
        status: 409,
        issues: [{ path: "username", message: `The username ${twin} looks like ${username}, which is taken` }],
      });
    }
  },
);

test.each([
  ["ميرويس كاكړ", "میرویس کاکړ"],
  ["صرافي ۲", "صرافی ٢"],
])("%s is refused where there is %s, which another keyboard writes so", async (twin, username) => {
  await add(username);
  expect(await refused(twin)).toMatchObject({
    status: 409,
    issues: [{ path: "username", message: `The username ${twin} looks like ${username}, which is taken` }],
  });
});

test("who has had a name that looks like another's keeps it in an edit", async () => {
  const [{ username }, { id }] = [await add(), await add()];
  const twin = wide(username);
  await server.database.asOwner("update users set username = $1 where id = $2", [twin, id]);
  const body = { username: twin, fullName: "Karim" };
  expect(await admin.ok(updateUser, { params: { id }, body })).toMatchObject({ username: twin, fullName: "Karim" });
});

test("the name that a user has or is given is refused for a password", async () => {
  const { id } = await add("Amina-Karimi");
  for (const body of [{ password: "amina-karimi" }, { username: "Amina-Rahimi", password: "AMINA-rahimi" }]) {
    const message = "The password must not be the username or the name of the office";
    expect(await admin.refused(updateUser, { params: { id }, body })).toMatchObject({
      status: 400,
      issues: [{ path: "password", message }],
    });
  }
});

test("users are listed by their names, whatever the case of these", async () => {
  for (const username of ["zahir", "Wahid", "Yusuf", "xavier"]) await add(username);
  const listed = (await admin.ok(listUsers)).map(({ username }) => username);
  expect(listed.filter((username) => /^[w-z]/i.test(username) && username.length < 7)).toEqual([
    "Wahid",
    "xavier",
    "Yusuf",
    "zahir",
  ]);
});

describe("a name under which work is on record", () => {
  const nameOf = async (client: SignedInClient) =>
    (await admin.ok(listUsers)).find(({ id }) => id === client.userId)?.username ?? "";
  const rename = (client: SignedInClient, username: string) =>
    admin.ok(updateUser, { params: { id: client.userId }, body: { username } });

  test("goes to nobody else, neither new nor renamed, and back to whose it was", async () => {
    const client = await server.signIn("operator");
    await client.ok(createCurrency, { body: { code: "SEK", name: "Krona", symbol: "kr", rate: 10 } });
    const former = await nameOf(client);
    const present = newName();
    await rename(client, present);
    const message = `The work of ${present} is on record under the username ${former}. Choose another`;
    expect(await refused(former)).toMatchObject({
      status: 409,
      message,
      issues: [{ path: "username", message }],
    });
    const { id } = await add();
    expect(await admin.refused(updateUser, { params: { id }, body: { username: former } })).toMatchObject({
      status: 409,
      message,
    });
    await rename(client, former);
  });

  test("is free where there was no work", async () => {
    const client = await server.signIn("operator");
    const former = await nameOf(client);
    await rename(client, newName());
    await add(former);
  });
});
