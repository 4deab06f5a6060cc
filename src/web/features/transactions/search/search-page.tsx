import { Card, Stack, Title } from "@mantine/core";
import { useRef, useState, type RefObject } from "react";
import { useTranslation } from "react-i18next";

import type { Page as PageOf } from "#web/lib/api.ts";
import { formatTotal } from "#web/lib/format.ts";
import { useLiveRefresh } from "#web/lib/live-refresh.ts";
import type { ReadPage } from "#web/lib/settled-rows.ts";
import { LoadError } from "#web/shell/load-error.tsx";
import { Page } from "#web/shell/page.tsx";
import { SettledRows } from "#web/ui/settled-rows.tsx";

import { DeleteDialog } from "./delete-dialog.tsx";
import { EditDialog } from "./edit-dialog.tsx";
import { RecoverDialog } from "./recover-dialog.tsx";
import { useDelete, useRecover } from "./search-actions.ts";
import { DetailsPanel } from "./search-details.tsx";
import { SearchExport } from "./search-export.tsx";
import { SearchForm } from "./search-form.tsx";
import { useSearchList, type SearchList } from "./search-list.ts";
import { Paging } from "./search-paging.tsx";
import { DeletedTable, LiveTable } from "./search-results.tsx";
import { sameSearch } from "./search-rules.ts";
import { GoingOn, Nothing, PlaceholderRows, type WhyNothing } from "./search-states.tsx";
import { useSearchPlace, type SearchPlace } from "./search-url.ts";
import { useFocusBack } from "./use-focus-back.ts";

/** What is being done to a transaction: a dialog of its own for each. */
interface Deed {
  readonly what: "edit" | "delete" | "recover";
  readonly id: number;
}

/** Search Transactions: finds what was recorded, corrects it, deletes and recovers it, and shows its history. */
export function SearchPage() {
  const { t } = useTranslation("search");
  const place = useSearchPlace();
  const list = useSearchList(place);
  const isOthersWork = useLiveRefresh();
  const [deed, setDeed] = useState<Deed>();
  const { asked, filters, selected } = place;
  const results = useRef<HTMLDivElement>(null);
  useFocusBack(results, { askedAbout: deed?.id, selected });
  const doing = (what: Deed["what"]) => (id: number) => setDeed({ what, id });
  const actions = { onEdit: doing("edit"), onDelete: doing("delete"), onRecover: doing("recover") };
  return (
    <Page title={t("title")} actions={asked ? <SearchExport filters={filters} /> : undefined}>
      <SearchForm
        filters={filters}
        hasResults={asked}
        searching={asked && list.isFetching && !isOthersWork}
        onSearch={(wanted) => {
          if (sameSearch(wanted, filters) && place.cursor === "") list.refetch();
          else place.search(wanted);
        }}
        onClear={place.clear}
      />
      {asked ? <Results place={place} list={list} results={results} {...actions} /> : <Nothing why="start" />}
      <DetailsPanel id={deed === undefined ? selected : undefined} onClose={() => place.select(undefined)} {...actions} />
      <Dialogs deed={deed} onClose={() => setDeed(undefined)} />
    </Page>
  );
}

interface DialogsProps {
  readonly deed: Deed | undefined;
  readonly onClose: () => void;
}

/** The dialogs stand outside the list, so that what they began goes on when the list changes under them. */
function Dialogs({ deed, onClose }: DialogsProps) {
  const deletion = useDelete();
  const recovery = useRecover();
  const idOf = (what: Deed["what"]): number | undefined => (deed?.what === what ? deed.id : undefined);
  const close = (): void => {
    deletion.reset();
    recovery.reset();
    onClose();
  };
  return (
    <>
      <EditDialog id={idOf("edit")} onClose={close} />
      <DeleteDialog id={idOf("delete")} deletion={deletion} onClose={close} />
      <RecoverDialog id={idOf("recover")} recovery={recovery} onClose={close} />
    </>
  );
}

interface ResultsProps {
  readonly place: SearchPlace;
  readonly list: SearchList;
  readonly results: RefObject<HTMLDivElement | null>;
  readonly onEdit: (id: number) => void;
  readonly onDelete: (id: number) => void;
  readonly onRecover: (id: number) => void;
}

function Results({ place, list, results, onEdit, onDelete, onRecover }: ResultsProps) {
  const { t } = useTranslation("search");
  const { isDeleted, live, deleted } = list;
  const shown = isDeleted ? deleted : live;
  const isFailed = list.error !== null && !list.isFetching;
  const failure = isFailed ? <LoadError title={list.failed} error={list.error} onRetry={list.refetch} /> : null;
  if (shown === undefined) return failure ?? <PlaceholderRows />;
  const total = formatTotal(shown);
  const common = { selected: place.selected, onOpen: place.select };
  const listName = JSON.stringify([place.filters, place.cursor, list.isOld]);
  return (
    <Stack component="section" gap="sm" ref={results} aria-busy={list.isOld} aria-label={t("results.label")}>
      {failure}
      <Title order={2} aria-live="polite" tabIndex={-1}>
        {t("results.found", { count: shown.total, total })}
      </Title>
      {shown.rows.length === 0 ? (
        <Nothing why={whyNothing(list, { ...shown, isLaterPage: place.cursor !== "" })} />
      ) : isDeleted ? (
        <SettledRows page={pageOf(deleted)} list={listName}>
          {(rows) => (
            <Card withBorder padding={0}>
              <DeletedTable rows={rows} {...common} onRecover={onRecover} />
            </Card>
          )}
        </SettledRows>
      ) : (
        <SettledRows page={pageOf(live)} list={listName}>
          {(rows) => (
            <Card withBorder padding={0}>
              <LiveTable rows={rows} {...common} onEdit={onEdit} onDelete={onDelete} />
            </Card>
          )}
        </SettledRows>
      )}
      {list.isGoingOn ? <GoingOn searchedTo={list.searchedTo} onStop={list.stop} /> : null}
      <Paging
        place={place}
        shown={shown.rows.length}
        nextCursor={list.isGoingOn ? undefined : shown.nextCursor}
        isOld={list.isOld}
      />
    </Stack>
  );
}

interface Emptiness {
  readonly total: number;
  readonly nextCursor: string | undefined;
  readonly isLaterPage: boolean;
}

/** The last rows of a later page may have been deleted or recovered since: what was found then stands on the pages before. */
function whyNothing({ isGoingOn, isDeleted }: SearchList, { total, nextCursor, isLaterPage }: Emptiness): WhyNothing {
  if (isGoingOn) return "noneYet";
  if (nextCursor !== undefined) return "noneSoFar";
  if (isLaterPage && total > 0) return "noneMore";
  return isDeleted ? "noneDeleted" : "none";
}

const noRows: readonly never[] = [];

function pageOf<Row>(read: PageOf<Row> | undefined): ReadPage<Row> {
  return { rows: read?.rows ?? noRows, isCut: read?.nextCursor !== undefined };
}
