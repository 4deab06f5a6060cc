/** A storage of the browser that may be full or forbidden: it then keeps nothing, which costs a convenience and no more. */
interface Keeper {
  readonly textOf: (key: string) => string | null;
  /** What lies there as JSON; undefined for nothing, and for what is none. */
  readonly jsonOf: (key: string) => unknown;
  /** Keeps a text; false where that cannot be done. */
  readonly keep: (key: string, text: string) => boolean;
  readonly drop: (key: string) => void;
  /** Every key that starts so. */
  readonly keysUnder: (prefix: string) => string[];
}

/** The storage is asked for at each use: where it is forbidden, that alone fails. */
function keeperIn(storage: () => Storage): Keeper {
  const attempt = <Result>(act: (kept: Storage) => Result, otherwise: Result): Result => {
    try {
      return act(storage());
    } catch {
      return otherwise;
    }
  };
  return {
    textOf: (key) => attempt((kept) => kept.getItem(key), null),
    jsonOf: (key) => attempt((kept): unknown => JSON.parse(kept.getItem(key) ?? "null") ?? undefined, undefined),
    keep: (key, text) =>
      attempt((kept) => {
        kept.setItem(key, text);
        return true;
      }, false),
    drop: (key) => attempt((kept) => kept.removeItem(key), undefined),
    keysUnder: (prefix) => attempt((kept) => Object.keys(kept).filter((key) => key.startsWith(prefix)), []),
  };
}

/** What is kept for all tabs of the browser, from one day to the next. */
export const inBrowser = keeperIn(() => localStorage);
/** What a tab keeps from one load of the page to the next. */
export const inTab = keeperIn(() => sessionStorage);
