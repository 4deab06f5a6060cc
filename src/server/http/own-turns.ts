/** Does work of the same user when one of their turns is free, in the order it came, and work of other users beside it. */
export type OwnTurns = <Result>(userId: string, work: () => Result | Promise<Result>) => Promise<Result>;

interface Turns {
  taken: number;
  readonly waiting: (() => void)[];
}

export function createOwnTurns(perUser: number): OwnTurns {
  const turnsOf = new Map<string, Turns>();
  return async (userId, work) => {
    const turns = turnsOf.get(userId) ?? { taken: 0, waiting: [] };
    turnsOf.set(userId, turns);
    if (turns.taken < perUser) turns.taken += 1;
    // Whoever is done hands their turn on.
    else await new Promise<void>((resolve) => turns.waiting.push(resolve));
    try {
      return await work();
    } finally {
      const next = turns.waiting.shift();
      if (next === undefined) turns.taken -= 1;
      else next();
      if (turns.taken === 0) turnsOf.delete(userId);
    }
  };
}
