import { Paper, Stack, Title } from "@mantine/core";
import { useId, type ReactNode } from "react";

import classes from "./transactions.module.css";

interface SideCardProps {
  /** Decides the colour of the card's edge. */
  readonly side: "debit" | "credit" | "purchase" | "selling" | "deal";
  readonly title: string;
  readonly children: ReactNode;
}

/** One side of an entry: a card with a heading of its own. */
export function SideCard({ side, title, children }: SideCardProps) {
  const heading = useId();
  return (
    <Paper
      withBorder
      p="md"
      component="section"
      aria-labelledby={heading}
      className={`${classes["card"] ?? ""} ${classes[side] ?? ""}`}
    >
      <Title order={2} id={heading} size="h4" mb="sm">
        {title}
      </Title>
      <Stack gap="sm">{children}</Stack>
    </Paper>
  );
}
