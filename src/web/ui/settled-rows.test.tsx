import { useQuery, type QueryClient } from "@tanstack/react-query";
import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { beforeEach, expect, onTestFinished, test } from "vitest";

import { keepLive } from "#web/lib/live.ts";
import { playingSources, type PlayedSource } from "#web/testing/event-source.ts";
import { stage } from "#web/testing/stage.tsx";

import { SettledRows } from "./settled-rows.tsx";

let sources: readonly PlayedSource[];
let stored: readonly { readonly id: number }[];
beforeEach(() => {
  sources = playingSources();
  stored = [{ id: 2 }, { id: 1 }];
});

const none: typeof stored = [];

function List() {
  const { data } = useQuery({ queryKey: ["transactions", "list"], queryFn: () => Promise.resolve(stored) });
  return (
    <SettledRows page={{ rows: data ?? none, isCut: false }} list={data === undefined ? "none" : "all"}>
      {(rows) => (
        <ul>
          {rows.map(({ id }) => (
            <li key={id}>
              <button type="button">{`Row ${String(id)}`}</button>
            </li>
          ))}
        </ul>
      )}
    </SettledRows>
  );
}

const shown = (): (string | null)[] => screen.queryAllByRole("listitem").map((row) => row.textContent);
const pill = (): HTMLElement | null => screen.queryByRole("button", { name: /new$/ });

async function openList(): Promise<QueryClient> {
  const { client } = await stage(<List />);
  onTestFinished(keepLive(client));
  await waitFor(() => expect(shown()).toEqual(["Row 2", "Row 1"]));
  return client;
}

/** Another desk records something, and this screen is told. */
async function elsewhere(id: number): Promise<void> {
  stored = [{ id }, ...stored];
  await act(async () => {
    sources.at(-1)?.says(`run.${String(id)}`, ["transactions"]);
    await Promise.resolve();
  });
}

test("what another desk records appears by itself while nobody is at the rows", async () => {
  await openList();
  await elsewhere(3);
  await waitFor(() => expect(shown()).toEqual(["Row 3", "Row 2", "Row 1"]));
  expect(pill()).toBeNull();
});

test("rows do not move under the pointer: new ones wait, are counted, and come when asked for", async () => {
  await openList();
  const list = screen.getByRole("list").parentElement as HTMLElement;
  fireEvent.pointerEnter(list, { pointerType: "mouse" });
  await elsewhere(3);
  await screen.findByRole("button", { name: "1 new" });
  await elsewhere(4);
  await screen.findByRole("button", { name: "2 new" });
  expect(shown()).toEqual(["Row 2", "Row 1"]);
  await userEvent.click(screen.getByRole("button", { name: "2 new" }));
  expect(shown()).toEqual(["Row 4", "Row 3", "Row 2", "Row 1"]);
  expect(pill()).toBeNull();
});

test("they come by themselves when the pointer leaves, and at once when the person's own act has read them", async () => {
  const client = await openList();
  const list = screen.getByRole("list").parentElement as HTMLElement;
  fireEvent.pointerEnter(list, { pointerType: "mouse" });
  await elsewhere(3);
  await screen.findByRole("button", { name: "1 new" });
  fireEvent.pointerLeave(list, { pointerType: "mouse" });
  await waitFor(() => expect(shown()).toEqual(["Row 3", "Row 2", "Row 1"]));
  fireEvent.pointerEnter(list, { pointerType: "mouse" });
  stored = [{ id: 4 }, ...stored];
  await act(() => client.invalidateQueries({ queryKey: ["transactions"] }));
  await waitFor(() => expect(shown()).toEqual(["Row 4", "Row 3", "Row 2", "Row 1"]));
  expect(pill()).toBeNull();
});

test("a finger that has touched the rows holds nothing back", async () => {
  await openList();
  fireEvent.pointerEnter(screen.getByRole("list").parentElement as HTMLElement, { pointerType: "touch" });
  await elsewhere(3);
  await waitFor(() => expect(shown()).toEqual(["Row 3", "Row 2", "Row 1"]));
});

test("rows scrolled away inside their frame stay; asked for, the new ones come into sight", async () => {
  await openList();
  const frame = screen.getByRole("list");
  frame.scrollTop = 100;
  fireEvent.scroll(frame);
  await elsewhere(3);
  const waiting = await screen.findByRole("button", { name: "1 new" });
  expect(shown()).toEqual(["Row 2", "Row 1"]);
  fireEvent.click(waiting);
  expect(shown()).toEqual(["Row 3", "Row 2", "Row 1"]);
  await waitFor(() => expect(frame.scrollTop).toBe(0));
});
