import { Refusal } from "#kernel/refusal.ts";

type Headers = Readonly<Record<string, string | string[] | undefined>>;

/**
 * Refuses a write that a page of another site has set off. Browsers say so in Sec-Fetch-Site, older ones in Origin;
 * a program that is no browser sends neither and holds no cookie that it was not given.
 */
export function refuseCrossSite(headers: Headers, publicUrl: string): void {
  const site = headers["sec-fetch-site"];
  if (site !== undefined) {
    if (site !== "same-origin") throw crossSite();
    return;
  }
  const origin = headers["origin"];
  if (origin !== undefined && origin !== publicUrl && !isOwnOrigin(origin, headers["host"])) throw crossSite();
}

/** This server speaks plain http itself; an https origin in front of it is the configured one. */
function isOwnOrigin(origin: string | string[], host: string | string[] | undefined): boolean {
  return typeof host === "string" && origin === `http://${host}`;
}

function crossSite(): Refusal {
  return new Refusal("cross_site", "This request came from another site");
}
