import { join, resolve, sep } from "node:path";

import { z } from "zod";

import { clusterFolderOf } from "#db/embedded-address.ts";
import { StartError } from "#db/start-error.ts";

import { isStrangeText } from "./http/strange-text.ts";

/** What the environment decides, read once at the start. */
export interface Config {
  readonly port: number;
  readonly host: string;
  /** Absolute: the embedded database, the key of the audit log and, unless told otherwise, the backups. */
  readonly dataDir: string;
  /** Absolute: where backups are kept. */
  readonly backupDir: string;
  /** An external PostgreSQL instead of the embedded one. */
  readonly databaseUrl: string | undefined;
  /** The same database past the pooler that databaseUrl leads through. */
  readonly databaseDirectUrl: string | undefined;
  /** A physical replica of the database, for reports. */
  readonly databaseReplicaUrl: string | undefined;
  readonly adminUsername: string;
  /** Undefined: the first start makes a random one. */
  readonly adminPassword: string | undefined;
  /** The origin that browsers use, as in `https://books.example.af`. */
  readonly publicUrl: string;
  /** Requests per user and minute; 0 is no limit. */
  readonly rateLimitPerMinute: number;
  readonly logLevel: (typeof logLevels)[number];
  /** Opens the metrics to a program; undefined: they are for admins alone. */
  readonly metricsToken: string | undefined;
}

const logLevels = ["fatal", "error", "warn", "info", "debug", "trace", "silent"] as const;

const wholeNumber = (least: number, most: number, fallback: number): z.ZodType<number> =>
  z
    .string()
    .regex(/^\d{1,9}$/)
    .transform(Number)
    .pipe(z.number().min(least).max(most))
    .default(fallback);

/** Each variable's rule, and how the sentence about a wrong one ends. Values are not repeated: some are secrets. */
const variables = {
  PORT: [wholeNumber(0, 65_535, 3000), "must be a whole number from 0 to 65535"],
  HOST: [
    z
      .string()
      .regex(/^[\w.:%-]+$/)
      .default("127.0.0.1"),
    "must be a host name or an IP address",
  ],
  DATA_DIR: [z.string().refine(isPath).default("./data"), "must be the path of a folder, without quotes or blanks around it"],
  BACKUP_DIR: [z.string().refine(isPath).optional(), "must be the path of a folder, without quotes or blanks around it"],
  DATABASE_URL: [z.string().refine(isPostgresUrl).optional(), "must look like postgres://user:password@host:5432/database"],
  DATABASE_DIRECT_URL: [
    z.string().refine(isPostgresUrl).optional(),
    "must look like postgres://user:password@host:5432/database",
  ],
  DATABASE_REPLICA_URL: [
    z.string().refine(isPostgresUrl).optional(),
    "must look like postgres://user:password@host:5432/database",
  ],
  // Nobody could sign in with what the sign-in refuses of anybody.
  ADMIN_USERNAME: [
    z.string().trim().min(1).max(100).refine(isPlainText).default("admin"),
    "must have 1 to 100 characters and no control characters",
  ],
  ADMIN_PASSWORD: [
    z.string().min(8).max(255).refine(isPlainText).optional(),
    "must have 8 to 255 characters and no control characters",
  ],
  PUBLIC_URL: [
    z.string().refine(isOrigin).optional(),
    "must be an http or https address without a path, such as https://books.example.af",
  ],
  RATE_LIMIT_PER_MINUTE: [wholeNumber(0, 1_000_000, 6000), "must be a whole number from 0 to 1000000"],
  LOG_LEVEL: [z.enum(logLevels).default("info"), `must be one of ${logLevels.join(", ")}`],
  METRICS_TOKEN: [
    z
      .string()
      .regex(/^[\x21-\x7e]{24,255}$/)
      .optional(),
    "must have 24 to 255 characters without blanks",
  ],
} as const;

/** Reads the variables; an empty one counts as unset. Refuses a wrong one with a StartError that names it. */
export function readConfig(environment: Readonly<Record<string, string | undefined>>): Config {
  const read = <Name extends keyof typeof variables>(name: Name): z.output<(typeof variables)[Name][0]> => {
    const [schema, rule] = variables[name];
    const parsed = schema.safeParse(environment[name] === "" ? undefined : environment[name]);
    if (!parsed.success) throw new StartError(`${name} ${rule}.`);
    return parsed.data as z.output<(typeof variables)[Name][0]>;
  };
  const port = read("PORT");
  const dataDir = resolve(read("DATA_DIR"));
  for (const name of ["DATABASE_DIRECT_URL", "DATABASE_REPLICA_URL"] as const) {
    if (read(name) !== undefined && read("DATABASE_URL") === undefined)
      throw new StartError(`${name} needs a DATABASE_URL beside it.`);
  }
  const backupDir = resolve(read("BACKUP_DIR") ?? join(dataDir, "backups"));
  if (read("DATABASE_URL") === undefined && isWithin(backupDir, clusterFolderOf(dataDir)))
    throw new StartError("BACKUP_DIR must be outside of DATA_DIR/postgres, where PostgreSQL keeps the database.");
  return Object.freeze({
    port,
    host: read("HOST"),
    dataDir,
    backupDir,
    databaseUrl: read("DATABASE_URL"),
    databaseDirectUrl: read("DATABASE_DIRECT_URL"),
    databaseReplicaUrl: read("DATABASE_REPLICA_URL"),
    adminUsername: read("ADMIN_USERNAME"),
    adminPassword: read("ADMIN_PASSWORD"),
    publicUrl: new URL(read("PUBLIC_URL") ?? `http://localhost:${port}`).origin,
    rateLimitPerMinute: read("RATE_LIMIT_PER_MINUTE"),
    logLevel: read("LOG_LEVEL"),
    metricsToken: read("METRICS_TOKEN"),
  });
}

/** What a container's file of variables leaves around a value would be part of the path: a new, empty office somewhere else. */
function isPath(text: string): boolean {
  return !text.includes("\0") && !/^[\s"']|[\s"']$/.test(text);
}

function isWithin(path: string, folder: string): boolean {
  return `${path}${sep}`.startsWith(`${folder}${sep}`);
}

/** Of one line, without tabs: a name or a password is typed into a field that takes neither. */
function isPlainText(text: string): boolean {
  return !isStrangeText(text) && !/[\t\n\r]/.test(text);
}

function isOrigin(text: string): boolean {
  const url = URL.parse(text);
  return (
    url !== null &&
    ["http:", "https:"].includes(url.protocol) &&
    url.pathname === "/" &&
    url.search + url.hash + url.username === ""
  );
}

function isPostgresUrl(text: string): boolean {
  const url = URL.parse(text);
  return url !== null && ["postgres:", "postgresql:"].includes(url.protocol) && url.pathname.length > 1;
}
