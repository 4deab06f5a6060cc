import { createServer, connect, type AddressInfo, type Socket } from "node:net";

/** A line to a server that can be cut, as a pulled cable does it: everything under way ends, nothing new begins. */
export interface Line {
  /** The server's address, by way of this line. */
  readonly url: string;
  cut(): void;
  mend(): void;
  close(): Promise<void>;
}

export async function openLine(to: string): Promise<Line> {
  const { hostname, port } = new URL(to);
  const sockets = new Set<Socket>();
  let isCut = false;
  const end = (): void => {
    for (const socket of sockets) socket.destroy();
    sockets.clear();
  };
  const server = createServer((near) => {
    if (isCut) {
      near.destroy();
      return;
    }
    const far = connect(Number(port), hostname);
    for (const [socket, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(socket);
      socket.on("error", () => other.destroy());
      socket.on("close", () => {
        sockets.delete(socket);
        other.destroy();
      });
      socket.pipe(other);
    }
  });
  await new Promise<void>((resolve) => {
    server.listen(0, "localhost", resolve);
  });
  return {
    url: `http://localhost:${String((server.address() as AddressInfo).port)}`,
    cut: () => {
      isCut = true;
      end();
    },
    mend: () => void (isCut = false),
    close: () => {
      end();
      return new Promise((resolve) => {
        server.close(() => resolve());
      });
    },
  };
}
