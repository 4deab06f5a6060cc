import {
  exportHawalas,
  hawalaHistory,
  hawalaTotals,
  hawalaTotalUsd,
  listBranchAccounts,
  listHawalas,
  listPassedHawalas,
  listSenderCodes,
  recentHawalas,
} from "#contract/hawala-lists.ts";
import { getHawalaSettings, resetHawalaSettings, updateHawalaSettings } from "#contract/hawala-settings.ts";
import {
  cancelHawala,
  completeHawala,
  createHawala,
  getHawala,
  hawalaPhoto,
  hawalaReceived,
  hawalaToPending,
  passHawala,
  updateHawala,
} from "#contract/hawalas.ts";
import type { Deps } from "#server/deps.ts";
import { totalUsd } from "#server/hawala/usd-total.ts";
import { page } from "#server/http/answer.ts";
import { serve, type App } from "#server/http/serve.ts";

import { correctHawala, enterHawala } from "./entry.ts";
import { exportedHawalas } from "./export.ts";
import { historyOfHawala } from "./history.ts";
import { findPassedHawalas } from "./passed.ts";
import { payHawala } from "./payout.ts";
import { branchAccounts, findHawalas, newestHawalas, photoAnswer, senderCodes, shownHawala } from "./queries.ts";
import { changeSeries, hawalaSettings, resetSeries } from "./settings.ts";
import { moveHawala, type Asked } from "./standing.ts";
import { totalsOf } from "./totals.ts";

/** The calls about hawalas. */
export function hawalaRoutes(app: App, deps: Deps): void {
  writingRoutes(app, deps);
  const { db, whileHeard } = deps;
  serve(app, listHawalas, async (call) => page(await findHawalas(whileHeard(call.gone()), call.query)));
  serve(app, exportHawalas, (call) => exportedHawalas(db, call.query, call.actor));
  serve(app, hawalaTotals, (call) => totalsOf(whileHeard(call.gone()), call.query));
  serve(app, hawalaTotalUsd, (call) => totalUsd(whileHeard(call.gone()), call.query));
  serve(app, listPassedHawalas, async (call) => page(await findPassedHawalas(whileHeard(call.gone()), call.query)));
  serve(app, recentHawalas, () => newestHawalas(db));
  serve(app, listBranchAccounts, () => branchAccounts(db));
  serve(app, listSenderCodes, () => senderCodes(db));
  serve(app, getHawala, (call) => shownHawala(db, call.params.id));
  serve(app, hawalaPhoto, (call) => photoAnswer(db, call.params.id, call.query.transactionId));
  serve(app, hawalaHistory, (call) => historyOfHawala(db, call.params.id));
  serve(app, getHawalaSettings, () => hawalaSettings(db));
  serve(app, updateHawalaSettings, (call) => changeSeries(db, { series: call.body, ifMatch: call.ifMatch }, call.actor));
  serve(app, resetHawalaSettings, (call) => resetSeries(db, call.actor));
}

function writingRoutes(app: App, deps: Deps): void {
  serve(app, createHawala, (call) => enterHawala(deps, call.body, call));
  serve(app, updateHawala, (call) => correctHawala(deps, { id: call.params.id, body: call.body, ifMatch: call.ifMatch }, call));
  serve(app, passHawala, (call) => payHawala(deps, { id: call.params.id, payout: call.body ?? {}, ifMatch: call.ifMatch }, call));

  const moving = [
    [hawalaToPending, "pending"],
    [cancelHawala, "cancelled"],
    [hawalaReceived, "received"],
    [completeHawala, "completed"],
  ] as const satisfies readonly (readonly [unknown, Asked])[];
  for (const [route, asked] of moving) {
    serve(app, route, (call) => moveHawala(deps, { id: call.params.id, asked, ifMatch: call.ifMatch }, call));
  }
}
