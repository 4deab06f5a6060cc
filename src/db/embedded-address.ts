import { randomBytes } from "node:crypto";
import { closeSync, openSync, readFileSync, writeFileSync } from "node:fs";
import { connect, createServer, type AddressInfo } from "node:net";
import { join } from "node:path";

import { StartError } from "./start-error.ts";

/** How to reach the embedded PostgreSQL from this process. */
export interface Address {
  readonly host: string;
  readonly port: number;
  readonly password?: string;
  close(): void;
}

const socketPort = 5432;
// sockaddr_un holds 108 bytes on Linux and 104 elsewhere, the closing zero included.
const socketPathLimit = process.platform === "linux" ? 107 : 103;
const usesTcp = process.platform === "win32";

/** The folder of the cluster inside a data folder. */
export function clusterFolderOf(dataDir: string): string {
  return join(dataDir, "postgres");
}

/** The socket lies in the cluster's own folder, which only its owner may enter. Node has no Unix sockets on Windows. */
export function socketFile(clusterFolder: string): string {
  return join(clusterFolder, `.s.PGSQL.${socketPort}`);
}

/** The address of a cluster that runs or is about to. `port` is used on Windows alone. */
export function openAddress(dataDir: string, port = portInUse(dataDir)): Address {
  if (usesTcp) return { host: "127.0.0.1", port, password: storedPassword(dataDir), close: () => undefined };
  const folder = clusterFolderOf(dataDir);
  if (Buffer.byteLength(socketFile(folder)) <= socketPathLimit) return { host: folder, port: socketPort, close: () => undefined };
  if (process.platform !== "linux")
    throw new StartError(`DATA_DIR ${dataDir} is too long a path for a socket: choose a shorter one.`);
  // A path through our own handle of the folder is short however deep the folder lies.
  const handle = openSync(folder, "r");
  return { host: `/proc/self/fd/${handle}`, port: socketPort, close: () => closeSync(handle) };
}

/** The server's own settings for listening at that address. */
export function listenSettings(address: Address): Readonly<Record<string, string>> {
  if (usesTcp) return { listen_addresses: address.host, port: String(address.port), unix_socket_directories: "" };
  return { listen_addresses: "", port: String(socketPort), unix_socket_directories: ".", unix_socket_permissions: "0700" };
}

/** Whether somebody accepts connections there, without saying anything to them. */
export function accepts(address: Address): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = usesTcp ? connect(address.port, address.host) : connect(join(address.host, `.s.PGSQL.${address.port}`));
    socket.once("connect", () => resolve(true)).once("error", () => resolve(false));
    socket.once("connect", () => socket.destroy());
  });
}

/** A TCP port that is free now. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer().once("error", reject);
    probe.listen(0, "127.0.0.1", () => {
      const { port } = probe.address() as AddressInfo;
      probe.close(() => resolve(port));
    });
  });
}

/** Whether the cluster is reached by TCP and a password instead of a socket. */
export function needsPassword(): boolean {
  return usesTcp;
}

/** Makes the password of a new cluster and returns the file that keeps it. */
export function makePassword(dataDir: string): string {
  const file = passwordFile(dataDir);
  writeFileSync(file, randomBytes(24).toString("base64url"), { mode: 0o600 });
  return file;
}

function passwordFile(dataDir: string): string {
  return join(dataDir, "postgres.password");
}

function storedPassword(dataDir: string): string {
  return readFileSync(passwordFile(dataDir), "utf8").trim();
}

/** PostgreSQL writes its port on the fourth line of its process file. */
function portInUse(dataDir: string): number {
  if (!usesTcp) return socketPort;
  try {
    return Number(readFileSync(join(clusterFolderOf(dataDir), "postmaster.pid"), "utf8").split("\n")[3]);
  } catch {
    return 0;
  }
}
