import { Paper, Text, Title } from "@mantine/core";
import { useId, type ReactNode } from "react";

import classes from "./dashboard.module.css";

interface PanelProps {
  readonly title: string;
  /** What the title leaves open, in a few words. */
  readonly note?: string | undefined;
  /** What stands at the end of the title's line. */
  readonly aside?: ReactNode;
  /** A chart is in it. */
  readonly withChart?: boolean;
  readonly children: ReactNode;
}

/** A titled part of the dashboard. */
export function Panel({ title, note, aside, withChart = false, children }: PanelProps) {
  const id = useId();
  return (
    <Paper
      component="section"
      withBorder
      p="md"
      aria-labelledby={id}
      className={classes["panel"] ?? ""}
      data-with-chart={withChart || undefined}
    >
      <div className={classes["panelHead"]}>
        <div className={classes["panelTitle"]}>
          <Title order={2} size="h4" id={id}>
            {title}
          </Title>
          {note === undefined ? null : (
            <Text size="xs" c="dimmed">
              {note}
            </Text>
          )}
        </div>
        {aside === undefined ? null : <div className={classes["aside"]}>{aside}</div>}
      </div>
      {children}
    </Paper>
  );
}
