/**
 * Fills in what is used here and older browsers lack: Safari before 17.4 (an iPhone 8 or X ends at 16), Chrome 109 (the last one of
 * Windows 7), Firefox before 124. Without it not even the sign-in screen would open. It is done as this is imported, before anything uses it.
 */
export function fillGaps(): void {
  fillIn(Promise, "withResolvers", <T>() => {
    let resolve!: PromiseWithResolvers<T>["resolve"];
    let reject!: PromiseWithResolvers<T>["reject"];
    const promise = new Promise<T>((resolved, rejected) => {
      resolve = resolved;
      reject = rejected;
    });
    return { promise, resolve, reject };
  });
  fillIn(AbortSignal, "any", (signals) => {
    const either = new AbortController();
    for (const signal of signals) {
      const follow = (): void => either.abort(signal.reason);
      if (signal.aborted) follow();
      else signal.addEventListener("abort", follow, { once: true, signal: either.signal });
    }
    return either.signal;
  });
  fillIn(Array.prototype, "toReversed", function toReversed(this: readonly unknown[]) {
    return this.map((_one, index) => this[this.length - 1 - index]);
  });
  fillIn(Array.prototype, "toSorted", function toSorted(this: readonly unknown[], compare?: (a: unknown, b: unknown) => number) {
    return [...this].sort(compare);
  });
}

function fillIn<Of extends object, Name extends keyof Of>(place: Of, name: Name, value: Of[Name]): void {
  if (typeof place[name] !== "function") Object.defineProperty(place, name, { value, configurable: true, writable: true });
}

fillGaps();
