import type { Locator, Page } from "playwright-core";
import { expect } from "vitest";

import { picker } from "./support/entries.ts";
import { amountField, transferPage } from "./support/entry-pages.ts";
import { signIn } from "./support/fixtures.ts";
import { arrived, test } from "./support/hawalas.ts";

type Style = Readonly<Record<"outlineStyle" | "outlineColor" | "backgroundColor" | "borderTopStyle" | "color", string>>;

/** What of an element is looked at in the page. */
interface Drawn {
  readonly ownerDocument: { readonly defaultView: { getComputedStyle(drawn: Drawn): Style } };
}

const styleOf = (drawn: Drawn): Style => drawn.ownerDocument.defaultView.getComputedStyle(drawn);

/** What each of them is painted on; carried out in the page. */
const groundsOf = (all: readonly Drawn[]): string[] =>
  all.map((drawn) => drawn.ownerDocument.defaultView.getComputedStyle(drawn).backgroundColor);

/** What the colour of a name is in the colours of the system. */
const systemColour = (page: Page, name: string) =>
  page.evaluate<string>(
    `(() => { const one = document.body.appendChild(document.createElement("i")); one.style.color = "${name}";` +
      "const { color } = getComputedStyle(one); one.remove(); return color; })()",
  );

/** How an element is outlined: by nothing, or in which kind of line in the colour of what is chosen. */
async function outlineOf(page: Page, place: Locator): Promise<string> {
  const { outlineStyle, outlineColor } = await place.evaluate(styleOf);
  return outlineStyle !== "none" && outlineColor === (await systemColour(page, "Highlight")) ? outlineStyle : "none";
}

test("in the colours of the system what is chosen, ticked or in the focus is told apart by lines; a radio button, a switch and the edge of a dialog are seen", async ({
  page,
  office,
  partners: { desk },
}) => {
  await arrived(desk);
  await page.emulateMedia({ forcedColors: "active" });
  await signIn(page, office, office.admin, transferPage.path);
  const outlines: Record<string, string> = {};
  const note = async (name: string, place: Locator) => void (outlines[name] = await outlineOf(page, place));

  await picker(page, "Debit Account").click();
  await page.getByRole("option").nth(1).waitFor();
  await page.keyboard.press("ArrowDown");
  await note("the page shown", page.locator('nav [aria-current="page"]'));
  await note("another page", page.getByRole("link", { name: "Exchange", exact: true }));
  await note("the field in the focus", picker(page, "Debit Account"));
  await note("another field", amountField(page));
  await note("the account marked", page.locator("[data-combobox-selected]"));
  await note("another account", page.locator('[role="option"]:not([data-combobox-selected])').first());
  await page.keyboard.press("Escape");

  await page.getByRole("button", { name: "Open the calendar" }).first().click();
  await note("the day chosen", page.locator("td button[data-selected]"));
  await note("another day", page.locator("td button:not([data-selected], [data-hidden])").first());
  await page.keyboard.press("Escape");

  await page.keyboard.press("Control+k");
  const palette = page.getByRole("dialog");
  await note("the line of the palette marked", palette.getByRole("option", { selected: true }));
  await note("another line", palette.getByRole("option", { selected: false }).first());
  await page.keyboard.press("Escape");

  const menu = page.getByRole("navigation", { name: "Main navigation" });
  const go = (name: string) => menu.getByRole("link", { name, exact: true }).click();
  await menu.getByRole("button", { name: "Reports" }).click();
  await go("Daily Book");
  await page.locator("[aria-pressed]").first().click();
  await note("the currency pressed", page.locator('[aria-pressed="true"]'));

  await go("Pass Hawala");
  const tick = page.getByRole("checkbox").first();
  await tick.check();
  const { color } = await tick.locator("xpath=following-sibling::*").evaluate(styleOf);
  const isTickSeen = color === (await systemColour(page, "CanvasText"));

  await go("Dashboard");
  await page.locator(".mantine-ChartLegend-legend").waitFor();
  await note("the side chosen", page.getByRole("radiogroup").first().getByText("Chart").locator("xpath=.."));
  await note("another side", page.getByRole("radiogroup").first().getByText("Table").locator("xpath=.."));
  const spots = await page.locator(".mantine-ChartLegend-legend .mantine-ColorSwatch-colorOverlay").evaluateAll(groundsOf);
  expect({ ...outlines, isTickSeen, colours: new Set(spots).size }).toEqual({
    isTickSeen: true,
    colours: 3,
    "the page shown": "solid",
    "another page": "none",
    "the field in the focus": "solid",
    "another field": "none",
    "the account marked": "solid",
    "another account": "none",
    "the day chosen": "solid",
    "another day": "none",
    "the line of the palette marked": "solid",
    "another line": "none",
    "the currency pressed": "solid",
    "the side chosen": "solid",
    "another side": "none",
  });

  await go("New Account");
  const ink = await systemColour(page, "CanvasText");
  const { color: dot } = await page
    .getByRole("radio", { name: "Customer", checked: true })
    .locator("xpath=following-sibling::*")
    .evaluate(styleOf);
  await go("Users");
  await page.getByRole("button", { name: "Add User" }).click();
  const dialog = page.getByRole("dialog");
  const lever = dialog.getByRole("switch");
  const track = lever.locator("xpath=following-sibling::*[1]");
  const thumb = track.locator("> *").first();
  // It glides from one side to the other.
  const paint = async (): Promise<string[]> =>
    Promise.all([track, thumb].map(async (part) => (await part.evaluate(styleOf)).backgroundColor));
  await lever.setChecked(true, { force: true });
  await expect.poll(paint).toEqual([await systemColour(page, "Highlight"), await systemColour(page, "HighlightText")]);
  await lever.setChecked(false, { force: true });
  await expect.poll(paint).toEqual([await systemColour(page, "Canvas"), ink]);
  const { borderTopStyle: edgeOfSwitch } = await track.evaluate(styleOf);
  const { borderTopStyle: edgeOfDialog } = await dialog.evaluate(styleOf);
  expect({ dot, edgeOfSwitch, edgeOfDialog }).toEqual({
    dot: ink,
    edgeOfSwitch: "solid",
    edgeOfDialog: "solid",
  });
});
