import { act, fireEvent, screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";

import { importOf } from "#web/testing/import-batches.ts";
import { stage } from "#web/testing/stage.tsx";

import { ResultDialog } from "./result-dialog.tsx";

afterEach(() => void vi.useRealTimers());

test("the result does not clear below a dialog that has taken the focus, but once it has it again", async () => {
  const clear = vi.fn<() => void>();
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"], shouldAdvanceTime: true });
  await stage(
    <>
      <ResultDialog result={importOf({})} onClear={clear} />
      <input aria-label="Password" />
    </>,
  );
  const done = await screen.findByRole("button", { name: "Done" });
  act(() => done.focus());
  act(() => screen.getByLabelText("Password").focus());
  // The pointer that goes there leaves the result on its way.
  fireEvent.pointerLeave(done);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(clear).not.toHaveBeenCalled();
  act(() => done.focus());
  await vi.advanceTimersByTimeAsync(3_000);
  expect(clear).toHaveBeenCalledOnce();
});
