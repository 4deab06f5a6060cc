import { pino, type DestinationStream, type Logger } from "pino";

const secrets = [
  ".password",
  ".currentPassword",
  ".newPassword",
  ".passwordHash",
  ".cookie",
  '["set-cookie"]',
  ".authorization",
  ".token",
  ".secret",
  ".metricsToken",
  ".databaseUrl",
  ".databaseDirectUrl",
  ".databaseReplicaUrl",
  ".tazkiraNumber",
];
/** Wherever a secret stands: by itself, in an object, or in one within that. */
const places = ["", "*", "*.*"];

/** The server's log: one JSON object a line, so that no line end of a text can begin a line of its own. */
export function createLog(level: string, destination?: DestinationStream): Logger {
  const redact = places.flatMap((place) => secrets.map((name) => (place === "" ? name.replace(/^\./, "") : place + name)));
  const options = { level, base: null, redact, serializers: { err: loggedError } };
  return destination === undefined ? pino(options) : pino(options, destination);
}

/** What the log may know of an error: never the values that PostgreSQL puts into its detail. */
function loggedError(error: unknown): Readonly<Record<string, unknown>> {
  if (!(error instanceof Error)) return { thrown: String(error) };
  const { name, message, stack } = error;
  const code = (error as { code?: unknown }).code;
  return { name, message, stack, code, ...(error.cause === undefined ? {} : { cause: loggedError(error.cause) }) };
}
