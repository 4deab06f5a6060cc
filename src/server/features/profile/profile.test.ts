import { readFile } from "node:fs/promises";
import { join } from "node:path";

import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { me } from "#contract/auth.ts";
import { updatePreferences } from "#contract/profile.ts";
import { deleteUser } from "#contract/users.ts";
import { migrationsFolder } from "#db/migrate.ts";
import { startTestServer, type TestServer } from "#test/support/server.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const defaults = { language: "auto", theme: "auto", density: "comfortable" };

describe("the preferences of a person", () => {
  test("are the defaults until something is chosen", async () => {
    const client = await server.signIn("user");
    expect((await client.ok(me)).preferences).toEqual(defaults);
  });

  test.each(["admin", "operator", "user"])(
    "are changed one by one by the role %s, and are the same in every session",
    async (role) => {
      const client = await server.signIn(role);
      expect(await client.ok(updatePreferences, { body: { theme: "dark" } })).toEqual({ ...defaults, theme: "dark" });
      expect(await client.ok(updatePreferences, { body: { density: "compact" } })).toMatchObject({
        theme: "dark",
        density: "compact",
      });
      expect(await client.ok(updatePreferences, { body: { language: "fa-AF" } })).toMatchObject({
        theme: "dark",
        language: "fa-AF",
      });
      expect(await client.ok(updatePreferences, { body: {} })).toEqual({ language: "fa-AF", theme: "dark", density: "compact" });
      expect((await client.ok(me)).preferences).toEqual({ language: "fa-AF", theme: "dark", density: "compact" });
      const other = await server.signIn(role);
      expect((await other.ok(me)).preferences).toEqual(defaults);
    },
  );

  test("changed in two places at once both hold", async () => {
    const client = await server.signIn("user");
    const changes = [{ theme: "light" }, { density: "compact" }, { language: "ps" }];
    await Promise.all(changes.map((body) => client.ok(updatePreferences, { body })));
    expect((await client.ok(me)).preferences).toEqual({ language: "ps", theme: "light", density: "compact" });
  });

  test.each([
    [{ theme: "pink" }, "theme", "Theme must be light, dark or auto"],
    [{ density: "huge" }, "density", "Density must be comfortable or compact"],
    [{ language: "English please" }, "language", "Give a language tag such as en"],
    [{ language: "" }, "language", "Give a language tag such as en"],
  ])("are refused as %j", async (body, path, message) => {
    const client = await server.signIn("user");
    expect(await client.refused(updatePreferences, { body })).toMatchObject({ status: 400, issues: [{ path, message }] });
    expect((await client.ok(me)).preferences).toEqual(defaults);
  });

  test("from before there was a choice of language have none, and any other language stays", async () => {
    const [client, other] = [await server.signIn("user"), await server.signIn("user")];
    await client.ok(updatePreferences, { body: { language: "en", theme: "dark" } });
    await other.ok(updatePreferences, { body: { language: "fa-AF" } });
    await server.database.asOwner(await readFile(join(migrationsFolder, "0036_language_of_the_browser.sql"), "utf8"));
    expect((await client.ok(me)).preferences).toMatchObject({ language: "auto", theme: "dark" });
    expect((await other.ok(me)).preferences).toMatchObject({ language: "fa-AF" });
  });

  test("go with the user", async () => {
    const [admin, client] = [await server.signIn("admin"), await server.signIn("user")];
    await client.ok(updatePreferences, { body: { theme: "dark" } });
    await admin.ok(deleteUser, { params: { id: client.userId } });
    expect(await server.database.asOwner("select from user_preferences where user_id = $1", [client.userId])).toEqual([]);
  });
});
