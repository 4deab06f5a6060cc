import { expect } from "vitest";

import { openAccount } from "./support/accounts.ts";
import { axe } from "./support/axe.ts";
import { signIn, test } from "./support/fixtures.ts";
import { screenshot } from "./support/screenshot.ts";

test("View Account tells who changed what, with what was there before and after, page by page", async ({ page, office }) => {
  const { id } = await openAccount(office, { accountName: "Habib", phone: "0700 1" });
  const operator = await office.signIn(await office.addUser("operator", "zarghuna"));
  const path = `/api/accounts/${String(id)}`;
  for (let change = 1; change <= 10; change += 1) await operator.send("PATCH", path, { phone: `0700 1${String(change)}` });
  await operator.send("PATCH", path, { accountStatus: "suspended", fatherName: "Karim" });
  await signIn(page, office, await office.addUser("user", "reader"), `/accounts/view/${String(id)}`);
  const history = page.getByRole("region", { name: "History" });
  await history.getByText("Account Status: Active → Suspended").waitFor();
  await history.getByText("Father Name: (empty) → Karim").waitFor();
  await history.getByText("Phone: 0700 19 → 0700 110").waitFor();
  expect(await history.getByText("Changed by zarghuna").count()).toBe(10);
  await axe(page);
  await screenshot(page, "account-history");
  await history.getByRole("button", { name: "Show earlier changes" }).click();
  await history.getByText(`Opened by ${office.admin.username}`).waitFor();
  await history.getByText("Phone: 0700 1", { exact: true }).waitFor();
  expect(await history.getByRole("button", { name: "Show earlier changes" }).count()).toBe(0);
});

test("leads from an account to its transactions", async ({ page, office }) => {
  const { id } = await openAccount(office, { accountName: "Habiba" });
  await signIn(page, office, office.admin, `/accounts/view/${String(id)}`);
  await page.getByRole("link", { name: "Transactions of this account" }).click();
  await page.getByRole("heading", { level: 1, name: "Search Transactions" }).waitFor();
  expect(new URL(page.url()).searchParams.get("accountId")).toBe(String(id));
});
