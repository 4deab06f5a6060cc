import { importHawalaSheet, listImportBatches, previewHawalaSheet, undoImportBatch } from "#contract/import-batches.ts";
import type { Deps } from "#server/deps.ts";
import { page } from "#server/http/answer.ts";
import { serve, type App } from "#server/http/serve.ts";

import { listBatches, undoBatch } from "./batches.ts";
import { importSheet } from "./import.ts";
import { previewSheet } from "./preview.ts";

/** The calls about partners' sheets. */
export function importRoutes(app: App, { db }: Deps): void {
  serve(app, previewHawalaSheet, ({ upload: { file, fields }, actor, gone }) =>
    previewSheet(db, { file, senderCode: fields.senderCode, who: actor.userId, gone: gone() }),
  );
  serve(app, importHawalaSheet, (call) => {
    const { file, fields } = call.upload;
    const { senderCode, transactionDate, secondCopies = true } = fields;
    const skipInvalid = fields.skipInvalid || call.query.skipInvalid;
    return importSheet(db, { file, senderCode, transactionDate, skipInvalid, secondCopies, gone: call.gone() }, call);
  });
  serve(app, listImportBatches, async ({ query }) => page(await listBatches(db, query)));
  serve(app, undoImportBatch, (call) => undoBatch(db, { id: call.params.id, correctedCount: call.body?.correctedCount }, call));
}
