import { existsSync, mkdtempSync, readFileSync, renameSync, rmSync } from "node:fs";
import { tmpdir, userInfo } from "node:os";
import { join } from "node:path";

import sparticuz from "@sparticuz/chromium";
import { chromium, type Browser, type ConsoleMessage, type Page } from "playwright-core";

const systemChromium = "/usr/bin/chromium";

/**
 * Chromium from the packages of the project; where this machine lacks libraries that it needs, with those of the same
 * package; the system's own where neither runs.
 */
export async function launchBrowser(args: string[]): Promise<Browser> {
  const folder = await unpackedChromium();
  const executablePath = join(folder, "chromium");
  const libraries = { ...process.env, LD_LIBRARY_PATH: join(folder, "al2023", "lib") };
  try {
    return await chromium.launch({ executablePath, args }).catch(() => chromium.launch({ executablePath, args, env: libraries }));
  } catch (error) {
    if (!existsSync(systemChromium)) throw error;
    return chromium.launch({ executablePath: systemChromium, args });
  }
}

/**
 * Where the project's Chromium is unpacked, once for each user and version. By itself the package unpacks to one place
 * that all users of a machine would share, and takes a half-unpacked one for a whole one.
 */
async function unpackedChromium(): Promise<string> {
  const about = readFileSync(new URL("../package.json", import.meta.resolve("@sparticuz/chromium")), "utf8");
  const { version } = JSON.parse(about) as { version: string };
  const folder = join(tmpdir(), `sarraf-chromium-${version}-${userInfo().username}`);
  if (existsSync(join(folder, "chromium"))) return folder;
  const unpacking = mkdtempSync(`${folder}-`);
  // On this runtime the package unpacks the libraries too.
  await withEnvironment({ TMPDIR: unpacking, AWS_EXECUTION_ENV: "AWS_Lambda_nodejs22.x" }, () => sparticuz.executablePath());
  try {
    renameSync(unpacking, folder);
  } catch {
    // Another run was quicker.
    rmSync(unpacking, { recursive: true, force: true });
  }
  return folder;
}

async function withEnvironment(changes: Readonly<Record<string, string>>, work: () => Promise<unknown>): Promise<void> {
  const before = { ...process.env };
  Object.assign(process.env, changes);
  try {
    await work();
  } finally {
    for (const name of Object.keys(changes)) {
      if (before[name] === undefined) delete process.env[name];
      else process.env[name] = before[name];
    }
  }
}

/** What went wrong on a page without anybody clicking it: console errors, policy violations, exceptions, 5xx answers. */
export interface Watch {
  readonly faults: readonly string[];
  /** A fault that this test provokes on purpose. */
  expect(fault: RegExp): void;
}

/**
 * Listens to a page. Two notes are no faults of it: refused calls of the API (4xx), each of which the browser logs and the test
 * looks at itself, and what the library of charts says as a page with a chart is hidden while the next one is being loaded.
 */
export function watch(page: Page): Watch {
  const faults: string[] = [];
  const expected: RegExp[] = [];
  const note = (fault: string): void => {
    if (!expected.some((pattern) => pattern.test(fault))) faults.push(fault);
  };
  page.on("console", (message) => {
    if (["error", "warning"].includes(message.type()) && !isRefusedCall(message) && !isHiddenChart(message))
      note(`console: ${message.text()}`);
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

function isHiddenChart(message: ConsoleMessage): boolean {
  return message.text().startsWith("The width(0) and height(0) of chart should be greater than 0");
}
