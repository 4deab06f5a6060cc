import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { expect, it, vi } from "vitest";

import { replying } from "#web/testing/replies.ts";
import { stage } from "#web/testing/stage.tsx";

import { BusinessDateInput } from "./business-date-input.tsx";

it("a field without a date opens its calendar in the office's month, on days that an entry can have", async () => {
  // The browser's clock stands a year behind.
  vi.useFakeTimers({ toFake: ["Date"], now: new Date("2025-03-21T08:00:00Z") });
  replying({ "GET /healthz": { body: { status: "ok" } } });
  await stage(<BusinessDateInput label="Date" value="" onChange={() => undefined} />, { office: { today: "2026-03-21" } });
  await userEvent.setup({ delay: null }).click(screen.getByRole("button", { name: "Open the calendar" }));
  const isOffered = (day: string) => !screen.getByRole<HTMLButtonElement>("button", { name: day }).disabled;
  await screen.findByRole("button", { name: "22 March 2026" });
  expect(["22 March 2026", "23 March 2026"].map(isOffered)).toEqual([true, false]);
});

it("a date that is still being typed is not called wrong, and one that was left so is", async () => {
  const wrong = "Give the date as YYYY-MM-DD, a day that exists";
  function Form() {
    const [date, setDate] = useState("");
    return <BusinessDateInput label="Date" value={date} onChange={setDate} />;
  }
  await stage(<Form />);
  const user = userEvent.setup({ delay: null });
  await user.type(screen.getByRole("textbox", { name: "Date" }), "2026-03-");
  expect(screen.queryByText(wrong)).toBeNull();
  await user.tab();
  expect(screen.getByText(wrong)).toBeDefined();
});
