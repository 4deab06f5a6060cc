import { act, renderHook } from "@testing-library/react";
import { describe, expect, it } from "vitest";

import { useChosenSheet } from "./use-chosen-sheet.ts";

type Chosen = ReturnType<typeof useChosenSheet<"noFile">>;

/** A file on a disk that takes its time. */
function slowFile(name: string) {
  const disk = Promise.withResolvers<ArrayBuffer>();
  const file = Object.assign(new File(["PK"], name), { arrayBuffer: () => disk.promise });
  return { file, read: () => act(async () => disk.resolve(new ArrayBuffer(2))), fail: () => act(async () => disk.reject()) };
}

function chooser() {
  const { result } = renderHook(() => useChosenSheet<"noFile">());
  const choose = (...files: File[]) => act(() => void result.current.choose(files));
  const seen = () => ({ name: result.current.file?.name, reading: result.current.reading, fault: result.current.fault });
  return { choose, seen, shown: () => result.current };
}

const nothing = { name: undefined, reading: undefined, fault: undefined };

describe("a sheet that is still being read", () => {
  it("is chosen once it is, and until then none is", async () => {
    const { choose, seen } = chooser();
    const [first, second] = [slowFile("first.xlsx"), slowFile("second.xlsx")];
    choose(first.file);
    await first.read();
    expect(seen()).toEqual({ ...nothing, name: "first.xlsx" });
    choose(second.file);
    expect(seen()).toEqual({ ...nothing, reading: "second.xlsx" });
    await second.read();
    expect(seen()).toEqual({ ...nothing, name: "second.xlsx" });
  });

  it.each<[string, string[], object]>([
    ["another one", ["second.xlsx"], { ...nothing, reading: "second.xlsx" }],
    ["what is no sheet", ["second.pdf"], { ...nothing, fault: "invalidType" }],
    ["several", ["second.xlsx", "third.xlsx"], { ...nothing, fault: "oneFile" }],
    ["an empty folder", [], { ...nothing, fault: "oneFile" }],
  ])("replaces nothing once %s was chosen", async (_what, names, left) => {
    const { choose, seen } = chooser();
    const first = slowFile("first.xlsx");
    choose(first.file);
    choose(...names.map((name) => slowFile(name).file));
    await first.read();
    expect(seen()).toEqual(left);
  });

  it.each<[string, (chosen: Chosen) => void, object]>([
    ["was removed", (chosen) => chosen.remove(), nothing],
    ["was refused by the page", (chosen) => chosen.refuse("noFile"), { ...nothing, fault: "noFile" }],
  ])("is not chosen any more once it %s", async (_what, leave, left) => {
    const { choose, seen, shown } = chooser();
    const first = slowFile("first.xlsx");
    choose(first.file);
    act(() => leave(shown()));
    await first.read();
    expect(seen()).toEqual(left);
  });

  it("is refused where the browser cannot read it", async () => {
    const { choose, seen } = chooser();
    const first = slowFile("first.xlsx");
    choose(first.file);
    await first.fail();
    expect(seen()).toEqual({ ...nothing, fault: "unreadable" });
  });
});
