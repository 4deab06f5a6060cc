import { beforeEach, expect, onTestFinished, test, vi } from "vitest";

import { createAccount, exportAccounts, getAccount, listAccounts, updateAccount } from "#contract/accounts.ts";
import { login, me, signedInAsHeader, unattendedHeader } from "#contract/auth.ts";
import { createTransaction } from "#contract/transactions.ts";
import { i18n } from "#web/i18n/setup.ts";

import { ApiError, messageOf } from "./api-error.ts";
import { call, callFile, callPage, newIdempotencyKey, speakAs, urlOf, whenSignedOut } from "./api.ts";

const fetched = vi.fn<typeof fetch>();

beforeEach(() => {
  fetched.mockReset();
  vi.stubGlobal("fetch", fetched);
});

function answers(status: number, body: unknown, headers: Record<string, string> = {}): void {
  fetched.mockResolvedValueOnce(Response.json(body, { status, headers }));
}

/** What was sent with the nth call. */
function sent(nth = 0) {
  const [address, request] = fetched.mock.calls[nth] ?? [];
  return { address, method: request?.method, headers: new Headers(request?.headers), body: request?.body };
}

async function refused(calling: Promise<unknown>): Promise<ApiError> {
  const error: unknown = await calling.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (error instanceof ApiError) return error;
  throw new Error("The call was not refused by an ApiError", { cause: error });
}

const refusal = { message: "Please sign in.", code: "not_signed_in", requestId: "r-1" };
const transfer = {
  transType: "Transfer",
  currencyId: 2,
  dAmount: "100.00",
  transDescription: "rent",
  outAccountId: 101,
  inAccountId: 102,
} as const;

test("a parameter goes into the path, and what a query leaves empty stays out of the address", async () => {
  answers(200, {});
  await call(getAccount, { params: { id: 7 } });
  answers(200, []);
  await call(listAccounts, { query: { q: "rahimi & sons", limit: 50, ids: "", cursor: undefined } });
  expect(sent(0)).toMatchObject({ address: "/api/accounts/7", method: "GET", body: undefined });
  expect(sent(1).address).toBe("/api/accounts?q=rahimi+%26+sons&limit=50");
  expect(urlOf(getAccount, { params: { id: "a/b" } })).toBe("/api/accounts/a%2Fb");
});

test("signs that nobody sees and that were pasted along with a text are left out of what is sent", async () => {
  answers(200, []);
  await call(listAccounts, { query: { q: "\u202A0770 555\u061C 569\u202C" } });
  answers(201, {});
  await call(createTransaction, { body: { ...transfer, transDescription: "\u2066کرایه\u2069 2\u200C3" } });
  expect(sent(0).address).toBe("/api/accounts?q=0770+555+569");
  expect(sent(1).body).toBe(JSON.stringify({ ...transfer, transDescription: "کرایه 2\u200C3" }));
});

test("a body goes as JSON, and a read carries neither body nor content type", async () => {
  answers(201, {});
  await call(createAccount, { body: { accountName: "Ahmad", currencyId: 2 } });
  answers(200, {});
  await call(me);
  expect(sent(0).headers.get("content-type")).toBe("application/json");
  expect(sent(0).body).toBe('{"accountName":"Ahmad","currencyId":2}');
  expect(sent(1).headers.get("content-type")).toBeNull();
});

test("the idempotency key and the version that was seen travel as headers", async () => {
  answers(201, {});
  await call(createTransaction, { body: transfer, idempotencyKey: "key-1" });
  answers(200, {});
  await call(updateAccount, { params: { id: 7 }, body: { phone: "070" }, ifMatch: 3 });
  expect(sent(0).headers.get("idempotency-key")).toBe("key-1");
  expect(sent(1).headers.get("if-match")).toBe("3");
});

// A screen reader presses by a click and nothing else, and dictation types without keys.
test.each(["keydown", "click", "input"])("what a page asks for a minute after anybody touched it says so: %s", async (sign) => {
  fetched.mockImplementation(async () => Response.json({}));
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 3_600_000 });
  window.dispatchEvent(new Event(sign));
  vi.setSystemTime(Date.now() + 59_000);
  await call(me);
  vi.setSystemTime(Date.now() + 2_000);
  await call(me);
  window.dispatchEvent(new PointerEvent("pointerdown"));
  await call(me);
  // A clock that is put back says nothing of a sign of life.
  vi.setSystemTime(Date.now() - 86_400_000);
  await call(me);
  expect([0, 1, 2, 3].map((nth) => sent(nth).headers.get(unattendedHeader))).toEqual([null, "1", null, "1"]);
});

test("a call says whose page makes it, once that is known", async () => {
  fetched.mockImplementation(async () => Response.json({}));
  await call(me);
  const stop = speakAs("user-1");
  await call(me);
  stop();
  await call(me);
  expect([0, 1, 2].map((nth) => sent(nth).headers.get(signedInAsHeader))).toEqual([null, "user-1", null]);
});

test("idempotency keys do not repeat, are in the order of time, and need no secure context", () => {
  vi.stubGlobal("crypto", { getRandomValues: crypto.getRandomValues.bind(crypto) });
  const keys = Array.from({ length: 1_000 }, newIdempotencyKey);
  expect(new Set(keys).size).toBe(1_000);
  expect(keys.toSorted()).toEqual(keys);
});

test("a page carries its total and where it goes on", async () => {
  answers(200, [{ id: 1 }], { "x-total-count": "4711", "x-next-cursor": "abc" });
  answers(200, [{ id: 2 }], { "x-total-count": "4711" });
  expect(await callPage(listAccounts, { query: { limit: 1 } })).toMatchObject({
    total: 4711,
    nextCursor: "abc",
    rows: [{ id: 1 }],
  });
  expect(await callPage(listAccounts, { query: { cursor: "abc" } })).toMatchObject({ total: 4711, nextCursor: undefined });
});

test("a refusal keeps the server's words, its code, its request id and the fields it names", async () => {
  const issues = [{ path: "accountName", message: "Account name is required" }];
  answers(400, { message: "Account name is required", code: "invalid", requestId: "r-7", issues });
  const error = await refused(call(createAccount, { body: { accountName: "", currencyId: 1 } }));
  expect(error).toMatchObject({ status: 400, code: "invalid", message: "Account name is required", requestId: "r-7", issues });
  expect(messageOf(error, "Failed to save")).toBe("Account name is required");
  expect(messageOf(new TypeError("x is not a function"), "Failed to save")).toBe("Failed to save");
});

test("an answer that asks for patience says for how long", async () => {
  answers(429, { message: "Too many attempts.", code: "too_many", requestId: "r-8" }, { "retry-after": "30" });
  const error = await refused(call(login, { body: { username: "a", password: "b" } }));
  expect(error).toMatchObject({ status: 429, retryAfterSeconds: 30 });
});

test("an error that is not of the contract becomes the status code, a colon and the response text", async () => {
  fetched.mockResolvedValueOnce(new Response("upstream gone", { status: 502, statusText: "Bad Gateway" }));
  expect((await refused(call(me))).message).toBe("502: upstream gone");
  fetched.mockResolvedValueOnce(new Response("", { status: 502, statusText: "Bad Gateway" }));
  expect((await refused(call(me))).message).toBe("502: Bad Gateway");
  const page = new Response("<h1>nginx</h1>", {
    status: 502,
    statusText: "Bad Gateway",
    headers: { "content-type": "text/html" },
  });
  fetched.mockResolvedValueOnce(page);
  expect((await refused(call(me))).message).toBe("502: Bad Gateway");
});

test("an error page over HTTP/2, which has no status text, leaves the words to whoever asked", async () => {
  const page = { status: 413, headers: { "content-type": "text/html" } };
  fetched.mockResolvedValueOnce(new Response("<h1>413 Request Entity Too Large</h1>", page));
  const error = await refused(call(me));
  expect(error).toMatchObject({ status: 413, code: "unexpected", message: "" });
  expect(messageOf(error, "Preview failed")).toBe("Preview failed");
  fetched.mockResolvedValueOnce(new Response("", { status: 502 }));
  expect(messageOf(await refused(call(me)), "Failed to save")).toBe("Failed to save");
});

test("a server that cannot be reached is said to be away, in words", async () => {
  fetched.mockRejectedValueOnce(new TypeError("Failed to fetch"));
  const error = await refused(call(me));
  expect(error).toMatchObject({ status: 0, code: "offline", isAway: true });
  expect(error.message).toContain("cannot be reached");
});

test.each<readonly [string, () => Promise<unknown>]>([
  ["a file", () => callFile(exportAccounts, { query: { format: "xlsx" } })],
  ["the answer to a save", () => call(createTransaction, { body: transfer, idempotencyKey: "key" })],
  ["a page", () => callPage(listAccounts)],
])("%s that is cut off on its way is of a server that is away, whatever status it began with", async (_what, asked) => {
  const body = new ReadableStream<Uint8Array>({
    pull: (controller) => controller.error(new TypeError("network error")),
  });
  fetched.mockResolvedValueOnce(new Response(body, { status: 200 }));
  const error = await refused(asked());
  expect(error).toMatchObject({ status: 0, code: "offline", isAway: true });
  expect(messageOf(error, "")).toMatch(/^The server cannot be reached\./);
});

test("a call that the caller gives up is not mistaken for a server that is away", async () => {
  const giveUp = new AbortController();
  giveUp.abort();
  fetched.mockImplementationOnce((_address, request) => Promise.reject(request?.signal?.reason as Error));
  await expect(call(me, { signal: giveUp.signal })).rejects.toHaveProperty("name", "AbortError");
});

test("a call whose session has ended goes on after a new sign-in, unchanged, with its key", async () => {
  const ask = vi.fn(() => Promise.resolve(true));
  const stop = whenSignedOut(ask);
  answers(401, refusal);
  answers(201, { id: 5 });
  const reply = await call(createTransaction, { body: transfer, idempotencyKey: "key-2" });
  stop();
  expect(reply).toEqual({ id: 5 });
  expect(ask).toHaveBeenCalledOnce();
  expect(sent(1).body).toBe(sent(0).body);
  expect(sent(1).headers.get("idempotency-key")).toBe("key-2");
});

test("a person who would rather not sign in again gets the refusal", async () => {
  const stop = whenSignedOut(() => Promise.resolve(false));
  answers(401, refusal);
  expect((await refused(call(listAccounts))).status).toBe(401);
  stop();
  expect(fetched).toHaveBeenCalledOnce();
});

test("a session that ends a second time is not asked for without end", async () => {
  const ask = vi.fn(() => Promise.resolve(true));
  const stop = whenSignedOut(ask);
  answers(401, refusal);
  answers(401, refusal);
  expect((await refused(call(listAccounts))).status).toBe(401);
  stop();
  expect(ask).toHaveBeenCalledOnce();
});

test("a call sent before the new sign-in and refused after it is repeated, and nobody is asked twice", async () => {
  const ask = vi.fn(() => Promise.resolve(true));
  const stop = whenSignedOut(ask);
  const late = Promise.withResolvers<Response>();
  fetched.mockReturnValueOnce(late.promise);
  const read = call(listAccounts);
  answers(401, refusal);
  answers(201, { id: 5 });
  await call(createTransaction, { body: transfer });
  answers(200, []);
  late.resolve(Response.json(refusal, { status: 401 }));
  expect(await read).toEqual([]);
  stop();
  expect(ask).toHaveBeenCalledOnce();
});

test("a wrong password and the session check never ask for a new sign-in", async () => {
  const ask = vi.fn(() => Promise.resolve(true));
  const stop = whenSignedOut(ask);
  answers(401, refusal);
  answers(401, refusal);
  await refused(call(login, { body: { username: "a", password: "b" } }));
  await refused(call(me));
  stop();
  expect(ask).not.toHaveBeenCalled();
});

test.each(["", "attachment", 'attachment; filename=""'])(
  "a file without a name, %j, has the one of its caller",
  async (disposition) => {
    const file = (): Response => new Response("1,2", { headers: { "content-disposition": disposition } });
    fetched.mockResolvedValueOnce(file());
    expect((await callFile(exportAccounts, { fallbackName: "accounts.xlsx" })).name).toBe("accounts.xlsx");
    expect(sent().address).toBe("/api/accounts/export");
    fetched.mockResolvedValueOnce(file());
    expect((await callFile(exportAccounts)).name).toBe("download");
  },
);

test("a file is taken with the name it has in its own script, or else with the plain one; a page of a proxy is none", async () => {
  const file = (disposition: string): Response => new Response("1,2", { headers: { "content-disposition": disposition } });
  fetched.mockResolvedValueOnce(file(`attachment; filename="______.csv"; filename*=UTF-8''%D8%AD%D8%B3%D8%A7%D8%A8.csv`));
  const named = await callFile(exportAccounts, { query: { format: "csv" } });
  expect(named.name).toBe("حساب.csv");
  expect(await named.content.text()).toBe("1,2");
  expect(sent().address).toBe("/api/accounts/export?format=csv");
  fetched.mockResolvedValueOnce(file('attachment; filename="accounts.csv"'));
  expect((await callFile(exportAccounts, { fallbackName: "mine.csv" })).name).toBe("accounts.csv");
  fetched.mockResolvedValueOnce(new Response("<p>Sign in to the proxy</p>", { headers: { "content-type": "text/html" } }));
  await expect(callFile(exportAccounts, { fallbackName: "mine.csv" })).rejects.toThrow("a page in place of a file");
  answers(413, { message: "Narrow the filter", code: "too_large", requestId: "r-2" });
  expect((await refused(callFile(exportAccounts))).message).toBe("Narrow the filter");
});

test("that no answer came is said in the language of the screens when it is shown: the page has begun in English", async () => {
  fetched.mockRejectedValueOnce(new TypeError("Failed to fetch"));
  const error = await refused(call(me));
  expect(messageOf(error, "")).toBe(i18n.t("common:offline"));
  i18n.addResourceBundle("fa-AF", "common", { offline: "سرور جواب نداد" });
  await i18n.changeLanguage("fa-AF");
  onTestFinished(async () => void (await i18n.changeLanguage("en")));
  expect(messageOf(error, "")).toBe("سرور جواب نداد");
});

test("an answer whose words are none is an answer all the same", async () => {
  answers(500, { code: 17, message: null });
  expect((await refused(call(me))).status).toBe(500);
});
