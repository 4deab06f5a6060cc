import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { expect, it } from "vitest";

import { stage } from "#web/testing/stage.tsx";

import { Reading } from "./reading.tsx";

it("the sentence of an entry is heard once it stands still, where there was a place for it before", async () => {
  function Entry() {
    const [amount, setAmount] = useState("");
    return (
      <>
        <input aria-label="Amount" value={amount} onChange={({ currentTarget }) => setAmount(currentTarget.value)} />
        <Reading>{amount === "" ? undefined : `You pay out ${amount}`}</Reading>
      </>
    );
  }
  await stage(<Entry />);
  const region = document.querySelector('[aria-live="polite"]');
  expect(region?.getAttribute("aria-busy")).toBe("false");
  await userEvent.setup({ delay: null }).type(screen.getByLabelText("Amount"), "125");
  expect(region?.textContent).toBe("You pay out 125");
  expect(region?.getAttribute("aria-busy")).toBe("true");
  await waitFor(() => expect(region?.getAttribute("aria-busy")).toBe("false"));
  expect(region?.textContent).toBe("You pay out 125");
});
