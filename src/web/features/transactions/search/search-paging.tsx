import { Button, Group, Text } from "@mantine/core";
import { IconChevronLeft, IconChevronRight, IconChevronsLeft } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";

import { formatCount } from "#web/lib/format.ts";

import type { SearchPlace } from "./search-url.ts";
import classes from "./search.module.css";

interface PagingProps {
  readonly place: SearchPlace;
  readonly shown: number;
  readonly nextCursor: string | undefined;
  /** What is on screen is not the page that the address names: that one is on its way. */
  readonly isOld: boolean;
}

/** Leafs through the results. Each page is a step of the browser's history, so that the back button leafs back too. */
export function Paging({ place, shown, nextCursor, isOld }: PagingProps) {
  const { t } = useTranslation("search");
  const { cursor, from } = place;
  if (cursor === "" && nextCursor === undefined) return null;
  return (
    <Group component="nav" aria-label={t("results.pages")} justify="space-between" gap="xs">
      <Text size="sm" c="dimmed">
        {shown === 0 || isOld ? null : t("results.range", { from: formatCount(from), to: formatCount(from + shown - 1) })}
      </Text>
      <Group gap="xs">
        {cursor === "" ? null : (
          <>
            <Button
              variant="default"
              size="xs"
              onClick={place.firstPage}
              leftSection={<IconChevronsLeft size={14} aria-hidden className={classes["arrow"]} />}
            >
              {t("results.firstPage")}
            </Button>
            <Button
              variant="default"
              size="xs"
              onClick={place.previousPage}
              leftSection={<IconChevronLeft size={14} aria-hidden className={classes["arrow"]} />}
            >
              {t("results.previousPage")}
            </Button>
          </>
        )}
        {nextCursor === undefined ? null : (
          <Button
            variant="default"
            size="xs"
            // The rows on screen still belong to the page before: its next page is the one on its way.
            aria-disabled={isOld}
            onClick={() => {
              if (!isOld) place.nextPage(nextCursor, shown);
            }}
            rightSection={<IconChevronRight size={14} aria-hidden className={classes["arrow"]} />}
          >
            {t("results.nextPage")}
          </Button>
        )}
      </Group>
    </Group>
  );
}
