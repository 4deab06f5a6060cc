import { TextInput } from "@mantine/core";
import { screen, waitFor } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { describe, expect, it, vi } from "vitest";
import { z } from "zod";

import { ApiError } from "#web/lib/api-error.ts";
import { useOffice } from "#web/lib/session.ts";
import { isSomethingUnsaved } from "#web/lib/unsaved.ts";
import { passMidnight, theNextDay } from "#web/testing/midnight.ts";
import { stage } from "#web/testing/stage.tsx";
import { EntryForm } from "#web/ui/entry/entry-form.tsx";
import { FormActions } from "#web/ui/entry/form-actions.tsx";
import { useEntryForm, type Doubt, type EntryFormInput } from "#web/ui/entry/use-entry-form.ts";

type Values = Record<"amount" | "note" | "day", string>;
type Input = EntryFormInput<Values, typeof schema, number>;

const theDay = "2026-03-21";
const schema = z.object({ amount: z.string().min(1, "Amount is required"), note: z.string(), day: z.string() });

function Form(given: Partial<Input>) {
  const { today } = useOffice();
  const blank: Values = { amount: "", note: "", day: today };
  const entry = useEntryForm<Values, typeof schema, number>({
    name: "test",
    initialValues: blank,
    dayField: "day",
    schema,
    toSent: (values) => values,
    record: async () => 1,
    next: ({ day }) => ({ ...blank, day }),
    repeated: (last, { day }) => ({ ...last, day }),
    onRecorded: () => undefined,
    onFailed: () => undefined,
    ...given,
  });
  return (
    <EntryForm entry={entry} label="Entry" failureTitle="Failed to save">
      <TextInput label="Amount" {...entry.form.getInputProps("amount")} />
      <TextInput label="Note" {...entry.form.getInputProps("note")} />
      <TextInput label="Day" {...entry.form.getInputProps("day")} />
      <FormActions saving={entry.saving} onNew={() => entry.startOver(blank)} />
    </EntryForm>
  );
}

async function open(given: Partial<Input> = {}, today = theDay) {
  const record = vi.fn<Input["record"]>(given.record ?? (async () => 1));
  const staged = await stage(<Form {...given} record={record} />, { office: { today } });
  const user = userEvent.setup({ delay: null });
  const field = (name: string) => screen.getByLabelText<HTMLInputElement>(name);
  const fill = async (name: string, text: string): Promise<void> => {
    await user.clear(field(name));
    await user.type(field(name), text);
  };
  const press = (name: string) => user.click(screen.getByRole("button", { name }));
  const typed = () => ["Amount", "Day"].map((name) => field(name).value);
  const pass = (to?: string) => passMidnight(staged.client, to);
  return { ...staged, record, field, fill, press, typed, pass };
}

/** Answers one save after the other; the last answer is the one of every further save. */
function answering(...answers: (() => Promise<number>)[]): Input["record"] {
  return () => ((answers.length > 1 ? answers.shift() : answers[0]) ?? recorded)();
}

const failing = (status: number, message: string) => () => Promise.reject(new ApiError({ status, code: "any", message }));
const recorded = async () => 1;
const away = failing(0, "The server cannot be reached.");

describe("a form left open over midnight", () => {
  it("proposes the new day, and nothing counts as typed", async () => {
    const { typed, pass } = await open();
    await pass();
    expect(typed()).toEqual(["", theNextDay]);
    expect(isSomethingUnsaved()).toBe(false);
    await pass("2026-03-23");
    expect(typed()).toEqual(["", "2026-03-23"]);
  });

  it("keeps what was typed, as a draft as well, and what was marked as wrong", async () => {
    const first = await open();
    await first.fill("Note", "Rent");
    await first.press("Save");
    await screen.findByText("Amount is required");
    await first.pass();
    expect(first.typed()).toEqual(["", theNextDay]);
    expect(screen.getByText("Amount is required")).toBeDefined();
    expect(isSomethingUnsaved()).toBe(true);
    await first.fill("Amount", "12");
    first.unmount();
    const second = await open({}, theNextDay);
    expect(second.typed()).toEqual(["12", theNextDay]);
    expect(second.field("Note").value).toBe("Rent");
  });

  it("leaves a day that was chosen, which counts as typed until it is the day", async () => {
    const { typed, fill, pass } = await open();
    await fill("Day", "2026-03-23");
    await pass();
    expect(typed()).toEqual(["", "2026-03-23"]);
    expect(isSomethingUnsaved()).toBe(true);
    await pass("2026-03-23");
    expect(isSomethingUnsaved()).toBe(false);
  });

  it("leaves a chosen day that was carried on from the entry before, and nothing counts as typed", async () => {
    const { typed, fill, press, pass } = await open();
    await fill("Amount", "12");
    await fill("Day", "2026-03-19");
    await press("Save");
    await waitFor(() => expect(typed()).toEqual(["", "2026-03-19"]));
    await pass();
    expect(typed()).toEqual(["", "2026-03-19"]);
    expect(isSomethingUnsaved()).toBe(false);
  });
});

describe("the draft of the day before", () => {
  it("keeps its day, also over the next midnight, and discarding it begins on the new one", async () => {
    const first = await open();
    await first.fill("Amount", "12");
    first.unmount();
    const { typed, press, pass } = await open({}, theNextDay);
    expect(typed()).toEqual(["12", theDay]);
    await pass("2026-03-23");
    expect(typed()).toEqual(["12", theDay]);
    expect(isSomethingUnsaved()).toBe(true);
    await press("Discard draft");
    expect(typed()).toEqual(["", "2026-03-23"]);
    expect(isSomethingUnsaved()).toBe(false);
  });

  it("moves on with the day when it was restored on its own, and is a draft still", async () => {
    const first = await open();
    await first.fill("Amount", "12");
    first.unmount();
    const second = await open();
    await second.pass();
    expect(second.typed()).toEqual(["12", theNextDay]);
    expect(isSomethingUnsaved()).toBe(true);
    second.unmount();
    expect((await open({}, theNextDay)).typed()).toEqual(["12", theNextDay]);
  });
});

describe("a save over midnight", () => {
  it.each([
    ["recorded", recorded, ["", theNextDay]],
    ["refused", failing(409, "The account is closed"), ["12", theNextDay]],
    ["without an answer", away, ["12", theDay]],
  ] as const)("that is then %s leaves the form alone until it is known to be over", async (_said, said, then) => {
    const held = Promise.withResolvers<void>();
    const { record, typed, fill, press, pass } = await open({ record: () => held.promise.then(said) });
    await fill("Amount", "12");
    await press("Save");
    await waitFor(() => expect(record).toHaveBeenCalledTimes(1));
    await pass();
    expect(typed()).toEqual(["12", theDay]);
    held.resolve();
    await waitFor(() => expect(screen.queryByText("Saving...")).toBeNull());
    expect(typed()).toEqual(then);
  });

  it("whose answer was lost is sent again as it was, also after nobody was signed in; the next entry is of the new day", async () => {
    const answers = answering(away, failing(401, "Please sign in"), recorded);
    const { record, typed, fill, press, pass } = await open({ record: answers });
    await fill("Amount", "12");
    await press("Save");
    await screen.findByText("The server cannot be reached.", { exact: false });
    await pass();
    await press("Save");
    await screen.findByText("Please sign in");
    expect(typed()).toEqual(["12", theDay]);
    await press("Save");
    await waitFor(() => expect(typed()).toEqual(["", theNextDay]));
    const [lost, ...again] = record.mock.calls;
    expect(lost?.[0]).toEqual({ amount: "12", note: "", day: theDay });
    expect(again).toEqual([lost, lost]);
    expect(isSomethingUnsaved()).toBe(false);
  });

  it("that is asked about is asked about anew, with the new day", async () => {
    const held = Promise.withResolvers<Doubt>();
    const doubtOf = vi.fn<NonNullable<Input["doubtOf"]>>(async ({ day }) => (day === theDay ? held.promise : undefined));
    const { record, typed, fill, press, pass } = await open({ doubtOf });
    await fill("Amount", "12");
    await press("Save");
    await pass();
    expect(typed()).toEqual(["12", theDay]);
    held.resolve({ title: "Entered before", text: "By Zahra" });
    await waitFor(() => expect(typed()).toEqual(["12", theNextDay]));
    expect(screen.queryByText("By Zahra")).toBeNull();
    await press("Save");
    await waitFor(() => expect(record.mock.calls.map(([body]) => body.day)).toEqual([theNextDay]));
  });

  it("whose answer was lost gives way to New, on the new day", async () => {
    const { typed, fill, press, pass } = await open({ record: away });
    await fill("Amount", "12");
    await press("Save");
    await screen.findByText("The server cannot be reached.", { exact: false });
    await pass();
    await press("New");
    expect(typed()).toEqual(["", theNextDay]);
    await pass("2026-03-23");
    expect(typed()).toEqual(["", "2026-03-23"]);
  });
});

describe("the last entry repeated over midnight", () => {
  it("is of the new day; what it replaced comes back as it was sent, and moves on once that is recorded", async () => {
    const { record, typed, fill, press, pass } = await open({ record: answering(recorded, away, recorded) });
    await fill("Amount", "12");
    await press("Save");
    await waitFor(() => expect(typed()).toEqual(["", theDay]));
    await fill("Amount", "7");
    await press("Save");
    await screen.findByText("The server cannot be reached.", { exact: false });
    await pass();
    await press("Repeat last");
    await waitFor(() => expect(typed()).toEqual(["12", theNextDay]));
    await press("Undo");
    expect(typed()).toEqual(["7", theDay]);
    await press("Save");
    await waitFor(() => expect(typed()).toEqual(["", theNextDay]));
    expect(record.mock.calls[2]).toEqual(record.mock.calls[1]);
  });

  it("gives way to what it replaced before midnight, on the new day", async () => {
    const { typed, fill, press, pass } = await open();
    await fill("Amount", "12");
    await press("Save");
    await waitFor(() => expect(typed()).toEqual(["", theDay]));
    await fill("Amount", "7");
    await press("Repeat last");
    await pass();
    expect(typed()).toEqual(["12", theNextDay]);
    await press("Undo");
    await waitFor(() => expect(typed()).toEqual(["7", theNextDay]));
  });
});
