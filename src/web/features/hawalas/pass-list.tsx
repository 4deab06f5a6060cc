import { Card, Checkbox, Group, Skeleton, Stack, Text, Title } from "@mantine/core";
import type { RefObject } from "react";
import { useTranslation } from "react-i18next";

import type { Hawala } from "#contract/hawalas.ts";
import { formatTotal } from "#web/lib/format.ts";
import { searchInstead } from "#web/lib/search-focus.ts";
import { LoadError } from "#web/shell/load-error.tsx";
import { ReadOn } from "#web/shell/read-on.tsx";
import { SettledRows } from "#web/ui/settled-rows.tsx";
import surfaces from "#web/ui/surfaces.module.css";

import type { HawalaList } from "./hawala-list.ts";
import { isFiltered, type PassPlace } from "./pass-place.ts";
import { PassRows, type RowsHandle } from "./pass-rows.tsx";
import { isPayable } from "./pass-rules.ts";
import classes from "./pass.module.css";
import type { Ticked } from "./use-ticked.ts";

interface PassListProps {
  readonly place: PassPlace;
  readonly found: HawalaList;
  readonly ticked: Ticked;
  readonly onTicked: (ticked: Ticked) => void;
  readonly onSelect: (id: number) => void;
  readonly rows: RefObject<RowsHandle | null>;
}

/** The list of Pass Hawala, whose rows do not move under the hand of whoever is about to pay one. */
export function PassList(props: PassListProps) {
  const { list, rows } = props.found;
  const listName = JSON.stringify([props.place.filters, list.isPlaceholderData]);
  return (
    <SettledRows page={{ rows, isCut: list.hasNextPage }} list={listName}>
      {(hawalas) => <Listed {...props} hawalas={hawalas} />}
    </SettledRows>
  );
}

/** The list with its heading, and what stands there while or when it has no rows. */
function Listed({ place, found, ticked, onTicked, onSelect, rows, hawalas }: PassListProps & { hawalas: readonly Hawala[] }) {
  const { t } = useTranslation("passHawala");
  const { list, isGoingOn, isFailed } = found;
  const tick = (hawala: Hawala, isTicked: boolean): void => {
    const others = [...ticked].filter(([id]) => id !== hawala.id);
    onTicked(new Map(isTicked ? [...others, [hawala.id, hawala]] : others));
  };
  return (
    <Card withBorder padding={0} component="section" aria-label={t("title")} aria-busy={list.isPlaceholderData}>
      <Group className={classes["listHead"] ?? ""} justify="space-between" gap="xs">
        <Title order={2} size="h4" aria-live="polite">
          {t("list.heading", { total: list.data === undefined || isGoingOn ? "…" : formatTotal(found) })}
        </Title>
        <TickAll hawalas={hawalas} isCut={list.hasNextPage} ticked={ticked} onTicked={onTicked} />
      </Group>
      {isFailed ? <LoadError title={t("list.failed")} error={list.error} onRetry={found.retry} /> : null}
      {list.isPending || isGoingOn ? <PlaceholderRows /> : null}
      {list.data !== undefined && hawalas.length === 0 && !isGoingOn && !isFailed ? (
        <NoHawalas isFiltered={isFiltered(place.filters)} />
      ) : null}
      {hawalas.length === 0 ? null : (
        <>
          <PassRows
            hawalas={hawalas}
            total={found.isAtLeast ? -1 : found.total}
            selected={place.selected}
            ticked={ticked}
            onSelect={onSelect}
            onTick={tick}
            onNearEnd={found.readOn}
            ref={rows}
          />
          <More list={list} />
          <Text size="xs" c="dimmed" className={classes["keys"] ?? ""}>
            {t("list.keys")}
          </Text>
        </>
      )}
    </Card>
  );
}

interface TickAllProps extends Pick<PassListProps, "ticked" | "onTicked"> {
  readonly hawalas: readonly Hawala[];
  /** More of them follow, which have not been read. */
  readonly isCut: boolean;
}

/** One tick for everything on screen that waits to be paid. It says how many those are where they are not all that wait. */
function TickAll({ hawalas, isCut, ticked, onTicked }: TickAllProps) {
  const { t } = useTranslation("passHawala");
  const payable = hawalas.filter(isPayable);
  const count = payable.filter(({ id }) => ticked.has(id)).length;
  if (payable.length === 0) return null;
  const isWhole = count === payable.length;
  return (
    <Checkbox
      ref={searchInstead}
      size="xs"
      label={isCut ? t("list.tickShown", { count: payable.length }) : t("list.tickAll")}
      checked={isWhole}
      indeterminate={count > 0 && !isWhole}
      onChange={() => onTicked(isWhole ? new Map() : new Map([...ticked, ...payable.map((one) => [one.id, one] as const)]))}
    />
  );
}

/** Reads on where scrolling did not, and says why it could not. */
export function More({ list }: Pick<HawalaList, "list">) {
  const { t } = useTranslation("passHawala");
  return <ReadOn list={list} label={t("list.more")} failed={t("list.moreFailed")} />;
}

const placeholders = [1, 2, 3, 4, 5] as const;

/** Rows that stand in for those on their way. */
export function PlaceholderRows() {
  const { t } = useTranslation("passHawala");
  return (
    <div role="status">
      <Text size="sm" c="dimmed" px="md" py="xs">
        {t("list.loading")}
      </Text>
      {placeholders.map((row) => (
        <div key={row} className={classes["placeholder"]}>
          <Stack gap={8} flex={1}>
            <Skeleton height={14} width="35%" />
            <Skeleton height={12} width="55%" />
          </Stack>
          <Skeleton height={14} width={96} />
        </div>
      ))}
    </div>
  );
}

/** Says that there is nothing, and what to do next. */
export function NoHawalas({ isFiltered: narrowed }: { readonly isFiltered: boolean }) {
  const { t } = useTranslation("passHawala");
  return (
    <div className={surfaces["empty"]} role="status">
      <Text fw={600}>{t("list.empty")}</Text>
      <Text size="sm" c="dimmed">
        {narrowed ? t("list.emptyFiltered") : t("list.emptyNext")}
      </Text>
    </div>
  );
}
