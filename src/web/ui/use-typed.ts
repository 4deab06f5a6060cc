import { useState } from "react";

/**
 * What stands in a field whose value lives in the address. A value that changes by other means (the back button, a link)
 * reaches the field; our own one arriving in the address must not undo what has been typed since.
 */
export function useTyped(value: string, onChange: (value: string) => void) {
  const [typed, setTyped] = useState(value);
  const [sent, setSent] = useState(value);
  const [seen, setSeen] = useState(value);
  if (value !== seen) {
    setSeen(value);
    if (value !== sent) {
      setSent(value);
      setTyped(value);
    }
  }
  return {
    typed,
    type: setTyped,
    /** Puts a value into the address. */
    send: (text: string): void => {
      setSent(text);
      if (text !== value) onChange(text);
    },
  };
}
