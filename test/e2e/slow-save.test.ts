import type { Page } from "playwright-core";
import { expect } from "vitest";

import { focusedField, people, picker, recordedWith } from "./support/entries.ts";
import { amountField, fillEntry, narrativeField } from "./support/entry-pages.ts";
import { signIn, test } from "./support/fixtures.ts";
import { screenshot } from "./support/screenshot.ts";

const debit = { path: "/transactions/debit", sides: ["Account"] } as const;

/** Has the next entry of the page wait at the server's door until `answer` is called. */
async function slowSave(page: Page) {
  const { promise: gate, resolve: answer } = Promise.withResolvers<void>();
  await page.route(
    "**/api/transactions",
    async (route) => {
      await gate;
      await route.continue();
    },
    { times: 1 },
  );
  const sent = page.waitForRequest("**/api/transactions");
  await narrativeField(page).press("Control+Enter");
  await sent;
  return answer;
}

/** In Chromium, since what closes, what stays and what has the focus then are the browser's and the dialogs' affair. */
test("an entry on its way takes nothing that is typed, cut or composed, and the keys after it belong to the next one; a page left meanwhile says so, and is left once that is recorded", async ({
  page,
  office,
}) => {
  const cast = await people(office);
  await signIn(page, office, office.admin, debit.path);
  const narrative = await fillEntry(page, cast, { ...debit, amount: "12.50" });
  const answer = await slowSave(page);
  await page.keyboard.type("Another");
  await page.keyboard.press("Control+A");
  await page.keyboard.press("Control+X");
  await page.keyboard.insertText("Another");
  const session = await page.context().newCDPSession(page);
  await session.send("Input.imeSetComposition", { text: "کرایه", selectionStart: 5, selectionEnd: 5 });
  await session.send("Input.insertText", { text: "کرایه" });
  // A press elsewhere does not even take the focus.
  const { x, y } = (await amountField(page).boundingBox()) ?? { x: 0, y: 0 };
  await page.mouse.click(x + 20, y + 10);
  await page.keyboard.type("9");
  expect(await focusedField(page)).toBe("narrative");
  expect([await narrativeField(page).inputValue(), await amountField(page).inputValue()]).toEqual([narrative, "12.50"]);
  answer();
  await page.getByText("Debit transaction created successfully").waitFor();
  await expect.poll(() => focusedField(page)).toBe("account");
  await page.keyboard.type(cast.zahra.accountCode);
  expect(await picker(page, "Account").inputValue()).toBe(cast.zahra.accountCode);
  await page.keyboard.press("Escape");
  expect(await recordedWith(cast.desk, narrative)).toMatchObject([{ dAmount: "12.50" }]);

  const next = await fillEntry(page, cast, { ...debit, amount: "12.75" });
  const answerNext = await slowSave(page);
  await page.getByRole("button", { name: "Close", exact: true }).click();
  const question = page.getByRole("dialog", { name: "This is being saved" });
  await question.waitFor();
  await screenshot(page, "leave-while-saving");
  expect(new URL(page.url()).pathname).toBe(debit.path);
  answerNext();
  await page.waitForURL("**/dashboard");
  await question.waitFor({ state: "detached" });
  expect(await recordedWith(cast.desk, next)).toHaveLength(1);
});
