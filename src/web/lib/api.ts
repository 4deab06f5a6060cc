import { v7 as uuidv7 } from "uuid";

import { signedInAsHeader, unattendedHeader } from "#contract/auth.ts";
import { exportLanguages } from "#contract/file.ts";
import { healthz } from "#contract/health.ts";
import { defaultPageSize } from "#contract/page.ts";
import type { Route } from "#contract/route.ts";
import { withoutStraySigns } from "#kernel/letters.ts";
import { i18n } from "#web/i18n/setup.ts";

import { ApiError, type Fault } from "./api-error.ts";
import { isUnattended } from "./attendance.ts";
import { failuresSoFar, noteConnection } from "./connection.ts";
import type { Address, AnySent, Given, ReplyOf, RowOf, Sent, SentForFile, SentUpload } from "./route-types.ts";
import { postForm } from "./upload.ts";

/** Longer than the server's own limit, so that the server is the one to give up first. */
const timeoutMs = 60_000;
/** A large file on a slow line, and the writing of everything in it. */
const uploadTimeoutMs = 180_000;
/** A file is made before the first byte of it comes, and the largest is the whole database. */
const downloadTimeoutMs = 1_800_000;

/**
 * Calls a route of the contract: the only fetch of the product. Refuses with an {@link ApiError}. When the session has
 * ended in the meantime, the person is asked to sign in again and the call is then repeated once.
 */
export async function call<R extends Route>(route: R, ...[sent]: Given<Sent<R>>): Promise<ReplyOf<R>> {
  const response = await answer(route, sent ?? {});
  return (await unbroken(response.json())) as ReplyOf<R>;
}

/** One page of a list that grows. */
export interface Page<Row> {
  readonly rows: readonly Row[];
  /** How many rows the whole list has; with `isAtLeast`, at least so many: it was counted no further. */
  readonly total: number;
  readonly isAtLeast: boolean;
  /** To be sent as `cursor` for what follows; undefined at the end. */
  readonly nextCursor: string | undefined;
}

/** Calls a paged route. */
export async function callPage<R extends Route>(route: R, ...[sent]: Given<Sent<R>>): Promise<Page<RowOf<R>>> {
  const response = await answer(route, sent ?? {});
  const rows = (await unbroken(response.json())) as RowOf<R>[];
  const total = Number.parseInt(response.headers.get("x-total-count") ?? "", 10);
  return {
    rows,
    total: Number.isNaN(total) ? Math.min(rows.length, defaultPageSize) : total,
    isAtLeast: response.headers.get("x-total-count-is") === "at-least",
    nextCursor: response.headers.get("x-next-cursor") ?? undefined,
  };
}

/** A file that the server has made: what is in it, and the name it is to be saved under. */
export interface ServedFile {
  readonly content: Blob;
  readonly name: string;
}

/** Calls a route that answers a file to be saved. */
export async function callFile<R extends Route>(route: R, ...[sent]: Given<SentForFile<R>>): Promise<ServedFile> {
  return fileIn(await answer(route, inLanguageOfScreen(sent ?? {})), sent?.fallbackName);
}

/**
 * Calls a route that takes a file, with the fields beside it. In everything else it is {@link call}: what it refuses with, the
 * new sign-in after which the file is sent once more, the notice when the server is away.
 */
export async function callUpload<R extends Route>(route: R, { file, fields, ...sent }: SentUpload<R>): Promise<ReplyOf<R>> {
  const response = await answer(route, { ...(sent as AnySent), form: formOf(file, fields) });
  return (await unbroken(response.json())) as ReplyOf<R>;
}

/** The same for a route that answers a file to be saved. */
export async function callUploadForFile<R extends Route>(
  route: R,
  { file, fields, ...sent }: SentUpload<R>,
): Promise<ServedFile> {
  return fileIn(await answer(route, inLanguageOfScreen({ ...(sent as AnySent), form: formOf(file, fields) })));
}

/** What is exported says its headings as the screen does. Only an export can be had in several formats; a backup has no language. */
function inLanguageOfScreen(sent: AnySent): AnySent {
  const [, ...others] = exportLanguages;
  const language = others.find((tag) => tag === i18n.language);
  if (sent.query?.["format"] === undefined || language === undefined) return sent;
  return { ...sent, query: { ...sent.query, language } };
}

function formOf(file: SentUpload<Route>["file"], fields: Readonly<Record<string, string | boolean | undefined>> = {}): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) {
    if (value !== undefined && value !== "") form.set(name, String(value));
  }
  form.set("file", new File([file.content], file.name));
  return form;
}

async function fileIn(response: Response, fallbackName?: string | null): Promise<ServedFile> {
  // The server makes no file of this kind: a proxy asks for its own sign-in, whose page is no backup.
  if (response.headers.get("content-type")?.startsWith("text/html") === true) throw new SyntaxError("a page in place of a file");
  const name = fileNameIn(response.headers.get("content-disposition") ?? "");
  return { content: await unbroken(response.blob()), name: name ?? fallbackName ?? "download" };
}

/** The name a Content-Disposition gives: the one in every script where it has one, otherwise the plain one. */
function fileNameIn(disposition: string): string | undefined {
  const whole = /filename\*=UTF-8''([^;]+)/i.exec(disposition)?.[1];
  return whole === undefined ? /filename="([^"]+)"/i.exec(disposition)?.[1] : decodeURIComponent(whole);
}

/**
 * The page itself as the server hands it out by now, which is no call of the contract: what a new load would get. Undefined where that
 * would be none. Nobody waits for it, so it says nothing of the connection.
 */
export async function ownPage(): Promise<string | undefined> {
  const response = await fetch("/", { cache: "no-store", signal: AbortSignal.timeout(timeoutMs) });
  return response.ok ? await response.text() : undefined;
}

/** The address of a route, for what the browser fetches by itself: an image, a download. */
export function urlOf<R extends Route>(route: R, ...[address]: Given<Address<R>>): string {
  return addressOf(route, address ?? {});
}

/**
 * A key for one intended transaction. It begins with the time, so that keys made one after the other lie side by side in the
 * database's index of them. Not `crypto.randomUUID`, which a plain-http office does not have.
 */
export function newIdempotencyKey(): string {
  return uuidv7();
}

/** Resolves to true once the same person has signed in again; to false when they would rather not. */
type SignInAgain = () => Promise<boolean>;
let signInAgain: SignInAgain | undefined;
/** How often a call of this page has had somebody sign in again. */
let signIns = 0;

/** Says who asks for a new sign-in when a session has ended. Returns how to stop. */
export function whenSignedOut(ask: SignInAgain): () => void {
  signInAgain = ask;
  return () => {
    if (signInAgain === ask) signInAgain = undefined;
  };
}

let signedInAs: string | undefined;

/** Says whose page this is: a call that would be made in the name of anybody else is refused. Returns how to stop. */
export function speakAs(userId: string): () => void {
  signedInAs = userId;
  return () => {
    if (signedInAs === userId) signedInAs = undefined;
  };
}

async function answer(route: Route, sent: AnySent): Promise<Response> {
  const signInsBefore = signIns;
  const response = await attempt(route, sent);
  if (response.ok) return response;
  // Read before anybody is asked: where the page goes meanwhile, nothing of it could be read any more.
  const refusal = new ApiError(await faultOf(response));
  const needsSession = route.access !== "public" && route.access !== "session";
  if (response.status === 401 && needsSession && (await isSignedInSince(signInsBefore))) {
    const second = await attempt(route, sent);
    if (second.ok) return second;
    throw new ApiError(await faultOf(second));
  }
  throw refusal;
}

/** Asks for a new sign-in. A call that was refused only after another had it made is not asked about: it was sent before. */
async function isSignedInSince(signInsBefore: number): Promise<boolean> {
  if (signIns !== signInsBefore) return true;
  const signedIn = (await signInAgain?.()) === true;
  if (signedIn) signIns += 1;
  return signedIn;
}

async function attempt(route: Route, sent: AnySent): Promise<Response> {
  const timeout = AbortSignal.timeout(timeoutOf(route, sent));
  const signal = sent.signal === undefined ? timeout : AbortSignal.any([sent.signal, timeout]);
  const failures = failuresSoFar();
  try {
    const response = await send(route, sent, signal);
    // The answer is looked at here alone: a server whose disk is full is not away.
    const isAway = response.status >= 500 && new ApiError(await faultOf(response.clone())).isAway;
    // A server that is up says nothing of its database, without which nothing works.
    if (isAway || route.path !== healthz.path) noteConnection(isAway ? "away" : "up", failures);
    return response;
  } catch (error) {
    if (sent.signal?.aborted === true) throw error;
    throw away();
  }
}

/** What an answer holds. One that was cut off on its way is none, whatever status it began with. */
async function unbroken<Held>(held: Promise<Held>): Promise<Held> {
  try {
    return await held;
  } catch (error) {
    // It is no JSON, or whoever asked wants it no more.
    if (error instanceof SyntaxError || (error instanceof DOMException && error.name === "AbortError")) throw error;
    throw away();
  }
}

function away(): ApiError {
  noteConnection("away");
  return new ApiError({ status: 0, code: "offline", message: () => i18n.t("common:offline") });
}

function timeoutOf(route: Route, { form }: AnySent): number {
  if (route.binary === "download") return downloadTimeoutMs;
  return form === undefined ? timeoutMs : uploadTimeoutMs;
}

function send(route: Route, sent: AnySent, signal: AbortSignal): Promise<Response> {
  const address = addressOf(route, sent);
  const { form, onProgress } = sent;
  if (form !== undefined) return postForm(address, { form, headers: headersOf(sent), signal, onProgress });
  return fetch(address, { ...requestOf(route, sent), signal });
}

function headersOf(sent: AnySent): Headers {
  const headers = new Headers(sent.headers);
  headers.set("accept", "application/json");
  if (sent.idempotencyKey !== undefined) headers.set("idempotency-key", sent.idempotencyKey);
  if (sent.ifMatch !== undefined) headers.set("if-match", String(sent.ifMatch));
  if (signedInAs !== undefined) headers.set(signedInAsHeader, signedInAs);
  if (isUnattended()) headers.set(unattendedHeader, "1");
  return headers;
}

function requestOf(route: Route, sent: AnySent): RequestInit {
  const headers = headersOf(sent);
  const request: RequestInit = { method: route.method, headers, credentials: "same-origin", cache: "no-store" };
  if (sent.body === undefined) return request;
  headers.set("content-type", "application/json");
  // The server refuses most of these signs. A telephone copies them along with a number or a name out of its contacts and chats, and
  // whoever pastes that cannot take them out again.
  const body = JSON.stringify(sent.body, (_key, value: unknown) =>
    typeof value === "string" ? withoutStraySigns(value) : value,
  );
  return { ...request, body };
}

function addressOf(route: Route, { params, query }: AnySent): string {
  const path = route.path.replaceAll(/:(\w+)/g, (_match, name: string) => encodeURIComponent(String(params?.[name])));
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query ?? {})) {
    if (value !== undefined && value !== null && value !== "") search.set(name, withoutStraySigns(String(value)));
  }
  return search.size === 0 ? path : `${path}?${search.toString()}`;
}

/**
 * Reads the error reply of the contract; what is none (a proxy's page) becomes the status and its text. HTTP/2 has no such text:
 * then there is no message, and whoever asked has a sentence of their own.
 */
async function faultOf(response: Response): Promise<Fault> {
  const text = await unbroken(response.text());
  const seconds = Number.parseInt(response.headers.get("retry-after") ?? "", 10);
  const retryAfterSeconds = Number.isNaN(seconds) ? undefined : seconds;
  const reply = errorIn(text);
  if (reply !== undefined) return { ...reply, status: response.status, retryAfterSeconds };
  const isPage = response.headers.get("content-type")?.includes("html") === true;
  const said = isPage || text === "" ? response.statusText : text.slice(0, 200);
  const message = said === "" ? "" : `${String(response.status)}: ${said}`;
  return { status: response.status, code: "unexpected", message, retryAfterSeconds };
}

function errorIn(text: string): Fault | undefined {
  try {
    const reply: unknown = JSON.parse(text);
    const isError = typeof reply === "object" && reply !== null && "message" in reply && "code" in reply;
    return isError ? (reply as Fault) : undefined;
  } catch {
    return undefined;
  }
}
