import { createConnection, createServer, type AddressInfo, type Socket } from "node:net";

/**
 * Where a connection is cut, seen from the COMMIT of what runs on it: before PostgreSQL hears of it; when it was sent and nobody
 * waits for the answer any more; when PostgreSQL has answered and the answer is thrown away; in the middle of the answer.
 */
export const cuts = ["before", "within", "after", "half"] as const;
export type Cut = (typeof cuts)[number];

/** A relay in front of a PostgreSQL that understands enough of its protocol to see a COMMIT pass by. */
export interface CuttingProxy {
  readonly port: number;
  /** How often each cut was made. */
  readonly made: Readonly<Record<Cut, number>>;
  /** Asked at each COMMIT that passes. */
  decide: () => Cut | undefined;
  /** Ends every connection there is, wherever it stands. */
  cutEverything(): void;
  /** Lets nothing more through on the connections there are, and ends none: as where a machine has lost its power. New ones pass. */
  silenceEverything(): void;
  close(): Promise<void>;
}

/** Listens on a free port of the loopback. `target` is a socket's path or a port. */
export async function startCuttingProxy(target: string | number): Promise<CuttingProxy> {
  const links = new Set<Link>();
  const made = { before: 0, within: 0, after: 0, half: 0 };
  const server = createServer((near) => {
    const far = typeof target === "string" ? createConnection(target) : createConnection(target, "127.0.0.1");
    const link = { near, far, isSilent: false };
    links.add(link);
    for (const socket of [near, far]) socket.setNoDelay(true).on("error", () => undefined);
    // What was sent before is still delivered: PostgreSQL carries it out, and finds nobody to answer.
    near.on("close", () => far.end());
    far.on("close", () => {
      near.destroy();
      links.delete(link);
    });
    relay(link, () => {
      const cut = proxy.decide();
      if (cut !== undefined) made[cut] += 1;
      return cut;
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const cutEverything = (): void => {
    for (const { near } of links) near.destroy();
  };
  const proxy: CuttingProxy = {
    port: (server.address() as AddressInfo).port,
    made,
    decide: () => undefined,
    cutEverything,
    silenceEverything: () => {
      for (const link of links) link.isSilent = true;
    },
    close: async () => {
      cutEverything();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
  return proxy;
}

interface Link {
  readonly near: Socket;
  readonly far: Socket;
  isSilent: boolean;
}

function relay(link: Link, decide: () => Cut | undefined): void {
  const { near, far } = link;
  const watch = new CommitWatch();
  let cut: Cut | undefined;
  let answer: Buffer = Buffer.alloc(0);
  near.on("data", (bytes: Buffer) => {
    if (cut !== undefined || link.isSilent) return;
    if (watch.commitsIn(bytes)) cut = decide();
    if (cut !== "before") far.write(bytes);
    if (cut === "before" || cut === "within") near.destroy();
  });
  far.on("data", (bytes: Buffer) => {
    if (near.destroyed || link.isSilent) return;
    if (cut === undefined) return void near.write(bytes);
    // A long answer begins before the COMMIT; its last message comes after it.
    answer = Buffer.concat([answer, bytes]);
    if (!answer.subarray(-readyForQuery.length - 1, -1).equals(readyForQuery)) return;
    const shown = answer.subarray(0, cut === "half" ? Math.ceil(answer.length / 2) : 0);
    near.end(shown, () => near.destroy());
  });
}

/** "Z", its length of five bytes; the state of the transaction follows. */
const readyForQuery = Buffer.from([0x5a, 0, 0, 0, 5]);

const startUpLengths = 4;
const tagAndLength = 5;

/** Reads what a client sends, message by message, and knows which of it makes PostgreSQL commit something that was written. */
class CommitWatch {
  private rest: Buffer = Buffer.alloc(0);
  private isStarted = false;
  private readonly statements = new Map<string, string>();
  private bound = "";

  /** Whether these bytes hold the end of a COMMIT: of an explicit one, or of a batch of postings, which is one by itself. */
  commitsIn(bytes: Buffer): boolean {
    this.rest = Buffer.concat([this.rest, bytes]);
    let found = false;
    for (let message = this.take(); message !== undefined; message = this.take()) found = this.commits(message) || found;
    return found;
  }

  private take(): Buffer | undefined {
    const header = this.isStarted ? tagAndLength : startUpLengths;
    if (this.rest.length < header) return undefined;
    const length = this.rest.readInt32BE(header - startUpLengths) + (header - startUpLengths);
    if (this.rest.length < length) return undefined;
    const message = this.rest.subarray(0, length);
    this.rest = this.rest.subarray(length);
    // The first message of all has no letter.
    if (!this.isStarted) {
      this.isStarted = true;
      return Buffer.alloc(tagAndLength);
    }
    return message;
  }

  private commits(message: Buffer): boolean {
    const words = message.subarray(tagAndLength).toString("utf8").split("\0");
    switch (String.fromCodePoint(message[0] ?? 0)) {
      case "Q":
        return isCommit(words[0]);
      case "P":
        this.statements.set(words[0] ?? "", words[1] ?? "");
        return false;
      case "B":
        this.bound = this.statements.get(words[1] ?? "") ?? "";
        return false;
      case "S": {
        const { bound } = this;
        this.bound = "";
        return isCommit(bound);
      }
      default:
        return false;
    }
  }
}

function isCommit(statement = ""): boolean {
  return /^\s*commit\b|\brecord_transactions\(/i.test(statement);
}
