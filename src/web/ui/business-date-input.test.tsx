import { screen } from "@testing-library/react";
import userEvent, { type UserEvent } from "@testing-library/user-event";
import { useState } from "react";
import { describe, expect, it } from "vitest";

import { stage } from "#web/testing/stage.tsx";

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
  await stage(<Form start={start} />, { office: { today: "2026-03-21" } });
  return {
    user: userEvent.setup({ delay: null }),
    field: screen.getByRole<HTMLInputElement>("textbox", { name: "Date" }),
    handedOn: () => screen.getByLabelText("handed on").textContent,
  };
}

describe("the date field", () => {
  it("names the day in both calendars", async () => {
    const { field } = await dateField();
    const described = document.getElementById(field.getAttribute("aria-describedby")?.split(" ")[0] ?? "");
    expect(described?.textContent).toBe("Saturday · 1 Hamal 1405");
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

  it("opens a calendar to choose a day from", async () => {
    const { user, handedOn } = await dateField("2026-03-01");
    await user.click(screen.getByRole("button", { name: "Open the calendar" }));
    await user.click(await screen.findByRole("button", { name: "15 March 2026" }));
    expect(handedOn()).toBe("2026-03-15");
  });
});
