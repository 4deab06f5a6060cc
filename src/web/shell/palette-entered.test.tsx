import { MantineProvider } from "@mantine/core";
import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useReducer, useState } from "react";
import { expect, it } from "vitest";

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

it("goes nowhere when what was entered is found after Escape, while it fades away", async () => {
  const answer = Promise.withResolvers<Said>();
  replyingOffice({ "GET /api/hawala-details": () => answer.promise });
  function Closing() {
    const [opened, setOpened] = useState(true);
    // Unlike that of other tests this one lets dialogs fade.
    return (
      <MantineProvider>
        <Palette opened={opened} onClose={() => setOpened(false)} onSheet={() => setOpened(false)} />
      </MantineProvider>
    );
  }
  const { router } = await stage(<Closing />);
  const { href } = router.state.location;
  await userEvent.type(await screen.findByRole("combobox"), "2003{Enter}");
  await screen.findByText(/^2003/);
  await userEvent.keyboard("{Escape}");
  expect(screen.getByRole("combobox")).toBeDefined();
  answer.resolve({ body: [] });
  await waitFor(() => expect(screen.queryByRole("combobox")).toBeNull());
  expect(router.state.location.href).toBe(href);
});
