/** One thing the battery proves: the tests that show it at full scale, negative controls among them. */
export interface Target {
  /** As in `npm run prove -- NAME`. */
  readonly name: string;
  /** What is held, with its number. */
  readonly claim: string;
  /** The test file, from the root of the project. */
  readonly file: string;
  /** Which of its tests, as vitest's `-t` takes it; undefined: all of them. */
  readonly tests?: string;
}

/** In the order in which they are run. */
export const targets: readonly Target[] = [
  // Crashes: server, database, both, and the wire between them.
  {
    name: "kill-server",
    claim: "kill -9 of the server 100 times under 32 clients: 0 acknowledged lost or doubled",
    file: "test/crash/ledger-under-load.test.ts",
    tests: "kill -9 of the server",
  },
  {
    name: "kill-postgres",
    claim: "kill -9 of PostgreSQL 50 times under 32 clients: 0 acknowledged lost or doubled, nothing worse than 503",
    file: "test/crash/ledger-under-load.test.ts",
    tests: "kill -9 of PostgreSQL",
  },
  {
    name: "kill-both",
    claim: "kill -9 of server and PostgreSQL together 50 times under 32 clients: 0 acknowledged lost or doubled",
    file: "test/crash/ledger-under-load.test.ts",
    tests: "kill -9 of both",
  },
  {
    name: "cut-commit",
    claim: "2,000 connections cut before, within and after COMMIT: 0 acknowledged lost or doubled",
    file: "test/crash/cut-connections.test.ts",
  },
  {
    name: "retry-storm",
    claim: "50,000 mixed operations of 64 clients who send again and again: 0 5xx, 0 deadlocks, nothing twice",
    file: "test/crash/retry-storm.test.ts",
  },
  // The ledger.
  {
    name: "same-key",
    claim: "200 keys × 100 concurrent posts: exactly 200 transactions",
    file: "src/ledger/post.test.ts",
    tests: "requests with one key",
  },
  {
    name: "races",
    claim: "11 pairs of racing actions × 50 rounds × 32 desks: one winner each",
    file: "test/property/races.test.ts",
  },
  {
    name: "serials",
    claim: "5,000 numbers of each series beside forced rollbacks and broken connections: no gap, no duplicate",
    file: "test/property/serials.test.ts",
  },
  {
    name: "ledger-model",
    claim: "20,000 random commands with crashes and retries: 0 divergences from the paper ledger",
    file: "test/property/ledger-model.test.ts",
  },
  {
    name: "hawala-model",
    claim: "20,000 random acts on hawalas: 0 divergences from the paper ledger",
    file: "test/property/hawala-model.test.ts",
  },
  // The HTTP surface.
  {
    name: "api-fuzz",
    claim: "25,000 requests made of the contract and broken: 0 × 5xx, 0 connections lost, books balance",
    file: "test/security/api-fuzz.test.ts",
  },
  {
    name: "authorization",
    claim: "every route × 8 principals: 100 % as declared",
    file: "test/security/authorization-matrix.test.ts",
  },
  {
    name: "cross-site",
    claim: "every write × 42 combinations of Sec-Fetch-Site and Origin: refused unless it is our own",
    file: "test/security/cross-site.test.ts",
  },
  {
    name: "sessions",
    claim: "5,000 guessed tokens refused; 200 changes of a role hold from the very next request",
    file: "test/security/sessions.test.ts",
  },
  {
    name: "slow-clients",
    claim: "400 slow clients of four kinds and streams that nobody reads: cut, others served",
    file: "test/security/slow-clients.test.ts",
  },
  {
    name: "log-secrets",
    claim: "no password, session, token, second factor or identity number in any log",
    file: "test/security/log-secrets.test.ts",
  },
  {
    name: "memory",
    claim: "20 minutes of mixed load: at most 350 MiB, no growth in the second half",
    file: "test/crash/memory.test.ts",
  },
  // Files and backups.
  {
    name: "uploads",
    claim: "over 60 hostile files and 2,000 damaged ones: 0 deaths, a clean answer each",
    file: "test/security/uploads.test.ts",
  },
  {
    name: "exports",
    claim: "every export as .xlsx and .csv: 0 cells that a spreadsheet would carry out",
    file: "test/security/exports.test.ts",
  },
  {
    name: "backup-rounds",
    claim: "10 backups under load, each restored and equal to the books of its moment",
    file: "test/crash/backup-under-load.test.ts",
  },
  {
    name: "backup-damage",
    claim: "every truncation and every alteration of a backup refused",
    file: "src/server/backup/round-trip.test.ts",
    tests: "a damaged file",
  },
  {
    name: "disk-full",
    claim: "the disk filled five times: 503 and nothing worse, 0 lost or doubled, writing again when there is room",
    file: "test/crash/disk-full.test.ts",
  },
  {
    name: "time-zones",
    claim: "four zones of office, server and client: 0 differences",
    file: "test/security/time-zones.test.ts",
  },
  {
    name: "tampering",
    claim: "1,000 cells of the books changed by a superuser: 1,000 found by verify",
    file: "test/security/tampering.test.ts",
  },
  {
    name: "append-only",
    claim: "every statement that would change what was recorded: refused to the application's role",
    file: "src/ledger/append-only.test.ts",
  },
];
