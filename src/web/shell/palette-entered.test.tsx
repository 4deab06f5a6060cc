import { MantineProvider } from "@mantine/core";
import { act, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useReducer, useState } from "react";
import { expect, it, vi } from "vitest";

import { replyingOffice } from "#web/testing/office.ts";
import type { Said } from "#web/testing/replies.ts";
import { stage } from "#web/testing/stage.tsx";

import { Palette } from "./palette.tsx";

it("goes once to what was entered before it was found, however often it is drawn while it fades away", async () => {
  replyingOffice();
  let closed = 0;
  function Fading() {
    const [, drawAgain] = useReducer((times: number) => times + 1, 0);
    const close = (): void => {
      closed += 1;
      drawAgain();
    };
    return <Palette opened onClose={close} onSheet={close} />;
  }
  const { router } = await stage(<Fading />);
  await userEvent.type(await screen.findByRole("combobox"), "2003{Enter}");
  await waitFor(() => expect(router.state.location.href).toBe("/accounts/view/103"));
  expect(closed).toBe(1);
});

/** A palette that fades away when it is closed, unlike that of other tests, with "2003" entered before its answer came. */
async function entered() {
  const answer = Promise.withResolvers<Said>();
  const none = { body: [] };
  replyingOffice({
    "GET /api/hawala-details": () => answer.promise,
    "GET /api/transactions/search": none,
    "GET /api/deleted-transactions": none,
  });
  const closed = vi.fn<() => void>();
  let open = (): void => undefined;
  function Fading() {
    const [opened, setOpened] = useState(true);
    open = () => setOpened(true);
    const close = (): void => {
      closed();
      setOpened(false);
    };
    return (
      <MantineProvider>
        <Palette opened={opened} onClose={close} onSheet={close} />
      </MantineProvider>
    );
  }
  const { router } = await stage(<Fading />);
  const { href } = router.state.location;
  await userEvent.type(await screen.findByRole("combobox"), "2003{Enter}");
  await screen.findByText(/^2003/);
  return { router, href, closed, find: () => answer.resolve(none), openAgain: () => act(() => open()) };
}

it("goes nowhere when what was entered is found after Escape, while it fades away", async () => {
  const { router, href, find } = await entered();
  await userEvent.keyboard("{Escape}");
  expect(screen.getByRole("combobox")).toBeDefined();
  find();
  await waitFor(() => expect(screen.queryByRole("combobox")).toBeNull());
  expect(router.state.location.href).toBe(href);
});

it("goes nowhere by itself where it is opened again before it has faded away", async () => {
  const { closed, find, openAgain } = await entered();
  await userEvent.keyboard("{Escape}");
  openAgain();
  find();
  await waitFor(() => expect(screen.getByRole("status").textContent).not.toBe(""));
  expect(closed).toHaveBeenCalledOnce();
});

it("goes once to what was entered also where it is opened again before it has faded away", async () => {
  const { router, closed, find, openAgain } = await entered();
  find();
  await waitFor(() => expect(router.state.location.href).toBe("/accounts/view/103"));
  openAgain();
  expect(screen.getByRole("combobox")).toBeDefined();
  expect(closed).toHaveBeenCalledOnce();
});
