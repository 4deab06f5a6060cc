import { Refusal } from "#kernel/refusal.ts";

type Headers = Readonly<Record<string, string | string[] | undefined>>;

/**
 * Refuses a write that a page of another site has set off. Browsers say so in Sec-Fetch-Site, older ones in Origin;
 * a program that is no browser sends neither and holds no cookie that it was not given.
 */
export function refuseCrossSite(headers: Headers, publicUrl: string): void {
  if (isCrossSite(headers, publicUrl)) throw new Refusal("cross_site", "This request came from another site");
}

export function changesState({ method }: { readonly method: string }): boolean {
  return method !== "GET" && method !== "HEAD";
}

/** Whether another site's page has set a request off. */
export function isCrossSite(headers: Headers, publicUrl: string): boolean {
  const site = headers["sec-fetch-site"];
  if (site !== undefined) return site !== "same-origin";
  const origin = headers["origin"];
  return origin !== undefined && origin !== publicUrl && !isOwnOrigin(origin, headers["host"]);
}

/** This server speaks plain http itself; an https origin in front of it is the configured one. */
function isOwnOrigin(origin: string | string[], host: string | string[] | undefined): boolean {
  return typeof host === "string" && origin === `http://${host}`;
}
