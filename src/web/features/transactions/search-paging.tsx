import { Button, Group, Text } from "@mantine/core";
import { IconChevronLeft, IconChevronRight, IconChevronsLeft } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";

import { pageSize } from "./search-list.ts";
import type { SearchPlace } from "./search-url.ts";
import classes from "./search.module.css";

interface PagingProps {
  readonly place: SearchPlace;
  readonly shown: number;
  readonly nextCursor: string | undefined;
}

/** Leafs through the results. Each page is a step of the browser's history, so that the back button leafs back too. */
export function Paging({ place, shown, nextCursor }: PagingProps) {
  const { t } = useTranslation("search");
  const { page } = place;
  if (page === 1 && nextCursor === undefined) return null;
  const from = (page - 1) * pageSize + 1;
  const figure = (count: number): string => count.toLocaleString("en-US");
  return (
    <Group component="nav" aria-label={t("results.pages")} justify="space-between" gap="xs">
      <Text size="sm" c="dimmed">
        {shown === 0 ? null : t("results.range", { from: figure(from), to: figure(from + shown - 1) })}
      </Text>
      <Group gap="xs">
        {page > 2 ? (
          <Button
            variant="default"
            size="xs"
            onClick={place.firstPage}
            leftSection={<IconChevronsLeft size={14} aria-hidden className={classes["arrow"]} />}
          >
            {t("results.firstPage")}
          </Button>
        ) : null}
        {page > 1 ? (
          <Button
            variant="default"
            size="xs"
            onClick={place.previousPage}
            leftSection={<IconChevronLeft size={14} aria-hidden className={classes["arrow"]} />}
          >
            {t("results.previousPage")}
          </Button>
        ) : null}
        {nextCursor === undefined ? null : (
          <Button
            variant="default"
            size="xs"
            onClick={() => place.nextPage(nextCursor)}
            rightSection={<IconChevronRight size={14} aria-hidden className={classes["arrow"]} />}
          >
            {t("results.nextPage")}
          </Button>
        )}
      </Group>
    </Group>
  );
}
