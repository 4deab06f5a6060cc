import { beforeEach, describe, expect, it, vi } from "vitest";

import { noteServerTime } from "#web/lib/server-clock.ts";

import { adoptDraft, draftOf, dropDraft, keepDraft, markDraft } from "./drafts.ts";
import { lastEntry, rememberEntry } from "./last-entry.ts";

const place = { userId: "u-1", form: "transfer" };
const blank = { amount: "", narrative: "" };
const typed = { amount: "12", narrative: "Rent" };
const attempt = { key: "k-1", unanswered: false };
const minuteMs = 60_000;

beforeEach(() => {
  vi.useFakeTimers({ now: new Date("2026-03-21T08:00:00Z") });
  noteServerTime(new Date().toISOString());
});

/** Loads the page anew: in the same tab, or in one that was duplicated from it, which gets the same storage of the session. */
async function load() {
  vi.resetModules();
  return import("./drafts.ts");
}

/** What the device is pointed at with. */
function pointer(kind: "coarse" | "fine"): void {
  vi.spyOn(window, "matchMedia").mockImplementation((query) =>
    Object.assign(new EventTarget() as MediaQueryList, { matches: query.includes(`pointer: ${kind}`) }),
  );
}

function becomes(state: DocumentVisibilityState): void {
  vi.spyOn(document, "visibilityState", "get").mockReturnValue(state);
  document.dispatchEvent(new Event("visibilitychange"));
}

/** Moves what this tab keeps to another tab. */
function giveToAnotherTab(tab = "another-tab"): void {
  const key = Object.keys(localStorage).find((one) => !one.includes("another-tab")) ?? "";
  localStorage.setItem(key.replace(/:[^:]*$/, `:${tab}`), localStorage.getItem(key) ?? "");
  localStorage.removeItem(key);
}

describe("a draft", () => {
  it("is found again with the key of its attempt, and what is known of that", () => {
    keepDraft(place, typed, { key: "k-9", unanswered: true });
    const found = draftOf(place, blank);
    expect(found).toMatchObject({ values: typed, key: "k-9", unanswered: true, partial: false, typedAt: Date.now() });
  });

  it("is another user's or another form's own", () => {
    keepDraft(place, typed, attempt);
    expect(draftOf({ ...place, userId: "u-2" }, blank)).toBeUndefined();
    expect(draftOf({ ...place, form: "debit" }, blank)).toBeUndefined();
  });

  it("is gone once it is dropped", () => {
    keepDraft(place, typed, attempt);
    dropDraft(place);
    expect(draftOf(place, blank)).toBeUndefined();
  });

  it("of a form that has changed since is found as far as it fits, with the key of its attempt, until it is typed in", () => {
    keepDraft(place, typed, { key: "k-9", unanswered: true });
    const wider = { ...blank, date: "2026-03-21" };
    const found = { values: { ...typed, date: "2026-03-21" }, key: "k-9", unanswered: true, reshaped: true };
    expect(draftOf(place, wider)).toMatchObject(found);
    adoptDraft(place, wider);
    expect(draftOf(place, wider)).toMatchObject(found);
    keepDraft(place, { ...typed, date: "2026-03-20" }, attempt);
    expect(draftOf(place, wider)).toMatchObject({ reshaped: false });
  });

  it("of a form with none of its fields any more is forgotten", () => {
    keepDraft(place, typed, attempt);
    expect(draftOf(place, { date: "" })).toBeUndefined();
    expect(localStorage.length).toBe(0);
  });

  it("is forgotten after two weeks", () => {
    keepDraft(place, typed, attempt);
    vi.advanceTimersByTime(15 * 24 * 60 * minuteMs);
    expect(draftOf(place, blank)).toBeUndefined();
  });

  it("outlives a browser's clock that stands weeks ahead, and is dated by the server's", () => {
    keepDraft(place, typed, { key: "k-9", unanswered: true });
    const now = Date.now();
    vi.setSystemTime(now + 30 * 24 * 60 * minuteMs);
    noteServerTime(new Date(now + minuteMs).toISOString());
    expect(draftOf(place, blank)).toMatchObject({ values: typed, key: "k-9", unanswered: true, typedAt: now });
    keepDraft(place, typed, attempt);
    expect(draftOf(place, blank)).toMatchObject({ typedAt: now + minuteMs });
  });
});

describe("the draft of another tab", () => {
  it("stays with that tab while it says that it is there", () => {
    keepDraft(place, typed, attempt);
    giveToAnotherTab();
    expect(draftOf(place, blank)).toBeUndefined();
  });

  it("is taken over once that tab has left, and then belongs to this one alone", () => {
    keepDraft(place, typed, attempt);
    markDraft(place, "leaves");
    giveToAnotherTab();
    expect(draftOf(place, blank)).toMatchObject({ values: typed, key: "k-1" });
    adoptDraft(place, blank);
    expect(Object.keys(localStorage)).toHaveLength(1);
    expect(Object.keys(localStorage)[0]).not.toContain("another-tab");
    expect(draftOf(place, blank)).toMatchObject({ values: typed, key: "k-1" });
  });

  it("is taken over once that tab has been silent for minutes, as after a power cut", () => {
    keepDraft(place, typed, attempt);
    giveToAnotherTab();
    vi.advanceTimersByTime(3 * minuteMs);
    expect(draftOf(place, blank)).toMatchObject({ values: typed });
  });

  it("is taken over where it was dated by a clock that has been put back since", () => {
    keepDraft(place, typed, { key: "k-9", unanswered: true });
    giveToAnotherTab();
    vi.setSystemTime(Date.now() - 24 * 60 * minuteMs);
    expect(draftOf(place, blank)).toMatchObject({ values: typed, key: "k-9", unanswered: true });
  });

  it("stays with that tab where this browser's clock stands behind the server's", () => {
    keepDraft(place, typed, attempt);
    giveToAnotherTab();
    const now = Date.now();
    vi.setSystemTime(now - 24 * 60 * minuteMs);
    noteServerTime(new Date(now + minuteMs).toISOString());
    expect(draftOf(place, blank)).toBeUndefined();
  });

  it("comes after this tab's own", () => {
    keepDraft(place, { ...typed, amount: "99" }, { key: "k-2", unanswered: false });
    markDraft(place, "leaves");
    giveToAnotherTab();
    vi.setSystemTime(Date.now() - minuteMs);
    keepDraft(place, typed, attempt);
    expect(draftOf(place, blank)).toMatchObject({ values: typed });
  });

  it.each([
    ["13", 2],
    ["12", -2],
  ])("is the one that was typed in last, of two whose tabs are gone: %s", async (amount, minutes) => {
    keepDraft(place, typed, attempt);
    markDraft(place, "leaves");
    giveToAnotherTab();
    vi.setSystemTime(Date.now() + minutes * minuteMs);
    keepDraft(place, { ...typed, amount: "13" }, { key: "k-2", unanswered: false });
    markDraft(place, "leaves");
    giveToAnotherTab("yet-another-tab");
    expect(draftOf(place, blank)).toMatchObject({ values: { ...typed, amount } });
  });

  it("is not made out of nothing by a tab that leaves without one", () => {
    markDraft(place, "leaves");
    expect(localStorage.length).toBe(0);
  });
});

it("what was saved last is repeated to the one who saved it, in the same form", () => {
  rememberEntry(place, typed);
  expect(lastEntry(place, blank)).toEqual(typed);
  expect(lastEntry({ ...place, userId: "u-2" }, blank)).toBeUndefined();
  expect(lastEntry({ ...place, form: "debit" }, blank)).toBeUndefined();
});

describe("a draft of a tab", () => {
  it("is found again when that is loaded anew", async () => {
    const before = await load();
    before.keepDraft(place, typed, attempt);
    window.dispatchEvent(new Event("pagehide"));
    const after = await load();
    expect(after.draftOf(place, blank)).toMatchObject({ values: typed, key: "k-1" });
    after.keepDraft(place, { ...typed, amount: "13" }, attempt);
    expect(localStorage.length).toBe(1);
  });

  it("is found again when a telephone has taken it out of its memory meanwhile, without a word", async () => {
    pointer("coarse");
    const before = await load();
    before.keepDraft(place, typed, attempt);
    becomes("hidden");
    expect((await load()).draftOf(place, blank)).toMatchObject({ values: typed, key: "k-1" });
  });

  it("is its own alone once it is looked at again on a telephone, and all the time where tabs out of sight are duplicated", async () => {
    pointer("coarse");
    (await load()).keepDraft(place, typed, attempt);
    becomes("hidden");
    becomes("visible");
    expect((await load()).draftOf(place, blank)).toBeUndefined();
    pointer("fine");
    becomes("hidden");
    expect((await load()).draftOf(place, blank)).toBeUndefined();
  });

  it("is not its duplicate's, which keeps what is typed there in a place of its own", async () => {
    const first = await load();
    first.keepDraft(place, typed, attempt);
    const duplicate = await load();
    expect(duplicate.draftOf(place, blank)).toBeUndefined();
    duplicate.keepDraft(place, { ...typed, amount: "99" }, { key: "k-2", unanswered: false });
    expect(localStorage.length).toBe(2);
    expect(first.draftOf(place, blank)).toMatchObject({ values: typed, key: "k-1" });
  });

  it("is not its duplicate's after that tab was loaded anew", async () => {
    await load();
    window.dispatchEvent(new Event("pagehide"));
    const anew = await load();
    anew.keepDraft(place, typed, attempt);
    expect((await load()).draftOf(place, blank)).toBeUndefined();
  });

  it("is not its duplicate's after the back button has shown that tab's page again as it was", async () => {
    const first = await load();
    first.keepDraft(place, typed, attempt);
    window.dispatchEvent(new Event("pagehide"));
    window.dispatchEvent(new Event("pageshow"));
    expect((await load()).draftOf(place, blank)).toBeUndefined();
  });
});
