import type pg from "pg";

/** What pg says where an answer did not come within the time of its statement. It has no code. */
const unheard = "Query read timeout";

/**
 * Where a connection was asked and nobody answered, the machine behind it may have gone without a word. Those that stand idle and were
 * last heard before it was asked then lead to the same machine: they are given up with it, so that whoever comes next has a new one
 * tried, and does not wait for one after the other.
 */
export function giveUpTheSilent(pool: pg.Pool): void {
  const askedAt = new WeakMap<pg.PoolClient, number>();
  const idleSince = new Map<pg.PoolClient, number>();
  pool.on("acquire", (client) => {
    idleSince.delete(client);
    askedAt.set(client, performance.now());
  });
  pool.on("remove", (client) => void idleSince.delete(client));
  // Where nothing failed the libraries say undefined, null or false. One that failed does not become idle.
  pool.on("release", (fault: unknown, client) => {
    const now = performance.now();
    if (fault instanceof Error && fault.message === unheard) giveUp(heardBefore(askedAt.get(client) ?? now));
    else if (!fault) idleSince.set(client, now);
  });

  function heardBefore(moment: number): readonly pg.PoolClient[] {
    return [...idleSince].filter(([, since]) => since < moment).map(([client]) => client);
  }

  function giveUp(clients: readonly pg.PoolClient[]): void {
    for (const client of clients) {
      idleSince.delete(client);
      // The pool takes an idle one away at once where it fails, and in no other way.
      client.emit("error", new Error("The connection was given up with another one, which nobody answered on"));
    }
  }
}
