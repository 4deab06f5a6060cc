import { getOffice } from "#contract/office.ts";
import {
  createAccountNumberSetting,
  deleteAccountNumberSetting,
  getBusinessSettings,
  listAccountNumberSettings,
  updateAccountNumberSetting,
  updateBusinessSettings,
} from "#contract/settings.ts";
import type { Deps } from "#server/deps.ts";
import { serve, type App } from "#server/http/serve.ts";

import { addNumberSetting, changeBusinessSettings, changeNumberSetting, removeNumberSetting } from "./commands.ts";
import { businessSettings, numberSettings, office } from "./queries.ts";

/** The calls about how the office works, from which number its accounts are numbered, and what everybody may know of that. */
export function settingsRoutes(app: App, { db, clock }: Deps): void {
  serve(app, listAccountNumberSettings, () => numberSettings(db));
  serve(app, createAccountNumberSetting, (call) => addNumberSetting(db, call.body, call.actor));
  serve(app, updateAccountNumberSetting, (call) =>
    changeNumberSetting(db, { id: call.params.id, ifMatch: call.ifMatch, ...call.body }, call.actor),
  );
  serve(app, deleteAccountNumberSetting, (call) =>
    removeNumberSetting(db, { id: call.params.id, ifMatch: call.ifMatch }, call.actor),
  );
  serve(app, getBusinessSettings, () => businessSettings(db));
  serve(app, updateBusinessSettings, (call) => changeBusinessSettings(db, { ifMatch: call.ifMatch, ...call.body }, call.actor));
  serve(app, getOffice, () => office(db, clock));
}
