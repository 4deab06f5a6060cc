import { act, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useReducer, useState } from "react";
import { expect, it, vi } from "vitest";

import { replyingOffice } from "#web/testing/office.ts";
import type { Said } from "#web/testing/replies.ts";
import { stage } from "#web/testing/stage.tsx";

import { Palette } from "./palette.tsx";

it("goes once to what was entered before it was found, however often it is drawn until it closes", async () => {
  replyingOffice();
  let closed = 0;
  function DrawnAgain() {
    const [, drawAgain] = useReducer((times: number) => times + 1, 0);
    const close = (): void => {
      closed += 1;
      drawAgain();
    };
    return <Palette opened onClose={close} onSheet={close} />;
  }
  const { router } = await stage(<DrawnAgain />);
  await userEvent.type(await screen.findByRole("combobox"), "2003{Enter}");
  await waitFor(() => expect(router.state.location.href).toBe("/accounts/view/103"));
  expect(closed).toBe(1);
});

it("goes nowhere by itself where it was closed before that was found, and opened again", async () => {
  const answer = Promise.withResolvers<Said>();
  const none = { body: [] };
  replyingOffice({
    "GET /api/hawala-details": () => answer.promise,
    "GET /api/transactions/search": none,
    "GET /api/deleted-transactions": none,
  });
  const closed = vi.fn<() => void>();
  let open = (): void => undefined;
  function Closing() {
    const [opened, setOpened] = useState(true);
    open = () => setOpened(true);
    const close = (): void => {
      closed();
      setOpened(false);
    };
    return <Palette opened={opened} onClose={close} onSheet={close} />;
  }
  const { router } = await stage(<Closing />);
  const { href } = router.state.location;
  await userEvent.type(await screen.findByRole("combobox"), "2003{Enter}");
  await screen.findByText(/^2003/);
  await userEvent.keyboard("{Escape}");
  await waitFor(() => expect(screen.queryByRole("combobox")).toBeNull());
  act(() => open());
  await userEvent.type(screen.getByRole("combobox"), "2003");
  answer.resolve(none);
  await waitFor(() => expect(screen.getByRole("status").textContent).not.toBe(""));
  expect(router.state.location.href).toBe(href);
  expect(closed).toHaveBeenCalledOnce();
});
