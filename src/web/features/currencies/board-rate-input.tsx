import type { KeyboardEvent } from "react";

import { parseRate, rateText, smallestRate, type Rate } from "#kernel/rate.ts";
import { shortRate } from "#web/lib/format.ts";
import { RateInput, type RateInputProps } from "#web/ui/amount/rate-input.tsx";

/** 0.001 */
const step = 100_000n;

/** The field for a rate of the board: the arrow keys change it by 0.001, exactly. */
export function BoardRateInput({ value, onChange, onKeyDown, ...others }: RateInputProps) {
  const pressed = (event: KeyboardEvent<HTMLInputElement>): void => {
    onKeyDown?.(event);
    const direction = event.key === "ArrowUp" ? 1n : event.key === "ArrowDown" ? -1n : undefined;
    const rate = parseRate(value === "" ? "0" : value);
    if (direction === undefined || rate === undefined || others.readOnly === true) return;
    event.preventDefault();
    const next = rate + direction * step;
    if (next >= smallestRate) onChange(shortRate(rateText(next as Rate)));
  };
  return (
    <RateInput
      {...others}
      value={value}
      inputWrapperOrder={["label", "input", "description", "error"]}
      onChange={onChange}
      onKeyDown={pressed}
    />
  );
}
