import type { Page } from "playwright-core";

/** Goes to a page by its address as the product's own links do: without loading all of it anew. The page before stands until this one is drawn. */
export const visit = (page: Page, path: string): Promise<void> =>
  page.evaluate(`history.pushState({}, "", ${JSON.stringify(path)})`);

/** Goes to a page and waits for its heading. */
export async function visitPage(page: Page, path: string, title: string): Promise<void> {
  await visit(page, path);
  await page.getByRole("heading", { level: 1, name: title, exact: true }).waitFor();
}
