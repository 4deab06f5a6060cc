import { importHawalaSheet, listImportBatches, previewHawalaSheet, undoImportBatch } from "#contract/import-batches.ts";
import type { Deps } from "#server/deps.ts";
import { page } from "#server/http/answer.ts";
import { serve, type App } from "#server/http/serve.ts";

import { listBatches, undoBatch } from "./batches.ts";
import { importSheet } from "./import.ts";
import { previewSheet } from "./preview.ts";

/** The calls about partners' sheets. */
export function importRoutes(app: App, { db }: Deps): void {
  serve(app, previewHawalaSheet, ({ upload: { file, fields }, actor }) =>
    previewSheet(db, { file, senderCode: fields.senderCode }, actor.userId),
  );
  serve(app, importHawalaSheet, (call) => {
    const { file, fields } = call.upload;
    const { senderCode, transactionDate } = fields;
    return importSheet(
      db,
      { file, senderCode, transactionDate, skipInvalid: fields.skipInvalid || call.query.skipInvalid },
      call,
    );
  });
  serve(app, listImportBatches, async ({ query }) => page(await listBatches(db, query)));
  serve(app, undoImportBatch, (call) => undoBatch(db, call.params.id, call));
}
