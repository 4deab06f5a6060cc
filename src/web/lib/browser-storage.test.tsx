import { act, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, describe, expect, it, vi } from "vitest";

import { defaultPreferences } from "#contract/profile.ts";
import { setDensity, useDensity } from "#web/density.ts";
import { ShortcutsProvider } from "#web/shell/shortcuts.tsx";
import { Sidebar } from "#web/shell/sidebar.tsx";
import { replyingOffice } from "#web/testing/office.ts";
import { admin, stage } from "#web/testing/stage.tsx";

import { inBrowser, inTab } from "./browser-storage.ts";
import { toast } from "./toast.ts";

const refuse = (): never => {
  throw new DOMException("The quota has been exceeded", "QuotaExceededError");
};
const full = { getItem: () => null, setItem: refuse, removeItem: () => undefined };
const forbidden = { getItem: refuse, setItem: refuse, removeItem: refuse };

afterEach(() => setDensity(defaultPreferences.density));

it("gives back what was kept, and nothing for what is dropped or is no JSON", () => {
  expect([inBrowser.keep("mine:1", "[7]"), inBrowser.keep("mine:2", "{ broken"), inTab.keep("mine:3", "here")]).toEqual([
    true,
    true,
    true,
  ]);
  expect(inBrowser.keysUnder("mine:").toSorted()).toEqual(["mine:1", "mine:2"]);
  expect([inBrowser.textOf("mine:1"), inTab.textOf("mine:3"), inBrowser.textOf("mine:3")]).toEqual(["[7]", "here", null]);
  expect(["mine:1", "mine:2", "mine:3"].map(inBrowser.jsonOf)).toEqual([[7], undefined, undefined]);
  inBrowser.drop("mine:1");
  expect(inBrowser.textOf("mine:1")).toBeNull();
});

describe.each([
  ["is full", full],
  ["is forbidden", forbidden],
])("in a browser whose storage %s", (_how, storage) => {
  const stub = (): void => {
    vi.stubGlobal("localStorage", storage);
    vi.stubGlobal("sessionStorage", storage);
  };

  it("nothing is kept, and nobody is told", () => {
    stub();
    for (const keeper of [inBrowser, inTab]) {
      expect(keeper.keep("mine", "1")).toBe(false);
      keeper.drop("mine");
      expect([keeper.textOf("mine"), keeper.jsonOf("mine"), keeper.keysUnder("mine")]).toEqual([null, undefined, []]);
    }
  });

  it("the screens are as close as the person wants them", () => {
    stub();
    const Density = () => useDensity();
    render(<Density />);
    act(() => setDensity("compact"));
    expect(screen.getByText("compact")).toBeDefined();
  });

  it("a section of the sidebar opens and closes", async () => {
    stub();
    replyingOffice();
    await stage(
      <ShortcutsProvider>
        <Sidebar user={admin} />
      </ShortcutsProvider>,
    );
    const section = screen.getByRole("button", { name: "Reports" });
    await userEvent.click(section);
    expect(section.getAttribute("aria-expanded")).toBe("true");
  });

  it("nobody is kept from signing in by what would be said afterwards", () => {
    stub();
    toast.afterReload("auth:signedIn");
    toast.showCarried();
    expect(screen.queryByText("Login successful")).toBeNull();
  });
});
