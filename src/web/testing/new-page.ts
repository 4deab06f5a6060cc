import { notifications } from "@mantine/notifications";
import { cleanup, configure, getConfig, prettyDOM } from "@testing-library/react";
import * as react from "react";
import { afterAll, afterEach, beforeEach, vi } from "vitest";

import { noteGoneOn } from "#web/ui/entry/second-press.ts";

import { cheapStyles } from "./cheap-styles.ts";

configure({
  // What a test waits for may be slow to come where many tests share a machine. The library by itself gives up after a second.
  asyncUtilTimeout: 15_000,
  // The library prints the page into each failure of a query, also where it waits and looks again at every change: here, once it has given
  // up. Without a message it is one of several that were found.
  getElementError: (message, container) => {
    const { _disableExpensiveErrorDiagnostics: isLookedForAgain } = getConfig() as unknown as Record<string, unknown>;
    const page = isLookedForAgain === true && message !== null ? false : prettyDOM(container);
    return Object.assign(new Error([message, page].filter(Boolean).join("\n\n")), { name: "TestingLibraryElementError" });
  },
});

// To name the maker of an element in its warnings, React takes a stack of calls for each of the first ten thousand of a second, which
// is about a tenth of what the tests cost. It counts as if these had been made. Files share the React of their worker: each sets it anew.
const { __CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE: internals } = react as unknown as Record<string, object>;
Object.defineProperty(internals, "recentlyCreatedOwnerStacks", {
  get: () => Number.POSITIVE_INFINITY,
  set: () => {},
  configurable: true,
});

// A worker that lives on has one window, of which each file gives back what it has put in its place.
const pageStyles = globalThis.getComputedStyle;
globalThis.getComputedStyle = cheapStyles(pageStyles);
afterAll(() => void (globalThis.getComputedStyle = pageStyles));

// Without layout there is nothing to draw.
vi.mock("@mantine/charts", () => {
  const Nothing = (): null => null;
  return { AreaChart: Nothing, BarChart: Nothing, LineChart: Nothing };
});

/** Every test begins in a browser that was never used, whose lists have room for their rows: without layout they would show none. */
beforeEach(() => {
  vi.spyOn(HTMLElement.prototype, "clientHeight", "get").mockReturnValue(336);
});

afterEach(() => {
  vi.useRealTimers();
  cleanup();
  notifications.clean();
  notifications.cleanQueue();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  localStorage.clear();
  sessionStorage.clear();
  document.body.replaceChildren();
  for (const said of ["lang", "dir"]) document.documentElement.removeAttribute(said);
  noteGoneOn();
  // The page itself has not gone anywhere (vitest.config.ts), but its address may have been written.
  history.replaceState(null, "", "/");
});

// The files of a worker share the packages, which take longest to load and to get warm. The modules of the product remember things
// (a connection, a filter, whose turn it is), so each file has its own.
afterAll(() => void vi.resetModules());
