import { downloadBackup, downloadDatabase, listBackups, makeBackup } from "#contract/backups.ts";
import type { Deps } from "#server/deps.ts";
import { serve, type App } from "#server/http/serve.ts";

import { takeDatabase, takeFile } from "./commands.ts";
import { backupList, backupOf } from "./queries.ts";

/** The calls about backups: those there are, another one now, and the two ways to take the books along. */
export function backupRoutes(app: App, deps: Deps): void {
  const { db, backups } = deps;
  serve(app, listBackups, () => backupList(db, backups.folder));
  serve(app, makeBackup, async (call) => backupOf(db, backups.folder, await backups.make("person", call.actor)));
  serve(app, downloadBackup, (call) => takeFile(deps, call.params.id, call.actor));
  serve(app, downloadDatabase, (call) => takeDatabase(deps, call.actor, call.gone()));
}
