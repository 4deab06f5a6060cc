import { Textarea } from "@mantine/core";

import classes from "./amount-in-words.module.css";
import { wordsOf, type WordsPart } from "./amount-words.ts";

export interface AmountInWordsProps {
  readonly label: string;
  /** The text of the amount field beside it. */
  readonly amount: string;
  readonly part: WordsPart;
}

/** The amount in words while it is typed. */
export function AmountInWords({ label, amount, part }: AmountInWordsProps) {
  return (
    <Textarea
      label={label}
      value={wordsOf(amount, part)}
      readOnly
      rows={1}
      variant="filled"
      classNames={{ input: classes["words"] ?? "" }}
    />
  );
}
