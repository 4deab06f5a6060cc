import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import userEvent, { type UserEvent } from "@testing-library/user-event";
import { useState } from "react";
import { describe, expect, it, vi } from "vitest";

import { useToday } from "#web/lib/session.ts";
import { composeByTelephone, typeByTelephone } from "#web/testing/composing.ts";
import { passMidnight } from "#web/testing/midnight.ts";
import { spokenIn } from "#web/testing/own-direction.ts";
import { replying, type Said } from "#web/testing/replies.ts";
import { stage } from "#web/testing/stage.tsx";
import { FormDialog } from "#web/ui/entry/edit-dialog.tsx";

import { BusinessDateInput } from "./business-date-input.tsx";

function Form({ start }: { readonly start: string }) {
  const [date, setDate] = useState(start);
  return (
    <>
      <BusinessDateInput label="Date" value={date} onChange={setDate} />
      <output aria-label="handed on">{date}</output>
    </>
  );
}

async function dateField(start = "2026-03-21") {
  const { client } = await stage(<Form start={start} />, { office: { today: "2026-03-21" } });
  return {
    client,
    user: userEvent.setup({ delay: null }),
    field: screen.getByRole<HTMLInputElement>("textbox", { name: "Date" }),
    handedOn: () => screen.getByLabelText("handed on").textContent,
  };
}

/** A date that is today as long as no other is chosen. */
function Proposed() {
  const today = useToday();
  const [chosen, setChosen] = useState<string>();
  return <BusinessDateInput label="Date" value={chosen ?? today} onChange={setChosen} />;
}

async function proposedDay() {
  const { client } = await stage(<Proposed />);
  const field = screen.getByRole<HTMLInputElement>("textbox", { name: "Date" });
  const description = () => describedBy(field);
  return { user: userEvent.setup({ delay: null }), field, description, moveOn: () => passMidnight(client) };
}

function describedBy(field: HTMLElement) {
  return document.getElementById(field.getAttribute("aria-describedby")?.split(" ")[0] ?? "")?.textContent;
}

describe("the date field", () => {
  it("names the day in both calendars", async () => {
    const { field } = await dateField();
    expect(describedBy(field)).toBe("Saturday · 1 Hamal 1405");
  });

  it.each([
    ["", "t", "2026-03-21"],
    ["", "T", "2026-03-21"],
    ["2026-04-01", "t", "2026-03-21"],
    ["", "+", "2026-03-22"],
    ["2026-04-01", "+", "2026-04-02"],
    ["2026-04-01", "-", "2026-03-31"],
    ["2026-04-01", "+12", "2026-04-13"],
    ["2026-04-01", "-5", "2026-03-27"],
    ["2026-04-01", "ف", "2026-04-01"],
    ["", "2026-03-20", "2026-03-20"],
    ["", "20260320", "20260320"],
  ])("hears the keyboard of a telephone: %j and %s is %s", async (start, signs, shown) => {
    const { field } = await dateField(start);
    field.focus();
    typeByTelephone(field, signs);
    expect(field.value).toBe(shown);
  });

  it("is today after a word of the keyboard of a telephone that begins with T, and as before after any other", async () => {
    const { field, handedOn } = await dateField("2026-04-01");
    field.focus();
    composeByTelephone(field, "words");
    expect(handedOn()).toBe("2026-04-01");
    composeByTelephone(field, "today");
    expect(handedOn()).toBe("2026-03-21");
    expect(field.value).toBe("2026-03-21");
  });

  it("shows a word that is pasted as what it is, and makes no day of it", async () => {
    const { user, field } = await dateField("2026-04-01");
    await user.clear(field);
    await user.paste("Thursday");
    expect(field.value).toBe("Thursday");
  });

  it("says that it has moved on with the office's day, until the date is another one", async () => {
    const { field, description, moveOn, user } = await proposedDay();
    await moveOn();
    expect(field.value).toBe("2026-03-22");
    expect(description()).toBe("New day: Sunday · 2 Hamal 1405");
    await user.click(field);
    await user.keyboard("-");
    expect(description()).toBe("Saturday · 1 Hamal 1405");
    await user.keyboard("t");
    expect(description()).toBe("Sunday · 2 Hamal 1405");
  });

  it("says nothing of a new day where the date was chosen and stays, or is then set to it", async () => {
    const { field, description, moveOn, user } = await proposedDay();
    await user.click(field);
    await user.keyboard("-");
    await moveOn();
    expect(description()).toBe("Friday · 29 Hut 1404");
    await user.keyboard("t");
    expect(field.value).toBe("2026-03-22");
    expect(description()).toBe("Sunday · 2 Hamal 1405");
  });

  it("says nothing of a new day to whoever sets a date that stayed to it", async () => {
    const { client, field, user } = await dateField();
    await passMidnight(client);
    expect(field.value).toBe("2026-03-21");
    await user.click(field);
    await user.keyboard("t");
    expect(field.value).toBe("2026-03-22");
    expect(describedBy(field)).toBe("Sunday · 2 Hamal 1405");
  });

  it.each([
    ["t", "2026-03-21"],
    ["today", "2026-03-21"],
    ["xyامروز", "2026-03-01"],
    ["+", "2026-03-02"],
    ["-", "2026-02-28"],
    ["+5", "2026-03-06"],
    ["-10", "2026-02-19"],
    ["+++", "2026-03-04"],
    ["=", "2026-03-02"],
  ])("goes with %s to %s", async (keys, date) => {
    const { user, field, handedOn } = await dateField("2026-03-01");
    await user.click(field);
    await user.keyboard(keys);
    expect(field.value).toBe(date);
    expect(handedOn()).toBe(date);
  });

  it.each<[string, (user: UserEvent, field: HTMLInputElement) => Promise<void> | void]>([
    ["Ctrl+A", (user) => user.keyboard("{Control>}a{/Control}")],
    ["three clicks", (user, field) => user.tripleClick(field)],
    ["what is no key and no press", (_user, field) => field.select()],
  ])("takes a date that is typed over a counted day, selected by %s", async (_how, select) => {
    const { user, field, handedOn } = await dateField("2026-03-01");
    await user.click(field);
    await user.keyboard("-");
    await select(user, field);
    await user.keyboard("2025-11-20");
    expect(field.value).toBe("2025-11-20");
    expect(handedOn()).toBe("2025-11-20");
  });

  it.each<[string, (user: UserEvent, field: HTMLInputElement) => Promise<void>]>([
    ["Home", (user) => user.keyboard("{Home}")],
    ["Home and End", (user) => user.keyboard("{Home}{End}")],
    ["a press of the mouse", (user, field) => user.click(field)],
  ])("counts no days with a digit after %s", async (_what, go) => {
    const { user, field } = await dateField("2026-03-01");
    await user.click(field);
    await user.keyboard("-");
    await go(user, field);
    await user.keyboard("9");
    expect([...field.value].filter((character) => character === "9")).toHaveLength(1);
    expect(field.value.replace("9", "")).toBe("2026-02-28");
  });

  it.each([
    { key: "=", ctrlKey: true },
    { key: "t", metaKey: true },
    { key: "-", altKey: true },
  ])("leaves to the browser what belongs to it: %j", async (pressed) => {
    const { field } = await dateField("2026-03-01");
    expect(fireEvent.keyDown(field, pressed)).toBe(true);
    expect(field.value).toBe("2026-03-01");
  });

  it("goes on counting over a key that does nothing by itself", async () => {
    const { user, field } = await dateField("2026-03-01");
    await user.click(field);
    await user.keyboard("+{Shift}1{Shift}0");
    expect(field.value).toBe("2026-03-11");
  });

  it("takes a date that is typed, with Persian digits too", async () => {
    const { user, field, handedOn } = await dateField("");
    await user.type(field, "۲۰۲۶/۳/۵");
    await user.tab();
    expect(handedOn()).toBe("2026-03-05");
    expect(field.value).toBe("2026-03-05");
  });

  it("takes a date of the Solar calendar for the day that it is, and shows that once it is left", async () => {
    const { user, field, handedOn } = await dateField("");
    await user.type(field, "۱۴۰۴/۱۲/۲۹");
    expect(handedOn()).toBe("2026-03-20");
    expect(field.getAttribute("aria-invalid")).toBeNull();
    expect(describedBy(field)).toBe("Friday · 29 Hut 1404");
    await user.tab();
    expect(field.value).toBe("2026-03-20");
  });

  it.each([
    ["2026-02-30", "Give the date as YYYY-MM-DD, a day that exists"],
    ["1999-12-31", "The date must not be before 2000-01-01"],
    ["2026-03-23", "The date must not be after 2026-03-22"],
  ])("refuses %s", async (typed, reason) => {
    const { user, field } = await dateField("");
    await user.type(field, typed);
    expect(screen.getByText(reason)).toBeDefined();
    expect(field.getAttribute("aria-invalid")).toBe("true");
  });

  it("keeps what was typed, and can be typed in, while its calendar cannot be fetched", async () => {
    vi.spyOn(console, "error").mockReturnValue();
    vi.spyOn(console, "warn").mockReturnValue();
    let said: Said = "no answer";
    replying({ "GET /healthz": () => said });
    const { user, field, handedOn } = await dateField("");
    await user.type(field, "2026-03-0");
    await user.click(screen.getByRole("button", { name: "Open the calendar" }));
    await screen.findByText("The server cannot be reached. This opens by itself when it answers again.");
    await user.type(field, "5");
    expect(handedOn()).toBe("2026-03-05");
    said = { body: { status: "ok" } };
    await user.click(screen.getByRole("button", { name: "Open the calendar" }));
    expect(await screen.findByRole("button", { name: "15 March 2026" })).toBeDefined();
  });

  it("opens a calendar to choose a day from", async () => {
    replying({ "GET /healthz": { body: { status: "ok" } } });
    const { user, handedOn } = await dateField("2026-03-01");
    await user.click(screen.getByRole("button", { name: "Open the calendar" }));
    await user.click(await screen.findByRole("button", { name: "15 March 2026" }));
    expect(handedOn()).toBe("2026-03-15");
  });

  it("names months, days of the week and days in its calendar as Kabul does where the screens speak Dari", async () => {
    spokenIn("fa-AF");
    replying({ "GET /healthz": { body: { status: "ok" } } });
    const { user } = await dateField("2026-03-01");
    await user.click(screen.getByRole("button", { name: "Open the calendar" }));
    await user.click(await screen.findByRole("button", { name: "مارچ 2026" }));
    expect(screen.getByRole("button", { name: "فبروری" })).toBeDefined();
    await user.click(screen.getByRole("button", { name: "مارچ" }));
    expect(screen.getByRole("button", { name: "15 مارچ 2026" })).toBeDefined();
    expect(screen.getAllByRole("columnheader").map(({ textContent }) => textContent)).toEqual([..."شیدسچپج"]);
  });

  it.each([
    ["en", "15 March 2026", ["16 March 2026", "15 March 2026", "14 March 2026", "7 March 2026"]],
    ["fa-AF", "15 مارچ 2026", ["14 مارچ 2026", "15 مارچ 2026", "16 مارچ 2026", "9 مارچ 2026"]],
  ] as const)("goes to the side that an arrow points to, in its calendar as it is read in %s", async (language, begun, gone) => {
    spokenIn(language);
    replying({ "GET /healthz": { body: { status: "ok" } } });
    const { user } = await dateField("2026-03-15");
    await user.click(screen.getByRole("button", { name: "Open the calendar" }));
    const day = await screen.findByRole("button", { name: begun });
    act(() => day.focus());
    const seen: (string | null)[] = [];
    for (const key of ["Right", "Left", "Left", "Up"]) {
      await user.keyboard(`{Arrow${key}}`);
      seen.push(document.activeElement?.getAttribute("aria-label") ?? null);
    }
    expect(seen).toEqual(gone);
  });

  it("closes its calendar by Escape, and not the dialog that it stands in", async () => {
    replying({ "GET /healthz": { body: { status: "ok" } } });
    const closed = vi.fn();
    await stage(
      <FormDialog opened title="Edit" onClose={closed}>
        <Form start="2026-03-01" />
      </FormDialog>,
    );
    const user = userEvent.setup({ delay: null });
    const calendar = () => screen.queryByRole("dialog", { name: "Open the calendar" });
    for (const name of ["15 March 2026", "Previous month", "March 2026", undefined]) {
      await user.click(screen.getByRole("button", { name: "Open the calendar" }));
      const place = name === undefined ? calendar() : await screen.findByRole("button", { name });
      // The calendar takes the focus itself, a moment later.
      await waitFor(() => expect(calendar()?.contains(document.activeElement)).toBe(true));
      place?.focus();
      await waitFor(() => expect(document.activeElement).toBe(place));
      await user.keyboard("{Escape}");
      await waitFor(() => expect(calendar()).toBeNull());
      expect(closed).not.toHaveBeenCalled();
    }
    await user.keyboard("{Escape}");
    expect(closed).toHaveBeenCalledOnce();
  });
});
