import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { createAccount, updateAccount } from "#contract/accounts.ts";
import { createCurrency, updateCurrency } from "#contract/currencies.ts";
import { getHawalaSettings, updateHawalaSettings } from "#contract/hawala-settings.ts";
import {
  cancelHawala,
  completeHawala,
  createHawala,
  hawalaReceived,
  hawalaToPending,
  passHawala,
  updateHawala,
} from "#contract/hawalas.ts";
import type { Route } from "#contract/route.ts";
import {
  createAccountNumberSetting,
  deleteAccountNumberSetting,
  getBusinessSettings,
  updateAccountNumberSetting,
  updateBusinessSettings,
} from "#contract/settings.ts";
import { deleteTransaction, recoverTransaction, updateTransaction } from "#contract/transactions.ts";
import { createUser, setUserStatus, updateUser } from "#contract/users.ts";
import { printHawala, printTransaction } from "#contract/vouchers.ts";
import { declaredRoutes } from "#server/features/documentation/declared-routes.ts";
import { incoming } from "#test/support/hawalas.ts";
import { sortedStatuses, startTestServer, type Sent, type SignedInClient, type TestServer } from "#test/support/server.ts";

let server: TestServer;
let admin: SignedInClient;
let colleague: SignedInClient;
beforeAll(async () => {
  server = await startTestServer();
  admin = await server.signIn("admin");
  colleague = await server.signIn("admin");
});
afterAll(() => server.close());

/** Something to edit: in which version it is, and a call that changes it. */
interface Editable {
  readonly version: number;
  readonly params?: { readonly id: string | number };
  /** What is sent by the first edit and those after it: something else each time, since what changes nothing makes no version. */
  readonly body: (edit: number) => object;
}

let count = 0;
const next = (): string => String((count += 1));
const someCurrency = () => admin.ok(createCurrency, { body: { code: codes.shift(), name: "Name", symbol: "S", rate: "1.5" } });
const codes = ["GBP", "CHF", "SEK", "NOK", "DKK", "ISK", "HUF", "CZK", "INR", "TRY", "AED", "SAR", "QAR", "CAD", "AUD", "NZD"];
const someUser = () =>
  admin.ok(createUser, { body: { username: `user${next()}`, email: "a@b.af", password: "seven blue kites", role: "user" } });

const edits: readonly { route: Route; type: string; subject: string; make: () => Promise<Editable> }[] = [
  {
    route: updateAccount,
    type: "account",
    subject: "This account was",
    make: async () => {
      const { id, version } = await admin.ok(createAccount, { body: { accountName: "A", currencyId: 2 } });
      return { version, params: { id }, body: (edit) => ({ phone: `07${String(edit)}` }) };
    },
  },
  {
    route: updateUser,
    type: "user",
    subject: "This user was",
    make: async () => {
      const { id, version } = await someUser();
      return { version, params: { id }, body: (edit) => ({ phone: `07${String(edit)}` }) };
    },
  },
  {
    route: setUserStatus,
    type: "user",
    subject: "This user was",
    make: async () => {
      const { id, version } = await someUser();
      return { version, params: { id }, body: (edit) => ({ isActive: edit % 2 === 1 }) };
    },
  },
  {
    route: updateCurrency,
    type: "currency",
    subject: "This currency was",
    make: async () => {
      const { id, version } = await someCurrency();
      return { version, params: { id }, body: (edit) => ({ rate: String(edit + 2) }) };
    },
  },
  {
    route: updateAccountNumberSetting,
    type: "account_number_setting",
    subject: "This number setting was",
    make: async () => {
      const { code: currency } = await someCurrency();
      const { id, version } = await admin.ok(createAccountNumberSetting, { body: { currency, startNumber: 100 } });
      return { version, params: { id }, body: () => ({ startNumber: 200 }) };
    },
  },
  {
    route: updateBusinessSettings,
    type: "business_settings",
    subject: "The business settings were",
    make: async () => {
      const { version } = await admin.ok(getBusinessSettings);
      return { version, body: (edit) => ({ officeName: `Sarafi ${String(version + edit)}` }) };
    },
  },
  {
    route: updateHawalaSettings,
    type: "hawala_settings",
    subject: "The hawala series was",
    make: async () => {
      const { version } = await admin.ok(getHawalaSettings);
      return { version, body: () => ({ prefix: "KBL", nextNumber: 5_000 }) };
    },
  },
  {
    route: updateHawala,
    type: "hawala",
    subject: "This hawala was",
    make: async () => {
      const body = incoming();
      const { id, version } = await admin.ok(createHawala, { body });
      return { version, params: { id }, body: () => body };
    },
  },
];

const call = ({ params, body }: Editable, ifMatch?: string, edit = 0): Sent => ({
  ...(params === undefined ? {} : { params }),
  body: body(edit),
  headers: ifMatch === undefined ? {} : { "if-match": ifMatch },
});
const versionOf = (reply: unknown): unknown => (reply as { version?: unknown }).version;

/** The acts upon an object, oldest first. */
function actsOn(type: string, { params }: Editable) {
  return server.database.db
    .selectFrom("audit_log")
    .select(["actor", "version", "recorded_at"])
    .where("object_type", "=", type)
    .where("object_id", "=", String(params?.id ?? 1))
    .orderBy("id")
    .execute();
}

/** An instant by the clock of Kabul, where there is no summer time. */
const inKabul = (instant: Date): string =>
  new Date(instant.getTime() + 270 * 60_000).toISOString().slice(0, 16).replace("T", " ");

describe.each(edits)("$route.method $route.path", ({ route, type, subject, make }) => {
  test("of a stale version changes nothing and names who changed it and when", async () => {
    const object = await make();
    await colleague.ok(route, call(object));
    const made = (await actsOn(type, object)).at(-1);
    expect(made).toMatchObject({ actor: colleague.username, version: object.version + 1 });
    const message = `${subject} changed meanwhile: ${colleague.username} at ${inKabul(made?.recorded_at ?? new Date(0))}`;
    for (const ifMatch of [String(object.version), `"${String(object.version)}"`]) {
      expect(await admin.refused(route, call(object, ifMatch))).toMatchObject({ status: 409, code: "stale_version", message });
    }
    expect((await actsOn(type, object)).at(-1)).toEqual(made);
  });

  test("of the current version, bare or quoted, makes the next one; so does an edit that names none", async () => {
    const object = await make();
    const { version } = object;
    expect(versionOf(await admin.ok(route, call(object, String(version))))).toBe(version + 1);
    expect(versionOf(await admin.ok(route, call(object, `"${String(version + 1)}"`, 1)))).toBe(version + 2);
    expect(versionOf(await admin.ok(route, call(object, undefined, 2)))).toBe(version + 3);
    const versions = (await actsOn(type, object)).map((act) => act.version);
    expect(versions.slice(-3)).toEqual([version + 1, version + 2, version + 3]);
  });

  test("with a malformed If-Match is refused", async () => {
    const object = await make();
    for (const ifMatch of ["latest", "*", '"1', 'W/"1"', "1.0", "-1", "0x1", ""]) {
      expect(await admin.refused(route, call(object, ifMatch)), ifMatch).toMatchObject({ status: 400, code: "invalid" });
    }
    expect(versionOf(await admin.ok(route, call(object)))).toBe(object.version + 1);
  });

  test("by several at once who read the same version lets one of them win", async () => {
    const object = await make();
    const answers = await Promise.all(
      [admin, colleague, admin].map((who) => who.send(route, call(object, String(object.version)))),
    );
    expect(sortedStatuses(answers)).toEqual([200, 409, 409]);
  });
});

const repeatable = new Set<Route>([updateAccount, updateUser, setUserStatus, updateCurrency, updateBusinessSettings]);

describe.each(edits.filter(({ route }) => repeatable.has(route)))("$route.method $route.path", ({ route, type, make }) => {
  test("that changes nothing makes no version, and of a stale one is refused still", async () => {
    const object = await make();
    const body = object.body(0);
    const first = await admin.ok(route, { ...call(object), body });
    const made = await actsOn(type, object);
    const again = route === setUserStatus ? [body] : [body, {}];
    for (const sent of again) expect(await colleague.ok(route, { ...call(object), body: sent })).toEqual(first);
    expect(await actsOn(type, object)).toEqual(made);
    const stale = { ...call(object, String(object.version)), body };
    expect(await colleague.refused(route, stale)).toMatchObject({ status: 409, code: "stale_version" });
  });
});

test("a version that was there from the start is the office's own", async () => {
  const stale = { params: { id: 3 }, body: { name: "Euro" }, headers: { "if-match": "7" } };
  expect(await admin.refused(updateCurrency, stale)).toMatchObject({
    status: 409,
    message: "This currency was changed meanwhile: the office itself",
  });
});

test("every call that takes If-Match is tried here, among the transactions, with the hawalas, the vouchers or the deletion of a number setting", async () => {
  const name = ({ method, path }: Route): string => `${method} ${path}`;
  const versioned = (await declaredRoutes()).filter((route) => route.versioned).map(name);
  const hawalas = [passHawala, hawalaToPending, cancelHawala, hawalaReceived, completeHawala];
  const prints = [printTransaction, printHawala];
  const elsewhere = [updateTransaction, deleteTransaction, recoverTransaction, ...hawalas, ...prints, deleteAccountNumberSetting];
  const tried = [...edits.map(({ route }) => route), ...elsewhere].map(name);
  expect(versioned.toSorted()).toEqual(tried.toSorted());
});
