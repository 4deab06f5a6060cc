import { healthz } from "#contract/health.ts";
import { i18n } from "#web/i18n/setup.ts";

import { ApiError } from "./api-error.ts";
import { call } from "./api.ts";
import { hasJustAnswered, noteConnection } from "./connection.ts";

/** A server that can be reached says so at once, however busy its database is. */
const answersWithinMs = 10_000;

const offline = "offline";
const missing = "part_missing";

/** What came by half at most. A second attempt on this page could find the module without its styles, which are asked for once. */
const broken = new WeakSet<() => Promise<unknown>>();

/**
 * Fetches a part of the application (`() => import(…)`), once the server has answered, whatever it was asked: a browser that was refused
 * a module never asks for it again on that page, so nothing is asked for that cannot come. Refuses with an {@link ApiError} that says whether
 * the part comes when the server is back, or is there no more: another version was installed meanwhile, or the server went in that moment.
 * The same part is the same function: of another one it is not known that it broke.
 */
export async function fetchPart<Part>(load: () => Promise<Part>): Promise<Part> {
  if (!hasJustAnswered()) await expectAnswer();
  try {
    if (!broken.has(load)) return await load();
  } catch {
    broken.add(load);
    await expectAnswer();
  }
  throw new ApiError({ status: 404, code: missing, message: () => i18n.t("common:part.missing") });
}

/** Whether a part could not be fetched because the server is away: it comes when that answers again. */
export function isPartAway(error: unknown): boolean {
  return error instanceof ApiError && error.code === offline;
}

/** Whether a part is there no more under the name that this page knows it by: only a new load of the page finds it. */
export function isPartMissing(error: unknown): boolean {
  return error instanceof ApiError && error.code === missing;
}

async function expectAnswer(): Promise<void> {
  const limit = AbortSignal.timeout(answersWithinMs);
  try {
    await call(healthz, { signal: limit });
  } catch (error) {
    // One that refuses is there.
    if (error instanceof ApiError && !error.isAway) return;
    noteConnection("away");
    throw new ApiError({ status: 0, code: offline, message: () => i18n.t("common:part.away") });
  }
}
