import { Button, Text } from "@mantine/core";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";

import { placeInstead } from "#web/lib/page-heading.ts";

import { LoadError } from "./load-error.tsx";
import classes from "./read-on.module.css";

export interface ReadOnProps {
  readonly list: {
    readonly hasNextPage: boolean;
    readonly isFetchingNextPage: boolean;
    readonly isFetchNextPageError: boolean;
    readonly error: unknown;
    readonly fetchNextPage: () => unknown;
  };
  /** What the button says. */
  readonly label: string;
  /** What is said where the next rows could not be read. */
  readonly failed: string;
  /** What is said beside the button. */
  readonly note?: ReactNode;
}

/**
 * The button at the end of a list that reads on, or why that could not be done. Where the list has ended, its place has the focus of the
 * button that was pressed, and the next key goes on from there.
 */
export function ReadOn({ list, label, failed, note }: ReadOnProps) {
  const { t } = useTranslation("common");
  const readOn = (): void => void list.fetchNextPage();
  const { hasNextPage } = list;
  return (
    <div tabIndex={-1} className={classes["place"]} data-ended={hasNextPage ? undefined : true}>
      {!hasNextPage ? (
        <Text size="sm" c="dimmed">
          {t("listEnd")}
        </Text>
      ) : list.isFetchNextPageError ? (
        <LoadError title={failed} error={list.error} onRetry={readOn} />
      ) : (
        <>
          {note}
          <Button ref={placeInstead} variant="default" size="xs" loading={list.isFetchingNextPage} onClick={readOn}>
            {label}
          </Button>
        </>
      )}
    </div>
  );
}
