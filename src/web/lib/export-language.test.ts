import { afterEach, expect, test, vi } from "vitest";

import { exportAccounts } from "#contract/accounts.ts";
import { downloadBackup } from "#contract/backups.ts";
import { exportReconciliation } from "#contract/partner-reconciliations.ts";
import { i18n } from "#web/i18n/setup.ts";
import { uploading } from "#web/testing/uploads.ts";

import { callFile, callUploadForFile } from "./api.ts";

afterEach(() => i18n.changeLanguage("en"));

/** The addresses that are asked for from now on. */
function addresses(): readonly string[] {
  const asked: string[] = [];
  vi.stubGlobal("fetch", (address: string) => {
    asked.push(address);
    return Promise.resolve(new Response("1,2"));
  });
  return asked;
}

test("a list is exported in the language of the screen, and any other file is asked for in none", async () => {
  const asked = addresses();
  await i18n.changeLanguage("fa-AF");
  await callFile(exportAccounts, { query: { q: "zahra", format: "csv" } });
  await callFile(downloadBackup, { params: { id: 7 } });
  expect(asked).toEqual(["/api/accounts/export?q=zahra&format=csv&language=fa-AF", "/api/backups/7/file"]);
});

test("so is what a partner's sheet is laid beside", async () => {
  const sent = uploading([{ body: {} }]);
  await i18n.changeLanguage("fa-AF");
  const file = { name: "his.xlsx", content: new Blob(["PK"]) };
  await callUploadForFile(exportReconciliation, { file, fields: { senderCode: "2001" }, query: { format: "xlsx" } });
  expect(sent[0]?.address).toBe("/api/reports/partner-settlement/reconcile/export?format=xlsx&language=fa-AF");
});

test.each(["en", "ur"])("in %s the file is the usual one", async (language) => {
  const asked = addresses();
  await i18n.changeLanguage(language);
  await callFile(exportAccounts, { query: { format: "csv" } });
  expect(asked).toEqual(["/api/accounts/export?format=csv"]);
});
