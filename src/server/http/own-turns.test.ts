import { expect, test } from "vitest";

import { createOwnTurns } from "./own-turns.ts";

/** Work that is done when it is told to, and which of it has begun. */
function workbench() {
  const inTurn = createOwnTurns(2);
  const begun: string[] = [];
  const endings = new Map<string, { resolve: () => void; reject: (error: Error) => void }>();
  const start = (user: string, name: string): Promise<void> =>
    inTurn(user, () => {
      begun.push(name);
      const { promise, resolve, reject } = Promise.withResolvers<void>();
      endings.set(name, { resolve, reject });
      return promise;
    });
  return { begun, start, end: (name: string) => endings.get(name) };
}

test("work waits for an own turn in the order it came, and for nobody else's", async () => {
  const { begun, start, end } = workbench();
  const ali = ["a1", "a2", "a3", "a4"].map((name) => start("ali", name));
  const zahra = start("zahra", "z1");
  expect(begun).toEqual(["a1", "a2", "z1"]);
  end("a2")?.resolve();
  await ali[1];
  expect(begun).toEqual(["a1", "a2", "z1", "a3"]);
  for (const name of ["a1", "z1"]) end(name)?.resolve();
  await Promise.all([ali[0], zahra]);
  expect(begun.at(-1)).toBe("a4");
});

test("work that fails hands its turn on, and what is all done leaves every turn free", async () => {
  const { begun, start, end } = workbench();
  const [first, second, third] = ["1", "2", "3"].map((name) => start("ali", name));
  end("1")?.reject(new Error("away"));
  await expect(first).rejects.toThrow("away");
  for (const name of ["2", "3"]) end(name)?.resolve();
  await Promise.all([second, third]);
  for (const name of ["4", "5", "6"]) void start("ali", name);
  expect(begun).toEqual(["1", "2", "3", "4", "5"]);
});
