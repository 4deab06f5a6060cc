import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useReducer } from "react";
import { expect, it } from "vitest";

import { replyingOffice } from "#web/testing/office.ts";
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
