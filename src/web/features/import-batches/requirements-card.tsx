import { Card, Text, Title } from "@mantine/core";
import { useId } from "react";
import { useTranslation } from "react-i18next";

import classes from "./import.module.css";
import { columnLetters } from "./rules.ts";

/** What a sheet must hold, by the letters of its columns. */
export function RequirementsCard() {
  const { t } = useTranslation("importHawala");
  const heading = useId();
  const hints: Readonly<Record<string, string>> = t("requirements.hints", { returnObjects: true });
  return (
    <Card withBorder component="section" aria-labelledby={heading}>
      <Title order={2} id={heading} size="h4">
        {t("requirements.title")}
      </Title>
      <Text size="sm" c="dimmed" mb="xs">
        {t("requirements.text")}
      </Text>
      <ul className={classes["columns"]}>
        {columnLetters.map((letter) => (
          <li key={letter}>
            <span className={classes["letter"]} aria-label={t("requirements.column", { letter })} role="img">
              {letter}
            </span>
            <span>{t(`requirements.names.${letter}`)}</span>
            {hints[letter] === undefined ? null : <span className={classes["quiet"]}>{hints[letter]}</span>}
          </li>
        ))}
      </ul>
      <Text size="xs" c="dimmed" mt="xs">
        {t("requirements.order")}
      </Text>
    </Card>
  );
}
