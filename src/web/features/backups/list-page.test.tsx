import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it, vi } from "vitest";

import type { Backup, BackupList } from "#contract/backups.ts";
import { writesOf } from "#web/testing/office.ts";
import { expectAlone } from "#web/testing/own-direction.ts";
import { refusal, replying, type Replies, type Said } from "#web/testing/replies.ts";
import { stage } from "#web/testing/stage.tsx";

import { BackupListPage } from "./list-page.tsx";

const path = "/api/backups";
const sha256 = "0123456789abcdef".repeat(4);

function row(fields: Partial<Backup> = {}): Backup {
  return {
    id: 7,
    origin: "schedule",
    verdict: "good",
    reason: null,
    progress: null,
    fileName: "sarraf_2026-03-21_02-30-00.sql",
    size: 3_250_586,
    sha256,
    transactions: 1_867,
    hawalas: 1,
    hasFile: true,
    startedAt: "2026-03-20T22:00:00.000Z",
    finishedAt: "2026-03-20T22:01:00.000Z",
    startedBy: null,
    ...fields,
  };
}

function lastGoodOf(hoursAgo: number): BackupList["lastGood"] {
  return { id: 7, finishedAt: new Date(Date.now() - hoursAgo * 3_600_000).toISOString(), ageHours: Math.floor(hoursAgo) };
}

function listOf(backups: readonly Backup[], fields: Partial<BackupList> = {}): BackupList {
  return {
    lastGood: lastGoodOf(3),
    isOverdue: false,
    isRunning: false,
    nextAt: "2026-03-21T22:00:00.000Z",
    folder: "/srv/office/backups",
    backups: [...backups],
    ...fields,
  };
}

async function page(list: BackupList, replies: Replies = {}) {
  const fetched = replying({ [`GET ${path}`]: { body: list }, ...replies });
  await stage(<BackupListPage />);
  const user = userEvent.setup({ delay: null });
  const press = async (name: string | RegExp) => user.click(await screen.findByRole("button", { name }));
  return { user, press, fetched, sent: () => writesOf(fetched).map(({ address }) => address) };
}

const firstRow = async () => within((await screen.findAllByRole("listitem", { name: /^Backup of/ }))[0] as HTMLElement);

it("goes from how it stands to the list and to the way back, by the keys as on a narrow screen", async () => {
  await page(listOf([row()]));
  await firstRow();
  const headings = screen.getAllByRole("heading", { level: 2 }).map(({ textContent }) => textContent);
  expect(headings).toStrictEqual(["State", "All backups", "How to restore"]);
});

describe("a backup of the list", () => {
  it("says when and by whom it was made, what is in it and whether it is good", async () => {
    await page(listOf([row(), row({ id: 6, origin: "person", startedBy: "mariam" }), row({ id: 5, origin: "person" })]));
    const shown = await firstRow();
    for (const words of ["21 Mar 2026, 02:30", "Good", "by the schedule", "sarraf_2026-03-21_02-30-00.sql"])
      shown.getByText(words);
    shown.getByText("3.1 MB · 1,867 transactions · 1 hawala");
    shown.getByText("SHA-256 0123456789abcdef…");
    screen.getByText("by mariam");
    screen.getByText("by a user who was deleted");
  });

  it("gives its SHA-256 to copy", async () => {
    const written = vi.fn<(text: string) => Promise<void>>(() => Promise.resolve());
    const { press } = await page(listOf([row()]));
    vi.stubGlobal("navigator", Object.create(navigator, { clipboard: { value: { writeText: written } } }) as Navigator);
    await press("Copy the SHA-256 of sarraf_2026-03-21_02-30-00.sql");
    expect(await screen.findByText("SHA-256 copied")).toBeDefined();
    expect(written).toHaveBeenCalledExactlyOnceWith(sha256);
  });

  it.each([
    [
      { verdict: "failed", reason: "The disk of the backups is full.", fileName: null, size: null, sha256: null, hasFile: false },
      "Failed",
    ],
    [{ verdict: "unchecked", reason: "The user may not create databases." }, "Not checked"],
  ] as const)("says why it is not good: %j", async (fields, badge) => {
    await page(listOf([row(fields)]));
    const shown = await firstRow();
    shown.getByText(badge);
    expectAlone(shown.getByText(fields.reason));
    expect(shown.queryByRole("button", { name: /^Download/ }) !== null).toBe(fields.verdict === "unchecked");
  });

  it("says that its file is gone", async () => {
    await page(listOf([row({ hasFile: false })]));
    const shown = await firstRow();
    shown.getByText("Its file is not in the folder any more, or was changed since it was made.");
    expect(shown.queryByRole("button", { name: /^Download/ })).toBeNull();
  });

  it.each([
    ["making", "Being made", "Writing the file: 12 %"],
    ["checking", "Being checked", "Restoring and verifying it: 12 %"],
  ] as const)("shows how far it is while it is %s, and then nothing can be begun", async (verdict, badge, words) => {
    const { press, sent } = await page(
      listOf([row({ verdict, progress: 12, finishedAt: null, hasFile: false })], { isRunning: true }),
    );
    const shown = await firstRow();
    shown.getByText(badge);
    shown.getByText(words);
    // It has not got there yet.
    expect(shown.queryByText(/^Its file is not in the folder/)).toBeNull();
    expect(shown.getByRole("progressbar", { name: words }).getAttribute("aria-valuenow")).toBe("12");
    await press("Backing up...");
    expect(sent()).toEqual([]);
  });
});

describe("Download", () => {
  const file = `${path}/7/file`;

  it("saves the file under its name", async () => {
    vi.spyOn(URL, "createObjectURL").mockReturnValue("blob:here");
    const { press } = await page(listOf([row()]), {
      [`GET ${file}`]: { body: "-- a backup", headers: { "content-disposition": 'attachment; filename="office.sql"' } },
    });
    await press("Download sarraf_2026-03-21_02-30-00.sql");
    expect(await screen.findByText("Backup Successful")).toBeDefined();
    expect(screen.getByText("Database backup downloaded as office.sql")).toBeDefined();
  });

  it("saves it under the name of the list where the answer has none", async () => {
    vi.spyOn(URL, "createObjectURL").mockReturnValue("blob:here");
    const { press } = await page(listOf([row()]), { [`GET ${file}`]: { body: "-- a backup" } });
    await press(/^Download sarraf/);
    expect(await screen.findByText("Database backup downloaded as sarraf_2026-03-21_02-30-00.sql")).toBeDefined();
  });

  it("says why it could not", async () => {
    const { press } = await page(listOf([row()]), {
      [`GET ${file}`]: refusal(404, "not_found", "The file of this backup is no longer in its folder"),
    });
    await press(/^Download sarraf/);
    expect(await screen.findByText("Backup Failed")).toBeDefined();
    expect(screen.getByText("The file of this backup is no longer in its folder")).toBeDefined();
  });
});

describe("Back up now", () => {
  it("begins one and shows it", async () => {
    let begun = false;
    const { press, sent } = await page(listOf([]), {
      [`GET ${path}`]: () => ({
        body: begun ? listOf([row({ verdict: "making", progress: 0, finishedAt: null })], { isRunning: true }) : listOf([]),
      }),
      [`POST ${path}`]: () => {
        begun = true;
        return { status: 201, body: row({ verdict: "making", progress: 0 }) };
      },
    });
    await press("Back up now");
    expect(await screen.findByText("The backup has begun")).toBeDefined();
    expect(await screen.findByText("Being made")).toBeDefined();
    expect(sent()).toEqual([path]);
  });

  it("begins one alone, however often it is pressed before the answer", async () => {
    const answer = Promise.withResolvers<Said>();
    const { press, sent } = await page(listOf([]), { [`POST ${path}`]: () => answer.promise });
    await press("Back up now");
    await press("Backing up...");
    answer.resolve({ status: 201, body: row({ verdict: "making", progress: 0 }) });
    expect(await screen.findByText("The backup has begun")).toBeDefined();
    expect(sent()).toEqual([path]);
  });

  it("does not say that it failed where no answer came; the list tells", async () => {
    let begun = false;
    const { press } = await page(listOf([]), {
      [`GET ${path}`]: () => ({
        body: begun ? listOf([row({ verdict: "making", progress: 0 })], { isRunning: true }) : listOf([]),
      }),
      [`POST ${path}`]: () => {
        begun = true;
        return "no answer";
      },
    });
    await press("Back up now");
    expect(await screen.findByText("No Answer Came")).toBeDefined();
    expect(screen.getByText("It is not known whether the backup has begun. Where it has, it stands in the list.")).toBeDefined();
    expect(screen.queryByText("Backup Failed")).toBeNull();
    expect(await screen.findByText("Being made")).toBeDefined();
  });

  it("says why it could not", async () => {
    const { press } = await page(listOf([]), {
      [`POST ${path}`]: refusal(403, "forbidden", "Only admin users can perform database backups."),
    });
    await press("Back up now");
    expect(await screen.findByText("Only admin users can perform database backups.")).toBeDefined();
    expect(screen.getByText("Backup Failed")).toBeDefined();
  });
});

describe("the state of the backups", () => {
  const state = async () => within(await screen.findByRole("region", { name: "State" }));

  it("says how old the last good one is, when the next is made, and where they lie", async () => {
    await page(listOf([row()]));
    const shown = await state();
    shown.getByText("The office is backed up");
    shown.getByText(/\(3 hours ago\)$/);
    shown.getByText("22 Mar 2026, 02:30");
    shown.getByText("/srv/office/backups");
    expect(shown.getByRole("link", { name: "Change time and number kept" }).getAttribute("href")).toBe("/business-settings");
  });

  it.each([
    [listOf([row()], { isOverdue: true }), "The last good backup is older than 36 hours"],
    [listOf([], { isOverdue: true, lastGood: null }), "There is no good backup of this office"],
    // Read an hour ago, on a page that is open since.
    [listOf([row()], { lastGood: lastGoodOf(36.5) }), "The last good backup is older than 36 hours"],
  ])("warns when it is not well", async (list, words) => {
    await page(list);
    expect((await state()).getByRole("status").textContent).toContain(words);
    expect((await state()).getByText(/mend it, and back up now/)).toBeDefined();
  });

  it("of a new office warns of nothing yet", async () => {
    await page(listOf([], { lastGood: null }));
    expect((await state()).queryByRole("status")).toBeNull();
    expect((await state()).getByText("None yet")).toBeDefined();
  });
});

describe("the page", () => {
  it("says what to do where there is no backup yet, and how one is restored", async () => {
    await page(listOf([], { lastGood: null }));
    expect(await screen.findByText("No backups yet")).toBeDefined();
    expect(screen.getByText("The first one is made 22 Mar 2026, 02:30. Back up now to have one at once.")).toBeDefined();
    expect(within(screen.getByRole("region", { name: "How to restore" })).getAllByRole("listitem")).toHaveLength(4);
  });

  it("says that the backups are being loaded, and offers to try again when they could not be", async () => {
    let calls = 0;
    const answer = Promise.withResolvers<{ body: BackupList }>();
    const { press } = await page(listOf([]), {
      [`GET ${path}`]: () => ((calls += 1) === 1 ? refusal(503, "unavailable", "The database is away") : answer.promise),
    });
    expect((await screen.findByRole("alert")).textContent).toContain("The database is away");
    await press("Retry");
    answer.resolve({ body: listOf([row()]) });
    await waitFor(async () => (await firstRow()).getByText("Good"));
  });
});
