import { Button, Center, ScrollArea, Skeleton, Stack, Text } from "@mantine/core";
import { useTranslation } from "react-i18next";

import type { DashboardList } from "#contract/dashboard.ts";
import type { Hawala } from "#contract/hawalas.ts";
import { searchInstead } from "#web/lib/search-focus.ts";
import { LoadError } from "#web/shell/load-error.tsx";
import { ReadOn } from "#web/shell/read-on.tsx";
import { SettledRows } from "#web/ui/settled-rows.tsx";

import { isWaiting } from "./figures.ts";
import classes from "./hawala-row.module.css";
import { HawalaRow, useHawalaWords } from "./hawala-row.tsx";
import type { HawalaPages } from "./use-hawala-pages.ts";

const scrollHeight = 500;

interface HawalaListProps {
  readonly shown: DashboardList;
  /** What the list is called. */
  readonly name: string;
  readonly pages: HawalaPages;
  /** Something is searched for. */
  readonly isSearch: boolean;
  readonly cancellingId: number | undefined;
  /** Undefined where nothing may be cancelled. */
  readonly onCancel: ((hawala: Hawala) => void) | undefined;
}

/** The hawalas behind a figure in a frame of their own, which reads on as it is scrolled. */
export function HawalaList({ shown, name, pages, isSearch, cancellingId, onCancel }: HawalaListProps) {
  const { t } = useTranslation("dashboard");
  const { list, rows, isGoingOn, isFailed, readOn } = pages;
  const title = shown === "passed" ? t("list.passedFailed") : t("list.failed");
  const failure = isFailed ? <LoadError title={title} error={list.error} onRetry={() => void list.refetch()} /> : null;
  if (list.data === undefined || isGoingOn) return failure ?? <Waiting />;
  if (rows.length === 0)
    return (
      failure ?? (
        // As high as the list, which may come back with the next letter.
        <Center h={scrollHeight} role="status" className={classes["frame"] ?? ""}>
          <Text c="dimmed">{isSearch ? t("list.noMatch") : t("list.none")}</Text>
        </Center>
      )
    );
  const listName = JSON.stringify([name, isSearch, list.isPlaceholderData]);
  return (
    <>
      {failure}
      <SettledRows page={{ rows, isCut: list.hasNextPage }} list={listName}>
        {(settled) => (
          <ScrollArea
            h={scrollHeight}
            type="auto"
            className={classes["frame"] ?? ""}
            aria-busy={list.isPlaceholderData}
            viewportProps={{ tabIndex: 0, role: "region", "aria-label": t("list.region", { list: name }) }}
            {...(readOn === undefined ? {} : { onBottomReached: readOn })}
          >
            <ul className={classes["list"]}>
              {settled.map((hawala) => (
                <li key={hawala.id}>
                  <HawalaRow
                    hawala={hawala}
                    action={
                      onCancel !== undefined && isWaiting(hawala) ? (
                        <CancelButton hawala={hawala} isRunning={hawala.id === cancellingId} onCancel={onCancel} />
                      ) : undefined
                    }
                  />
                </li>
              ))}
            </ul>
            {/* Where scrolling did not read on. */}
            <ReadOn list={list} label={t("list.more")} failed={t("list.moreFailed")} />
          </ScrollArea>
        )}
      </SettledRows>
    </>
  );
}

interface CancelButtonProps {
  readonly hawala: Hawala;
  readonly isRunning: boolean;
  readonly onCancel: (hawala: Hawala) => void;
}

function CancelButton({ hawala, isRunning, onCancel }: CancelButtonProps) {
  const { t } = useTranslation("dashboard");
  const { numberOf } = useHawalaWords();
  return (
    <Button
      ref={searchInstead}
      size="compact-sm"
      variant="default"
      aria-disabled={isRunning}
      aria-label={isRunning ? undefined : t("list.cancelOf", { number: numberOf(hawala) })}
      onClick={() => {
        if (!isRunning) onCancel(hawala);
      }}
    >
      {isRunning ? t("list.cancelling") : t("list.cancel")}
    </Button>
  );
}

const placeholders = [1, 2, 3, 4, 5, 6, 7, 8] as const;

function Waiting() {
  return (
    <Stack gap={14} h={scrollHeight} p="sm" className={classes["frame"] ?? ""} aria-hidden>
      {placeholders.map((row) => (
        <Skeleton key={row} height={40} />
      ))}
    </Stack>
  );
}
