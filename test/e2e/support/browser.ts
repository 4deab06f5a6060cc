import { existsSync } from "node:fs";

import sparticuz from "@sparticuz/chromium";
import { chromium, type Browser, type ConsoleMessage, type Page } from "playwright-core";

const systemChromium = "/usr/bin/chromium";

/** Chromium from the packages of the project; the system's own where that one does not run. */
export async function launchBrowser(args: string[]): Promise<Browser> {
  try {
    return await chromium.launch({ executablePath: await sparticuz.executablePath(), args });
  } catch (error) {
    if (!existsSync(systemChromium)) throw error;
    return chromium.launch({ executablePath: systemChromium, args });
  }
}

/** What went wrong on a page without anybody clicking it: console errors, policy violations, exceptions, 5xx answers. */
export interface Watch {
  readonly faults: readonly string[];
  /** A fault that this test provokes on purpose. */
  expect(fault: RegExp): void;
}

/** Listens to a page. Refused calls of the API (4xx) are the test's own business: the browser logs each of them. */
export function watch(page: Page): Watch {
  const faults: string[] = [];
  const expected: RegExp[] = [];
  const note = (fault: string): void => {
    if (!expected.some((pattern) => pattern.test(fault))) faults.push(fault);
  };
  page.on("console", (message) => {
    if (["error", "warning"].includes(message.type()) && !isRefusedCall(message)) note(`console: ${message.text()}`);
  });
  page.on("pageerror", (error) => note(`exception: ${error.message}`));
  page.on("response", (response) => {
    if (response.status() >= 500) note(`answer: ${String(response.status())} ${response.url()}`);
  });
  return { faults, expect: (fault) => void expected.push(fault) };
}

function isRefusedCall(message: ConsoleMessage): boolean {
  return /^Failed to load resource: .* status of 4\d\d/.test(message.text()) && message.location().url.includes("/api/");
}
