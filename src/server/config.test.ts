import { resolve } from "node:path";

import { expect, test } from "vitest";

import { StartError } from "#db/start-error.ts";

import { readConfig } from "./config.ts";

test("without any variable the defaults hold", () => {
  expect(readConfig({})).toEqual({
    port: 3000,
    host: "127.0.0.1",
    dataDir: resolve("data"),
    backupDir: resolve("data/backups"),
    databaseUrl: undefined,
    adminUsername: "admin",
    adminPassword: undefined,
    publicUrl: "http://localhost:3000",
    rateLimitPerMinute: 6000,
    logLevel: "info",
    metricsToken: undefined,
  });
});

test("every variable is read", () => {
  const environment = {
    PORT: "0",
    HOST: "::1",
    DATA_DIR: "/srv/office",
    BACKUP_DIR: "/mnt/backups",
    DATABASE_URL: "postgresql://office:secret@db.example.af:6432/office?sslmode=require",
    DATABASE_DIRECT_URL: "postgresql://owner:secret@db.example.af:5432/office",
    DATABASE_REPLICA_URL: "postgresql://owner:secret@db.example.af:5433/office",
    ADMIN_USERNAME: " Farid ",
    ADMIN_PASSWORD: " eight chars ",
    PUBLIC_URL: "https://books.example.af/",
    RATE_LIMIT_PER_MINUTE: "0",
    LOG_LEVEL: "debug",
    METRICS_TOKEN: "a-token-of-this-office-alone",
  };
  expect(readConfig(environment)).toEqual({
    port: 0,
    host: "::1",
    dataDir: resolve("/srv/office"),
    backupDir: resolve("/mnt/backups"),
    databaseUrl: environment.DATABASE_URL,
    databaseDirectUrl: environment.DATABASE_DIRECT_URL,
    databaseReplicaUrl: environment.DATABASE_REPLICA_URL,
    adminUsername: "Farid",
    adminPassword: " eight chars ",
    publicUrl: "https://books.example.af",
    rateLimitPerMinute: 0,
    logLevel: "debug",
    metricsToken: "a-token-of-this-office-alone",
  });
});

test("quotes and blanks within a path are its own, and a folder beside the cluster is none of it", () => {
  const paths = { dataDir: resolve("/srv/the owner's office"), backupDir: resolve("/srv/the owner's office/postgres-backups") };
  expect(readConfig({ DATA_DIR: paths.dataDir, BACKUP_DIR: paths.backupDir })).toMatchObject(paths);
  const databaseUrl = "postgres://owner:secret@h/office";
  expect(readConfig({ DATABASE_URL: databaseUrl, BACKUP_DIR: "data/postgres" })).toMatchObject({ databaseUrl });
});

test("an empty variable counts as unset, and the public address follows the port", () => {
  expect(readConfig({ PORT: "8080", PUBLIC_URL: "", DATABASE_URL: "" })).toMatchObject({
    publicUrl: "http://localhost:8080",
    databaseUrl: undefined,
  });
});

test.each(["DATABASE_DIRECT_URL", "DATABASE_REPLICA_URL"])("%s is of no use without DATABASE_URL", (name) => {
  expect(() => readConfig({ [name]: "postgres://owner:secret@h/office" })).toThrow(`${name} needs a DATABASE_URL beside it.`);
});

test("nobody can change the configuration later", () => {
  expect(Object.isFrozen(readConfig({}))).toBe(true);
});

test.each([
  ["PORT", ["65536", "-1", "3000.5", "0x10", " 3000", "abc", "1e3"]],
  ["HOST", ["two words", "a/b"]],
  ["DATA_DIR", ["'/srv/office'", '"/srv/office"', "'/srv/office", "/srv/office ", " /srv/office", "/srv/office\n", "/srv\0"]],
  ["BACKUP_DIR", ['"/mnt/backups"', "/mnt/backups ", "\t/mnt/backups", "data/postgres", "data/postgres/base"]],
  ["DATABASE_URL", ["mysql://h/db", "postgres://h", "office", "postgres://u:p@/db"]],
  ["DATABASE_DIRECT_URL", ["mysql://u:p@h/d", "postgres://h"]],
  ["DATABASE_REPLICA_URL", ["mysql://u:p@h/d", "postgres://h"]],
  ["ADMIN_USERNAME", [" ", "a".repeat(101), "adm\u001bin", "ad\tmin", "\u202eadmin"]],
  ["ADMIN_PASSWORD", ["1234567", "a".repeat(256), "eight\u0007chars", "eight chars\u007f"]],
  [
    "PUBLIC_URL",
    [
      "money.example.org",
      "ftp://money.example.org",
      "https://money.example.org/office",
      "https://user@money.example.org",
      "https://money.example.org/?a",
    ],
  ],
  ["RATE_LIMIT_PER_MINUTE", ["-1", "many", "1000001"]],
  ["LOG_LEVEL", ["loud", "INFO"]],
  ["METRICS_TOKEN", ["twenty-three-characters", "with blanks in between the words", "t".repeat(256), "ز".repeat(24)]],
] as const)("a wrong %s is refused with a sentence that names it and keeps its value to itself", (name, values) => {
  for (const value of values) {
    const read = (): unknown => readConfig({ [name]: value });
    expect(read).toThrow(StartError);
    expect(read).toThrow(new RegExp(`^${name} must [^\\n]+\\.$`));
    expect(read).not.toThrow(value.length > 2 ? value : "\0");
  }
});
