import { Text } from "@mantine/core";
import { useId } from "react";
import { useTranslation } from "react-i18next";

import type { SheetPreview } from "#contract/import-batches.ts";
import { formatCount } from "#web/lib/format.ts";

import classes from "./left-out-lines.module.css";

/** The lines of a partner's sheet that are no hawalas: how many, and what stands in them. Nothing where there are none. */
export function LeftOutLines({ of: { skipped, skippedLines } }: { readonly of: Pick<SheetPreview, "skipped" | "skippedLines"> }) {
  const { t } = useTranslation("ui");
  const heading = useId();
  const rest = skippedLines - skipped.length;
  if (skippedLines === 0) return null;
  return (
    <section className={classes["leftOut"]} aria-labelledby={heading}>
      <Text size="sm">
        <strong id={heading}>{t("leftOut.title", { count: skippedLines, shown: formatCount(skippedLines) })}</strong>{" "}
        <span className={classes["quiet"]}>{t("leftOut.text")}</span>
      </Text>
      {/* A list that scrolls has to be reached by the keyboard. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <ul className={classes["lines"]} tabIndex={0} aria-labelledby={heading}>
        {skipped.map(({ row, text }) => (
          <li key={row}>
            <span className={classes["quiet"]}>{t("leftOut.row", { row })}</span> <bdi className={classes["text"]}>{text}</bdi>
          </li>
        ))}
        {rest > 0 ? <li className={classes["quiet"]}>{t("leftOut.more", { count: rest, shown: formatCount(rest) })}</li> : null}
      </ul>
    </section>
  );
}
