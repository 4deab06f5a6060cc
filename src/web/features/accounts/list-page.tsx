import { Card, Stack, Text } from "@mantine/core";
import { IconArrowsExchange } from "@tabler/icons-react";
import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { useRef, useState, type RefObject } from "react";
import { useTranslation } from "react-i18next";

import { listAccounts } from "#contract/accounts.ts";
import { formatCount } from "#web/lib/format.ts";
import { useLiveRefresh } from "#web/lib/live-refresh.ts";
import { readPages } from "#web/lib/query.ts";
import { useUrlState } from "#web/lib/url.ts";
import { paths } from "#web/paths.ts";
import { ButtonLink } from "#web/shell/button-link.tsx";
import { LoadError } from "#web/shell/load-error.tsx";
import { Page } from "#web/shell/page.tsx";
import { ReadOn } from "#web/shell/read-on.tsx";

import { AccountRows, type RowsHandle } from "./account-rows.tsx";
import { EditDialog } from "./edit-dialog.tsx";
import { LastUpdated } from "./last-updated.tsx";
import { ListExport } from "./list-export.tsx";
import { asked, Filters, isFiltered, listFilters, type ListFilters } from "./list-filters.tsx";
import { useRememberedFilters } from "./list-place.ts";
import { NoAccounts, PlaceholderRows } from "./list-states.tsx";

const pageSize = 50;

/** Old Account Edit: every account of the house, searched, filtered and read page by page on the server. */
export function AccountListPage() {
  const { t } = useTranslation("accounts");
  const [filters, setFilters] = useUrlState(listFilters);
  const [editedId, setEditedId] = useState<number>();
  const rows = useRef<RowsHandle>(null);
  const list = useAccountList(filters);
  const isOthersWork = useLiveRefresh();
  useRememberedFilters(filters);
  return (
    <Page
      title={t("list.title")}
      description={
        <LastUpdated
          at={list.data === undefined ? undefined : list.dataUpdatedAt}
          onReload={() => void list.refetch()}
          isLoading={list.isFetching && !isOthersWork}
        />
      }
      actions={
        <>
          <ListExport filters={filters} isEmpty={list.data?.pages[0]?.total === 0} />
          <ButtonLink to={paths.transfer} leftSection={<IconArrowsExchange size={16} aria-hidden />}>
            {t("list.newTransaction")}
          </ButtonLink>
        </>
      }
    >
      <Filters filters={filters} onChange={setFilters} onEnterList={() => rows.current?.enter()} />
      {list.isError && !list.isFetchNextPageError ? (
        <LoadError title={t("list.failed")} error={list.error} onRetry={() => void list.refetch()} />
      ) : null}
      <AccountList list={list} isSearch={isFiltered(filters)} onEdit={setEditedId} rows={rows} />
      <EditDialog id={editedId} onClose={() => setEditedId(undefined)} />
    </Page>
  );
}

function useAccountList(filters: ListFilters) {
  const query = { ...asked(filters), limit: pageSize };
  return useInfiniteQuery({ ...readPages(listAccounts, { query }), placeholderData: keepPreviousData });
}

interface AccountListProps {
  readonly list: ReturnType<typeof useAccountList>;
  readonly isSearch: boolean;
  readonly onEdit: (id: number) => void;
  readonly rows: RefObject<RowsHandle | null>;
}

function AccountList({ list, isSearch, onEdit, rows }: AccountListProps) {
  const { t } = useTranslation("accounts");
  if (list.data === undefined) return list.isPending ? <PlaceholderRows /> : null;
  const accounts = list.data.pages.flatMap((page) => page.rows);
  const { total, isAtLeast } = totalOf(list.data.pages, accounts.length);
  if (accounts.length === 0) return <NoAccounts isSearch={isSearch} />;
  const mayReadOn = list.hasNextPage && !list.isFetchingNextPage && !list.isFetchNextPageError && !list.isPlaceholderData;
  return (
    <Stack gap="sm" aria-busy={list.isPlaceholderData}>
      <Text size="sm" c="dimmed" role="status">
        {t(isAtLeast ? "list.shownOfMore" : "list.shown", { shown: formatCount(accounts.length), total: formatCount(total) })}
      </Text>
      <Card withBorder padding={0}>
        <AccountRows
          accounts={accounts}
          total={isAtLeast ? -1 : total}
          onEdit={onEdit}
          onNearEnd={mayReadOn ? list.fetchNextPage : undefined}
          ref={rows}
        />
      </Card>
      <ReadOn list={list} label={t("list.more")} failed={t("list.moreFailed")} />
    </Stack>
  );
}

/** How many accounts the list has. What has been read counts as well: counting ends earlier than reading does. */
function totalOf(pages: readonly { readonly total: number; readonly isAtLeast: boolean }[], read: number) {
  const { total = 0, isAtLeast = false } = pages.at(-1) ?? {};
  return { total: Math.max(total, read), isAtLeast };
}
