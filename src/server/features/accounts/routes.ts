import {
  accountBalances,
  accountHistory,
  accountPicture,
  accountSignature,
  createAccount,
  exportAccounts,
  getAccount,
  listAccounts,
  updateAccount,
} from "#contract/accounts.ts";
import type { Deps } from "#server/deps.ts";
import { page } from "#server/http/answer.ts";
import { serve, type App } from "#server/http/serve.ts";

import { changeAccount, openAccount } from "./commands.ts";
import { accountExport } from "./export.ts";
import { historyOfAccount } from "./history.ts";
import { accountById, balancesOfAccount, imageAnswer } from "./queries.ts";
import { accountPage } from "./search.ts";

/** The calls about accounts: the list, one with its pictures, balances and versions, and its opening and change. */
export function accountRoutes(app: App, { db, whileHeard }: Deps): void {
  serve(app, listAccounts, async (call) => page(await accountPage(whileHeard(call.gone()), call.query)));
  serve(app, exportAccounts, (call) => accountExport(db, call.query, call.actor));
  serve(app, getAccount, (call) => accountById(db, call.params.id));
  serve(app, createAccount, (call) => openAccount(db, call.body, call));
  serve(app, updateAccount, (call) => changeAccount(db, { id: call.params.id, ifMatch: call.ifMatch, ...call.body }, call.actor));
  serve(app, accountPicture, (call) => imageAnswer(db, call.params.id, "picture"));
  serve(app, accountSignature, (call) => imageAnswer(db, call.params.id, "signature"));
  serve(app, accountBalances, (call) => balancesOfAccount(db, call.params.id));
  serve(app, accountHistory, async (call) => page(await historyOfAccount(db, { id: call.params.id, ...call.query })));
}
