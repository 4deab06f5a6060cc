import { Paper, Title } from "@mantine/core";
import { useId, type ReactNode } from "react";

import classes from "./dashboard.module.css";

/** A titled part of the dashboard. */
export function Panel({
  title,
  aside,
  children,
}: {
  readonly title: string;
  readonly aside?: ReactNode;
  readonly children: ReactNode;
}) {
  const id = useId();
  return (
    <Paper component="section" withBorder p="md" aria-labelledby={id} className={classes["panel"]}>
      <div className={classes["panelHead"]}>
        <Title order={2} id={id}>
          {title}
        </Title>
        {aside}
      </div>
      {children}
    </Paper>
  );
}
