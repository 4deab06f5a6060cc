import { Paper, Stack, Title } from "@mantine/core";
import { useId, type ReactNode } from "react";

interface SectionCardProps {
  readonly title: string;
  readonly children: ReactNode;
}

/** A part of a hawala's form under a heading of its own. */
export function SectionCard({ title, children }: SectionCardProps) {
  const heading = useId();
  return (
    <Paper withBorder p="md" component="section" aria-labelledby={heading} h="100%">
      <Title order={2} id={heading} size="h4" mb="sm">
        {title}
      </Title>
      <Stack gap="sm">{children}</Stack>
    </Paper>
  );
}
