import { z } from "zod";

import { idParams } from "./money.ts";
import { route } from "./route.ts";
import { instantReply } from "./text.ts";

const tag = "backups";

/** The last good backup must not be older than this; then the dashboard and the page warn. */
export const overdueAfterHours = 36;

/** What somebody who is no admin is told. */
const adminsAlone = "Only admin users can perform database backups.";

/**
 * What is known of a backup: it is being written; written, and being restored into a scratch database and verified; good; written
 * whole, but not provable here (`reason` says what is missing); failed, for the `reason`. Only `good` counts.
 */
const backupVerdicts = ["making", "checking", "good", "unchecked", "failed"] as const;
export type BackupVerdict = (typeof backupVerdicts)[number];

export const backup = z.object({
  id: z.int(),
  /** By the schedule, or because a person wanted one. */
  origin: z.enum(["schedule", "person"]),
  verdict: z.enum(backupVerdicts),
  /** Why it failed or could not be checked, in a sentence. */
  reason: z.string().nullable(),
  /** While it is being made and checked: how far, from 0 to 100. */
  progress: z.int().nullable(),
  /** Null as long as there is no whole file. */
  fileName: z.string().nullable(),
  size: z.int().nullable(),
  /** Of the whole file, as `sha256sum` prints it. */
  sha256: z.string().nullable(),
  /** How many it holds. */
  transactions: z.int().nullable(),
  hawalas: z.int().nullable(),
  /** Whether its file lies in the folder and can be downloaded. */
  hasFile: z.boolean(),
  startedAt: instantReply,
  finishedAt: instantReply.nullable(),
  /** The username; null for the schedule's. */
  startedBy: z.string().nullable(),
});
export type Backup = z.infer<typeof backup>;

/** How the office stands with its backups, in a few words. */
export const backupState = z.object({
  /** The youngest good one. */
  lastGood: z.object({ id: z.int(), finishedAt: instantReply, ageHours: z.int() }).nullable(),
  /** No good one within the last 36 hours. */
  isOverdue: z.boolean(),
  /** One is being made or checked now. */
  isRunning: z.boolean(),
  /** When the schedule begins the next one, be it another try of one that failed. */
  nextAt: instantReply,
});
export type BackupState = z.infer<typeof backupState>;

export const listBackups = route({
  method: "GET",
  path: "/api/backups",
  tag,
  summary: "The backups, the latest first, and whether the last good one is young enough",
  access: "admin",
  forbidden: adminsAlone,
  reply: backupState.extend({
    /** Where they lie on the server. */
    folder: z.string(),
    backups: z.array(backup),
  }),
});
export type BackupList = z.infer<typeof listBackups.reply>;

export const makeBackup = route({
  method: "POST",
  path: "/api/backups",
  tag,
  summary: "Make a backup now and check it; while one is under way that one is answered",
  access: "admin",
  forbidden: adminsAlone,
  reply: backup,
  status: 201,
});

export const downloadBackup = route({
  method: "GET",
  path: "/api/backups/:id/file",
  tag,
  summary: "The file of a backup",
  access: "admin",
  forbidden: adminsAlone,
  params: idParams,
  binary: "download",
  media: ["application/sql"],
  reply: z.unknown(),
});

export const downloadDatabase = route({
  method: "GET",
  path: "/api/admin/backup-database",
  tag,
  summary: "The database as it is now, as one file of plain SQL",
  access: "admin",
  forbidden: adminsAlone,
  binary: "download",
  media: ["application/sql"],
  reply: z.unknown(),
});
