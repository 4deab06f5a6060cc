import { Fragment } from "react";

import classes from "./whole-dates.module.css";

const dates = /(\d{4}-\d{2}-\d{2})/;

/** Running text whose dates never break at a hyphen: by its second half alone a day is read as another. */
export function WholeDates({ children }: { readonly children: string }) {
  return children.split(dates).map((part, index) =>
    dates.test(part) ? (
      <span key={index} className={classes["date"]}>
        {part}
      </span>
    ) : (
      <Fragment key={index}>{part}</Fragment>
    ),
  );
}
