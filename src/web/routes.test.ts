import { expect, test } from "vitest";

import { paths } from "./paths.ts";
import { router } from "./routes.tsx";
import { holdFrames } from "./testing/frames.ts";

interface Entering {
  readonly cause: "enter" | "stay";
}

interface Page {
  readonly options: { beforeLoad(entering: Entering): Promise<void> | undefined };
}

/** What the router waits for before it draws the Transfer page. */
function beforeTransfer(entering: Entering): Promise<void> | undefined {
  const pages = router.routesByPath as unknown as Readonly<Record<string, Page>>;
  return pages[paths.transfer]?.options.beforeLoad(entering);
}

test("a page is drawn after the press that asked for it has been painted", async () => {
  const { paint, wait } = holdFrames();
  let isDrawn = false;
  void beforeTransfer({ cause: "enter" })?.then(() => (isDrawn = true));
  await wait(10);
  expect(isDrawn).toBe(false);
  await paint();
  expect(isDrawn).toBe(true);
});

test("a page that stays where it is waits for nothing", () => {
  expect(beforeTransfer({ cause: "stay" })).toBeUndefined();
});
