import { Button, Card, Group, Loader, Skeleton, Stack, Text } from "@mantine/core";
import { useTranslation } from "react-i18next";

import surfaces from "#web/ui/surfaces.module.css";

import classes from "./search.module.css";

const placeholders = [1, 2, 3, 4, 5] as const;

/** Rows that stand in for those on their way. */
export function PlaceholderRows() {
  const { t } = useTranslation("search");
  return (
    <Card withBorder padding={0} role="status" aria-label={t("results.loading")}>
      {placeholders.map((row) => (
        <div key={row} className={classes["placeholder"]}>
          <Skeleton height={14} width={64} />
          <Stack gap={8} flex={1}>
            <Skeleton height={14} width="45%" />
            <Skeleton height={12} width="60%" />
          </Stack>
          <Skeleton height={14} width={96} />
        </div>
      ))}
    </Card>
  );
}

export type WhyNothing = "start" | "none" | "noneYet" | "noneSoFar" | "noneMore" | "noneDeleted";

interface NothingProps {
  readonly why: WhyNothing;
}

/** Says why nothing stands here, and what to do next. */
export function Nothing({ why }: NothingProps) {
  const { t } = useTranslation("search");
  return (
    <Card withBorder padding={0}>
      <div className={surfaces["empty"]} role="status">
        <Text fw={600}>{t(`results.${why}`)}</Text>
        <Text size="sm" c="dimmed">
          {t(`results.${why}Next`)}
        </Text>
      </div>
    </Card>
  );
}

interface GoingOnProps {
  /** The day up to which everything has been looked through. */
  readonly searchedTo: string | undefined;
  readonly onStop: () => void;
}

/** Says that the page is not full yet, and how far the search for the rest of it has come. */
export function GoingOn({ searchedTo, onStop }: GoingOnProps) {
  const { t } = useTranslation("search");
  return (
    <Group role="group" aria-label={t("results.goingOn")} gap="sm">
      <Loader size="xs" aria-hidden />
      <Text size="sm" c="dimmed">
        {searchedTo === undefined ? t("results.goingOn") : t("results.searchedTo", { date: searchedTo })}
      </Text>
      <Button variant="default" size="xs" onClick={onStop}>
        {t("results.stop")}
      </Button>
    </Group>
  );
}
