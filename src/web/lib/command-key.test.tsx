import { screen, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { expect, test, vi } from "vitest";

const mac =
  "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.4 Safari/605.1.15";
const windows = "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36";

/** The page as it is loaded in a browser that says this of itself. */
async function load(userAgent: string) {
  vi.spyOn(navigator, "userAgent", "get").mockReturnValue(userAgent);
  vi.resetModules();
  const [{ stage }, { KeySheet }, { DebitPage }, { replyingOffice }] = await Promise.all([
    import("#web/testing/stage.tsx"),
    import("#web/shell/key-sheet.tsx"),
    import("#web/features/transactions/entry/debit-page.tsx"),
    import("#web/testing/office.ts"),
  ]);
  replyingOffice({});
  return { stage, KeySheet, DebitPage };
}

test.each([
  ["a PC", windows, "Ctrl", "Control"],
  ["a Mac", mac, "⌘", "Meta"],
])("on %s the key of commands is called as its keyboard calls it", async (_computer, userAgent, key, spoken) => {
  const { stage, KeySheet, DebitPage } = await load(userAgent);
  await stage(
    <>
      <DebitPage />
      <KeySheet opened onClose={() => undefined} />
    </>,
    { at: "/transactions/debit" },
  );
  await screen.findByText(`Enter goes to the next field, ${key}+Enter saves, ${key}+Shift+Enter also prints`);
  const shortcuts = [...document.querySelectorAll("[aria-keyshortcuts]")].map((one) => one.getAttribute("aria-keyshortcuts"));
  expect(shortcuts).toEqual([`${spoken}+Shift+Enter`]);
  const sheet = within(screen.getByRole("dialog"));
  expect(sheet.getAllByText(key)).toHaveLength(4);
  expect(sheet.queryAllByText(key === "⌘" ? "Ctrl" : "⌘")).toEqual([]);
});

test("the key of a Mac gives the commands of a form", async () => {
  const { stage, DebitPage } = await load(mac);
  await stage(<DebitPage />, { at: "/transactions/debit" });
  const user = userEvent.setup({ delay: null });
  await user.click(screen.getByLabelText(/^Amount( \*)?$/));
  await user.keyboard("{Meta>}{Enter}{/Meta}");
  await screen.findByText("Account is required");
});
