import { expect, test } from "vitest";

import { inTurn } from "./turns.ts";

/** Works that end when they are told to, and the order in which they began. */
function desk() {
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const ask = (who: string, name = who) =>
    inTurn(who, () => {
      begun.push(name);
      return new Promise<string>((resolve) => ends.set(name, () => resolve(name)));
    });
  return { begun, ask, end: (name: string) => ends.get(name)?.() };
}

test("two are made at once, the others in the order they came", async () => {
  const { begun, ask, end } = desk();
  const made = ["a", "b", "c", "d"].map((who) => ask(who));
  expect(begun).toEqual(["a", "b"]);
  end("b");
  await made[1];
  await expect.poll(() => begun).toEqual(["a", "b", "c"]);
  end("a");
  await made[0];
  await expect.poll(() => begun).toEqual(["a", "b", "c", "d"]);
  for (const name of ["c", "d"]) end(name);
  expect(await Promise.all(made)).toEqual(["a", "b", "c", "d"]);
});

test("one person has one made and one waiting, and the free place is somebody else's", async () => {
  const { begun, ask, end } = desk();
  const [first, second] = [ask("a", "first"), ask("a", "second")];
  await expect(ask("a", "third")).rejects.toMatchObject({
    code: "too_many",
    message: "One of your files is waiting to be made already. Export again when you have it",
  });
  const other = ask("b");
  expect(begun).toEqual(["first", "b"]);
  end("b");
  expect(await other).toBe("b");
  expect(begun).toEqual(["first", "b"]);
  end("first");
  expect(await first).toBe("first");
  await expect.poll(() => begun).toEqual(["first", "b", "second"]);
  const again = ask("a", "again");
  end("second");
  expect(await second).toBe("second");
  await expect.poll(() => begun).toContain("again");
  end("again");
  expect(await again).toBe("again");
});

test("too many waiting are refused; a failure gives the place on", async () => {
  const gate = Promise.withResolvers<void>();
  const failing = inTurn("0", () => gate.promise);
  const made = Array.from({ length: 21 }, (_, index) => inTurn(String(index + 1), () => gate.promise.catch(() => "made")));
  await expect(inTurn("late", () => Promise.resolve())).rejects.toMatchObject({
    code: "too_many",
    message: "Too many files are being made at once. Try again in a moment",
  });
  gate.reject(new Error("the database went away"));
  await expect(failing).rejects.toThrow("the database went away");
  expect(await Promise.all(made)).toEqual(Array.from({ length: 21 }, () => "made"));
  expect(await inTurn("late", () => Promise.resolve("late"))).toBe("late");
});
