import { Money, type MoneyProps } from "#web/ui/amount/money.tsx";

import classes from "./currency-position.module.css";
import { toneOf } from "./rules.ts";

/** Profit or loss in the base currency: what was gained is green, what was lost red, and each has its sign. */
export function Profit({ value, ...rest }: MoneyProps & { readonly value: string }) {
  const tone = toneOf(value);
  return (
    // The sign and the figure keep their order in every language, as {@link Money} does.
    <span dir="ltr" className={classes[tone]} data-tone={tone}>
      {tone === "gain" ? <span aria-hidden>+</span> : null}
      <Money value={value} {...rest} withoutCode />
    </span>
  );
}
