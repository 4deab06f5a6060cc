import { Card, Title } from "@mantine/core";
import { useId, type ReactNode } from "react";

import classes from "./profile.module.css";

interface ProfileCardProps {
  readonly title: string;
  /** What stands at the end of the heading's line. */
  readonly aside?: ReactNode;
  readonly children: ReactNode;
}

/** A titled part of the profile. */
export function ProfileCard({ title, aside, children }: ProfileCardProps) {
  const id = useId();
  return (
    <Card component="section" tabIndex={-1} withBorder aria-labelledby={id}>
      <div className={classes["head"]}>
        <Title order={2} id={id}>
          {title}
        </Title>
        {aside}
      </div>
      {children}
    </Card>
  );
}
