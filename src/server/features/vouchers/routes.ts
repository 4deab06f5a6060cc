import { hawalaVoucher, printHawala, printTransaction, transactionVoucher } from "#contract/vouchers.ts";
import type { Deps } from "#server/deps.ts";
import { serve, type App } from "#server/http/serve.ts";

import { countPrint, stateOf } from "./prints.ts";

/** The calls about what is printed for customers. */
export function voucherRoutes(app: App, { db }: Deps): void {
  serve(app, transactionVoucher, (call) => stateOf(db, { type: "transaction", id: call.params.id }));
  serve(app, hawalaVoucher, (call) => stateOf(db, { type: "hawala", id: call.params.id }));
  serve(app, printTransaction, (call) =>
    countPrint(db, { type: "transaction", id: call.params.id, ifMatch: call.ifMatch }, call.actor),
  );
  serve(app, printHawala, (call) => countPrint(db, { type: "hawala", id: call.params.id, ifMatch: call.ifMatch }, call.actor));
}
