import { once } from "node:events";
import { createServer, type AddressInfo, type Socket } from "node:net";

import pg from "pg";

/** A pooler in transaction mode, as PgBouncer 1.18 is one: sessions are lent for a transaction, each time another one. */
export interface TransactionPooler {
  readonly port: number;
  /** How many transactions it has lent a session for. */
  readonly lent: number;
  stop(): Promise<void>;
}

/** What a client may say of its session when it begins; the other settings are refused. */
const kept = new Set(["user", "database", "client_encoding", "application_name"]);
const sessionCount = 4;
const startupVersion = 196_608;
const sslRequest = 80_877_103;
const letIn = Buffer.concat([message("R", int32(0)), message("Z", Buffer.from("I"))]);

/** A session of the database, free or lent. */
interface Lent {
  readonly stream: Socket;
  borrower: Socket | undefined;
  unread: Buffer;
}

/** Starts one before the database of that address; clients are let in whoever they are. */
export async function startTransactionPooler(connectionString: string): Promise<TransactionPooler> {
  const sessions = await Promise.all(Array.from({ length: sessionCount }, () => openLent(connectionString)));
  const waiting: ((session: Lent) => void)[] = [];
  const clients = new Set<Socket>();
  let lent = 0;

  function release(session: Lent): void {
    session.borrower = undefined;
    // To the end of the line: whoever comes next meets another session than before.
    sessions.push(...sessions.splice(sessions.indexOf(session), 1));
    waiting.shift()?.(session);
  }

  async function borrow(client: Socket): Promise<Lent> {
    const free = sessions.find(({ borrower }) => borrower === undefined);
    const session = free ?? (await new Promise<Lent>((resolve) => waiting.push(resolve)));
    session.borrower = client;
    lent += 1;
    return session;
  }

  for (const session of sessions) {
    session.stream.on("data", (bytes: Buffer) => {
      if (session.borrower?.writable === true) session.borrower.write(bytes);
      const { messages, rest } = whole(Buffer.concat([session.unread, bytes]), 1);
      session.unread = rest;
      // Ready for the next query, and in no transaction.
      if (messages.some((one) => one[0] === 0x5a && one[5] === 0x49)) release(session);
    });
  }

  const server = createServer((client) => {
    clients.add(client);
    client.once("close", () => clients.delete(client));
    client.on("error", () => undefined);
    const lentTo = (): Lent | undefined => sessions.find(({ borrower }) => borrower === client);
    // One that hangs up in the middle has nothing more to say: servers of a test are ended that way.
    serve(client, borrow, lentTo).catch(() => client.destroy());
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    port: (server.address() as AddressInfo).port,
    get lent() {
      return lent;
    },
    stop: async () => {
      for (const client of clients) client.destroy();
      for (const { stream } of sessions) stream.destroy();
      server.close();
      await once(server, "close");
    },
  };
}

/** The library signs in; the rest of the session is bytes that pass through. */
async function openLent(connectionString: string): Promise<Lent> {
  const client = new pg.Client({ connectionString });
  client.on("error", () => undefined);
  await client.connect();
  const { stream } = (client as unknown as { connection: { stream: Socket } }).connection;
  for (const event of ["data", "end", "close"]) stream.removeAllListeners(event);
  return { stream, borrower: undefined, unread: Buffer.alloc(0) };
}

async function serve(client: Socket, borrow: (client: Socket) => Promise<Lent>, lentTo: () => Lent | undefined): Promise<void> {
  let isIn = false;
  let unread = Buffer.alloc(0);
  for await (const bytes of client as AsyncIterable<Buffer>) {
    unread = Buffer.concat([unread, bytes]);
    if (!isIn) {
      const { messages, rest } = whole(unread, 0);
      unread = rest;
      for (const first of messages) isIn = answerStartup(client, first);
      if (!isIn) continue;
    }
    const { messages, rest } = whole(unread, 1);
    unread = rest;
    for (const one of messages) {
      // A goodbye is the client's alone: the session lives on.
      if (one[0] === 0x58) client.end();
      else (lentTo() ?? (await borrow(client))).stream.write(one);
    }
  }
}

/** Whether the client is in. */
function answerStartup(client: Socket, first: Buffer): boolean {
  const version = first.readInt32BE(4);
  if (version === sslRequest) {
    client.write("N");
    return false;
  }
  if (version !== startupVersion) client.destroy();
  const words = first.subarray(8).toString("utf8").split("\0");
  const refused = words.find((word, index) => index % 2 === 0 && word !== "" && !kept.has(word));
  if (refused === undefined) client.write(letIn);
  else client.end(message("E", Buffer.from(`SFATAL\0C08P01\0Munsupported startup parameter: ${refused}\0\0`)));
  return refused === undefined;
}

/** The messages that have arrived completely. Their length stands behind the byte that names them, or at the very beginning. */
function whole(bytes: Buffer, lengthAt: number): { readonly messages: readonly Buffer[]; readonly rest: Buffer<ArrayBuffer> } {
  const messages: Buffer[] = [];
  let from = 0;
  while (bytes.length >= from + lengthAt + 4) {
    const end = from + lengthAt + bytes.readInt32BE(from + lengthAt);
    if (bytes.length < end) break;
    messages.push(bytes.subarray(from, end));
    from = end;
    if (lengthAt === 0) break;
  }
  return { messages, rest: Buffer.from(bytes.subarray(from)) };
}

function message(name: string, content: Buffer): Buffer {
  return Buffer.concat([Buffer.from(name), int32(content.length + 4), content]);
}

function int32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeInt32BE(value);
  return bytes;
}
