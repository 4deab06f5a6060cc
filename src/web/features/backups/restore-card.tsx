import { Card, Text, Title } from "@mantine/core";
import { useId } from "react";
import { useTranslation } from "react-i18next";

import classes from "./backups.module.css";

/** What to do on the day that a backup is needed, in short; the manual of the server has it at length. */
export function RestoreCard() {
  const { t } = useTranslation("backups");
  const heading = useId();
  const steps = t("restore.steps", { returnObjects: true });
  return (
    <Card component="section" withBorder aria-labelledby={heading}>
      <Title order={2} id={heading} size="h4" mb="xs">
        {t("restore.heading")}
      </Title>
      <ol className={classes["steps"]}>
        {steps.map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
      <Text size="sm" c="dimmed" mt="xs">
        {t("restore.key")}
      </Text>
    </Card>
  );
}
