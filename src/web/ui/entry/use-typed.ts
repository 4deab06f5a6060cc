import { useDebouncedCallback } from "@mantine/hooks";
import { useReducer, useState } from "react";

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

/** Long enough that a word is one question to the server, short enough to feel at once. */
const pauseMs = 200;

/**
 * {@link useTyped} for a text that is searched for: it reaches the address after a pause in the typing, as it stands in the field by then, without
 * blanks around it. What an address that changed meanwhile has taken out of the field is not brought back.
 */
export function useSearchText(value: string, onChange: (value: string) => void) {
  const { typed, type, send } = useTyped(value, onChange);
  const sendSoon = useDebouncedCallback(() => send(typed.trim()), pauseMs);
  return {
    typed,
    type: (text: string): void => {
      type(text);
      sendSoon();
    },
    /** Searches for a text at once. */
    put: (text: string): void => {
      sendSoon.cancel();
      type(text);
      send(text.trim());
    },
  };
}

/** The key of fields that may hold a text which was not searched for yet, and what begins them anew: it goes with the filters that are cleared. */
export function useFieldsAnew() {
  return useReducer((round: number) => round + 1, 0);
}
