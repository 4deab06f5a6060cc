export type OneByOne = <Result>(name: string, work: () => Promise<Result>) => Promise<Result>;

/**
 * Does work of the same name one after another, in the order it came, and work of other names beside it: what is sent twice at the
 * same moment waits here, without a connection of the database, and then finds the answer of the first.
 */
export function createOneByOne(): OneByOne {
  const lastOf = new Map<string, Promise<unknown>>();
  return async (name, work) => {
    const before = lastOf.get(name);
    const mine = before === undefined ? work() : before.then(work);
    const settled = mine.then(
      () => undefined,
      () => undefined,
    );
    lastOf.set(name, settled);
    try {
      return await mine;
    } finally {
      if (lastOf.get(name) === settled) lastOf.delete(name);
    }
  };
}
