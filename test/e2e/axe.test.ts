import type { Page } from "playwright-core";
import { expect } from "vitest";

import { axe } from "./support/axe.ts";
import { signIn, test } from "./support/fixtures.ts";

/** Puts something at the end of a part of the page. */
const add = (page: Page, place: string, html: string) =>
  page.evaluate(`document.querySelector(${JSON.stringify(place)}).insertAdjacentHTML("beforeend", ${JSON.stringify(html)})`);

const isFound = (page: Page) => expect(axe(page)).rejects.toThrow("accessibility of");

test("a fault of the sidebar is found, and one beside a sidebar that is known", async ({ page, office }) => {
  await signIn(page, office, office.admin, "/currency-conversion");
  await page.getByRole("heading", { level: 1, name: "Currency Conversion" }).waitFor();
  await add(page, "nav", "<b id='planted'>Planted <button></button></b>");
  await isFound(page);
  await page.evaluate("document.querySelector('#planted').remove()");
  await axe(page);
  await add(page, "main", "<button id='planted'></button>");
  await isFound(page);
  await page.evaluate("document.querySelector('#planted').remove()");
  await add(page, "main", "<p id='planted'>Hardly to be read</p>");
  await page.evaluate("Object.assign(document.querySelector('#planted').style, { color: '#999', background: '#aaa' })");
  await isFound(page);
});
