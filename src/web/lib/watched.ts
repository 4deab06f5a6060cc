import { useSyncExternalStore } from "react";

/** A value of the whole page, which components follow. */
interface Watched<Value> {
  readonly get: () => Value;
  /** Another value draws again whoever follows it. */
  readonly set: (next: Value) => void;
  /** Calls back at each other value. Returns how to stop. */
  readonly follow: (told: () => void) => () => void;
  /** The value, for a component. */
  readonly useValue: () => Value;
}

export function watched<Value>(first: Value): Watched<Value> {
  let value = first;
  const followers = new Set<() => void>();
  const follow = (told: () => void): (() => void) => {
    followers.add(told);
    return () => void followers.delete(told);
  };
  const get = (): Value => value;
  return {
    get,
    set: (next) => {
      if (next === value) return;
      value = next;
      for (const told of followers) told();
    },
    follow,
    useValue: () => useSyncExternalStore(follow, get),
  };
}
