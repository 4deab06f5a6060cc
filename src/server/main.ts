/**
 * The process of the product: `node src/server/main.ts`. What it needs is imported only after the version of Node is
 * known to be able to run it.
 */
import { onceShellIsGone } from "./shell-gone.ts";

/** The first with `Temporal`, by which the time of the backup is told. */
const oldestNode = 26;
const startWithinMs = 8000;
const oneStopWithinMs = 500;

const nodeVersion = Number.parseInt(process.versions.node, 10);
if (nodeVersion < oldestNode) {
  refuse(
    `Sarraf needs Node ${oldestNode} or newer, this is Node ${process.versions.node}: start it with "npm start", which brings its own.`,
  );
} else {
  await run();
}

async function run(): Promise<void> {
  const { StartError } = await import("#db/start-error.ts");
  const { readConfig } = await import("./config.ts");
  try {
    const config = readConfig(process.env);
    // Imported once the variables are known to be right: a wrong one is told at once.
    const { startServer } = await import("./start.ts");
    const starting = startServer(config, (line) => console.error(line));
    endOnSignals(starting);
    const { url } = await starting;
    console.log(`Sarraf is ready at ${url}`);
  } catch (error) {
    const unforeseen = error instanceof StartError ? undefined : (error as Error);
    if (/^(debug|trace)$/.test(process.env["LOG_LEVEL"] ?? "")) console.error(unforeseen?.stack ?? "");
    refuse(unforeseen === undefined ? (error as Error).message : `Sarraf cannot start: ${unforeseen.message}`);
  }
}

/**
 * The first signal stops in good order, a later one hurries. One that comes right behind the first is the same signal, told twice: on
 * Ctrl+C the terminal tells npm and this process, and npm passes it on.
 */
function endOnSignals(starting: Promise<{ stop(hurried?: boolean): Promise<void> }>): void {
  let firstAt: number | undefined;
  const end = async (): Promise<void> => {
    const now = performance.now();
    firstAt ??= now;
    const isLater = now - firstAt > oneStopWithinMs;
    // A start that hangs in a long recovery is not waited for: the next one takes it up again.
    const limit = setTimeout(() => process.exit(0), startWithinMs);
    const server = await starting.catch(() => undefined);
    clearTimeout(limit);
    await server?.stop(isLater);
  };
  const endThenExit = (): void =>
    void end().then(
      () => process.exit(),
      (error: unknown) => refuse(`Sarraf could not stop in good order: ${String(error)}`),
    );
  for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"] as const) process.on(signal, endThenExit);
  onceShellIsGone("start", () => {
    // A Ctrl+C ends the shell, too: it was told us already.
    if (firstAt === undefined) endThenExit();
  });
}

function refuse(sentence: string): never {
  console.error(sentence);
  process.exit(1);
}
