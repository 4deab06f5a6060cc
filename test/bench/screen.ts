import type { Browser, Page } from "playwright-core";

import { launchBrowser } from "#test/e2e/support/browser.ts";
import { setup as buildWeb } from "#test/e2e/support/build-web.ts";
import { savingData } from "#test/e2e/support/saving-data.ts";

import { size, type LargeOffice } from "./large-office.ts";
import { spreadOf } from "./rounds.ts";
import { said, type Row } from "./rows.ts";

const largestEntryKb = 250;
const mostToPaintMs = 50;
const mostToAnswerMs = 100;
const typed = ["farid", "ahmad", "لیلا", "noori", "1002", "zarmina", "rahimi", "AC2003"];
/** What the clicks of a walk through the office press, in their order. */
const walk = ["Dashboard", "Transfer", "Exchange", "Search Transactions", "Old Account Edit", "Import Hawala", "Pass Hawala"];

/** What a person in front of Chromium waits for: the sign-in page, the picker among 50,000 accounts, any click. */
export async function measureScreen(office: LargeOffice): Promise<readonly Row[]> {
  await buildWeb();
  const browser = await launchBrowser(["--no-sandbox", "--disable-gpu"]);
  try {
    return [
      await measureEntry(browser, office),
      await measurePicker(await openPage(browser, office)),
      await measureClicks(await openPage(browser, office)),
    ];
  } finally {
    await browser.close();
  }
}

/** Without the page's own policy, under which no condition could be awaited inside it. */
async function openPage(browser: Browser, { url, cookie }: LargeOffice): Promise<Page> {
  const context = await browser.newContext({ baseURL: url, viewport: { width: 1440, height: 900 }, bypassCSP: true });
  const [name = "", value = ""] = cookie.split("=");
  await context.addCookies([{ name, value, url }]);
  return context.newPage();
}

/** What a browser that was never here loads of scripts and styles until the sign-in page stands. */
async function measureEntry(browser: Browser, { url }: LargeOffice): Promise<Row> {
  const page = await browser.newPage({ baseURL: url });
  // Without the application itself, which is fetched behind the page that stands already.
  await page.addInitScript(savingData);
  const sizes: Promise<number>[] = [];
  page.on("requestfinished", (request) => {
    if (["script", "stylesheet"].includes(request.resourceType()))
      sizes.push(request.sizes().then((found) => found.responseBodySize));
  });
  await page.goto("/", { waitUntil: "networkidle" });
  const bytes = (await Promise.all(sizes)).reduce((sum, found) => sum + found, 0);
  await page.context().close();
  return said({
    name: "sign-in page, scripts and styles, compressed",
    unit: "KB",
    figure: spreadOf([bytes / 1024]),
    goal: { atMost: largestEntryKb },
    details: `${String(sizes.length)} files`,
  });
}

/** Notes for each key how long it took until the list of what is typed by then stood on the screen. */
const notePaints = `
  window.paints = [];
  document.addEventListener("input", (event) => {
    if (event.data === null) return;
    const look = () => {
      const isFound = [...document.querySelectorAll("[role=status]")].some((status) => /\\d/.test(status.textContent));
      if (!isFound) requestAnimationFrame(look);
      else setTimeout(() => window.paints.push(performance.now() - event.timeStamp));
    };
    requestAnimationFrame(look);
  }, true);`;

async function measurePicker(page: Page): Promise<Row> {
  await page.goto("/transactions/transfer");
  const picker = page.getByRole("combobox", { name: "Debit Account" });
  await picker.waitFor();
  await page.evaluate(notePaints);
  const paints: number[] = [];
  for (const text of typed) {
    await picker.click();
    await picker.fill("");
    for (const [place, sign] of [...text].entries()) {
      await picker.pressSequentially(sign);
      await page.waitForFunction(`window.paints.length > ${String(place)}`);
    }
    paints.push(...(await page.evaluate<number[]>("window.paints.splice(0)")));
  }
  const sorted = paints.toSorted((left, right) => left - right);
  const at = (part: number): number => Math.round(sorted[Math.floor(sorted.length * part)] ?? Number.NaN);
  return said({
    name: `picker among ${size.accounts.toLocaleString("en-US")} accounts, key press to paint`,
    unit: "ms p95",
    figure: spreadOf([at(0.95)]),
    goal: { atMost: mostToPaintMs },
    details: `p50 ${String(at(0.5))} ms, ${String(sorted.length)} keys`,
  });
}

/** The browser's own measure of a click: from the press until the next paint, in steps of 8 ms; what is quicker than 16 it leaves out. */
const noteClicks = `
  window.clicks = [];
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) if (entry.interactionId > 0) window.clicks.push(entry.duration);
  }).observe({ type: "event", durationThreshold: 16 });`;

async function measureClicks(page: Page): Promise<Row> {
  await page.goto("/dashboard");
  await page.getByRole("navigation").waitFor();
  await page.evaluate(noteClicks);
  for (let round = 0; round < 2; round++)
    for (const name of walk) {
      await page.getByRole("navigation").getByRole("link", { name, exact: true }).click();
      await page.getByRole("main").waitFor();
      await page.waitForLoadState("networkidle");
    }
  const clicks = (await page.evaluate<number[]>("window.clicks")).toSorted((left, right) => left - right);
  return said({
    name: "a click on a page, press to next paint (INP)",
    unit: "ms",
    figure: spreadOf([clicks.at(-1) ?? 16]),
    goal: { atMost: mostToAnswerMs },
    details: `worst of ${String(2 * walk.length)} pages opened; ${String(clicks.length)} took over 16 ms`,
  });
}
