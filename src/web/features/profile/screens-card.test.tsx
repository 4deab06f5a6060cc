import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it, vi } from "vitest";

import { me } from "#contract/auth.ts";
import { defaultPreferences } from "#contract/profile.ts";
import { queryKeys } from "#web/lib/query.ts";
import { writesOf } from "#web/testing/office.ts";
import { replying, type Replies, type Said } from "#web/testing/replies.ts";
import { admin, stage } from "#web/testing/stage.tsx";

import { ScreensCard } from "./screens-card.tsx";

const change = "PATCH /api/profile/preferences";
const reading = "GET /api/auth/me";
const before = { ...admin, preferences: defaultPreferences };
const compact = { ...defaultPreferences, density: "compact" };

async function card(replies: Replies) {
  const fetched = replying({ [reading]: { body: before }, ...replies });
  const { client } = await stage(<ScreensCard />);
  const user = userEvent.setup({ delay: null });
  const chosen = (name: string) => screen.getByRole<HTMLInputElement>("radio", { name }).checked;
  const sent = (count: number) => waitFor(() => expect(writesOf(fetched)).toHaveLength(count));
  return {
    choose: (name: string) => user.click(screen.getByRole("radio", { name })),
    chosen,
    sent,
    readAgain: () => void client.invalidateQueries({ queryKey: queryKeys.of(me) }),
    settled: () => waitFor(() => expect([client.isMutating(), client.isFetching()]).toEqual([0, 0])),
    read: () => waitFor(() => expect(client.isFetching()).toBe(0)),
  };
}

it("a choice stands against an answer that was read before it was kept", async () => {
  const early = Promise.withResolvers<Said>();
  const during = Promise.withResolvers<Said>();
  const kept = Promise.withResolvers<Said>();
  const readings = [early.promise, during.promise];
  const { choose, chosen, sent, readAgain, settled, read } = await card({
    [reading]: () => readings.shift() ?? { body: { ...before, preferences: compact } },
    [change]: () => kept.promise,
  });
  readAgain();
  await choose("Compact");
  await sent(1);
  early.resolve({ body: before });
  await read();
  expect(chosen("Compact")).toBe(true);
  readAgain();
  kept.resolve({ body: compact });
  during.resolve({ body: before });
  await settled();
  expect(chosen("Compact")).toBe(true);
});

it("what the server keeps has the last word", async () => {
  const { choose, chosen, settled } = await card({
    [change]: "no answer",
    [reading]: { body: { ...before, preferences: compact } },
  });
  // Its answer was lost, and not the choice.
  await choose("Compact");
  await settled();
  expect(chosen("Compact")).toBe(true);
});

it("of two quick choices that fail the later one is shown while it may still be kept, and what stood before both at the end", async () => {
  const answers = [Promise.withResolvers<Said>(), Promise.withResolvers<Said>()];
  const replies = answers.map(({ promise }) => promise);
  const { choose, chosen, sent, settled } = await card({
    [change]: () => replies.shift() ?? "no answer",
    [reading]: "no answer",
  });
  await choose("Dark");
  await choose("Light");
  answers[0]?.resolve("no answer");
  await sent(2);
  expect(chosen("Light")).toBe(true);
  answers[1]?.resolve("no answer");
  await settled();
  expect(chosen("Auto")).toBe(true);
});

it("of two quick choices the one that was kept is what the other falls back to", async () => {
  const replies: Said[] = [{ body: { ...defaultPreferences, theme: "dark" } }, "no answer"];
  const { choose, chosen, settled } = await card({ [change]: () => replies.shift() ?? "no answer", [reading]: "no answer" });
  await choose("Dark");
  await choose("Light");
  await settled();
  expect(chosen("Dark")).toBe(true);
});

it("what the server keeps is read again once, after the last of several quick choices", async () => {
  const answers = [Promise.withResolvers<Said>(), Promise.withResolvers<Said>()];
  const left = answers.map(({ promise }) => promise);
  const asked = vi.fn<() => Said>(() => ({ body: { ...before, preferences: compact } }));
  const { choose, sent, settled } = await card({ [change]: () => left.shift() ?? "no answer", [reading]: asked });
  asked.mockClear();
  await choose("Dark");
  await choose("Compact");
  answers[0]?.resolve({ body: { ...defaultPreferences, theme: "dark" } });
  await sent(2);
  expect(asked).not.toHaveBeenCalled();
  answers[1]?.resolve({ body: compact });
  await settled();
  expect(asked).toHaveBeenCalledTimes(1);
});
