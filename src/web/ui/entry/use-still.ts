import { useState } from "react";

/**
 * A value that stands still from when `isStill` begins until it ends. While something is on its way to the server, what is read meanwhile
 * may hold it already: shown as what comes before it, it would count twice.
 */
export function useStill<Value>(value: Value, isStill: boolean): Value {
  const [kept, keep] = useState<{ readonly value: Value }>();
  if (isStill && kept === undefined) keep({ value });
  if (!isStill && kept !== undefined) keep(undefined);
  return isStill && kept !== undefined ? kept.value : value;
}
