import { expect, onTestFinished, test, vi } from "vitest";

import { saveFile } from "./save-file.ts";

test("a file stays there for as long as somebody may take to say that it is to be saved", () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const given = vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(() => undefined);
  vi.spyOn(URL, "createObjectURL").mockReturnValue("blob:here");
  const revoke = vi.spyOn(URL, "revokeObjectURL").mockImplementation(() => undefined);
  saveFile({ content: new Blob(["a,b"]), name: "list.csv" });
  expect(given).toHaveBeenCalledOnce();
  vi.advanceTimersByTime(30_000);
  expect(revoke).not.toHaveBeenCalled();
  vi.advanceTimersByTime(60_000);
  expect(revoke).toHaveBeenCalledWith("blob:here");
});
