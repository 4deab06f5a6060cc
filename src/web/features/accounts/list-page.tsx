import { Button, Card, Group, Stack, Text } from "@mantine/core";
import { IconArrowsExchange } from "@tabler/icons-react";
import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { z } from "zod";

import { listAccounts } from "#contract/accounts.ts";
import { readPages } from "#web/lib/query.ts";
import { useUrlState } from "#web/lib/url.ts";
import { paths } from "#web/paths.ts";
import { ButtonLink } from "#web/shell/button-link.tsx";
import { LoadError } from "#web/shell/load-error.tsx";
import { Page } from "#web/shell/page.tsx";

import { AccountRow } from "./account-row.tsx";
import { EditDialog } from "./edit-dialog.tsx";
import { ExportButton } from "./export-button.tsx";
import { LastUpdated } from "./last-updated.tsx";
import classes from "./list-page.module.css";
import { NoAccounts, PlaceholderRows } from "./list-states.tsx";
import { longestSearch, SearchBox } from "./search-box.tsx";

const pageSize = 50;

const listState = z.object({ q: z.string().max(longestSearch).catch("") });

/** Old Account Edit: every account of the house, searched and read page by page on the server. */
export function AccountListPage() {
  const { t } = useTranslation("accounts");
  const [{ q }, setState] = useUrlState(listState);
  const [editedId, setEditedId] = useState<number>();
  const list = useAccountList(q);
  return (
    <Page
      title={t("list.title")}
      description={
        <LastUpdated
          at={list.data === undefined ? undefined : list.dataUpdatedAt}
          onReload={() => void list.refetch()}
          isLoading={list.isFetching}
        />
      }
      actions={
        <>
          <ExportButton q={q} />
          <ButtonLink to={paths.transfer} leftSection={<IconArrowsExchange size={16} aria-hidden />}>
            {t("list.newTransaction")}
          </ButtonLink>
        </>
      }
    >
      <SearchBox value={q} onChange={(text) => setState({ q: text })} />
      {list.isError && !list.isFetchNextPageError ? (
        <LoadError title={t("list.failed")} error={list.error} onRetry={() => void list.refetch()} />
      ) : null}
      <AccountList list={list} q={q} onEdit={setEditedId} />
      <EditDialog id={editedId} onClose={() => setEditedId(undefined)} />
    </Page>
  );
}

function useAccountList(q: string) {
  return useInfiniteQuery({ ...readPages(listAccounts, { query: { q, limit: pageSize } }), placeholderData: keepPreviousData });
}

interface AccountListProps {
  readonly list: ReturnType<typeof useAccountList>;
  readonly q: string;
  readonly onEdit: (id: number) => void;
}

function AccountList({ list, q, onEdit }: AccountListProps) {
  const { t } = useTranslation("accounts");
  if (list.data === undefined) return list.isPending ? <PlaceholderRows /> : null;
  const accounts = list.data.pages.flatMap((page) => page.rows);
  const total = list.data.pages.at(-1)?.total ?? 0;
  if (accounts.length === 0) return <NoAccounts isSearch={q !== ""} />;
  return (
    <Stack gap="sm" aria-busy={list.isPlaceholderData}>
      <Text size="sm" c="dimmed" role="status">
        {t("list.shown", { shown: counted(accounts.length), total: counted(total) })}
      </Text>
      <Card withBorder padding={0}>
        <ul className={classes["list"]} aria-label={t("list.heading")}>
          {accounts.map((account) => (
            <AccountRow key={account.id} account={account} onEdit={onEdit} />
          ))}
        </ul>
      </Card>
      <More list={list} />
    </Stack>
  );
}

function More({ list }: Pick<AccountListProps, "list">) {
  const { t } = useTranslation("accounts");
  if (!list.hasNextPage) return null;
  return (
    <Stack gap="sm">
      {list.isFetchNextPageError ? (
        <LoadError title={t("list.moreFailed")} error={list.error} onRetry={() => void list.fetchNextPage()} />
      ) : (
        <Group justify="center">
          <Button variant="default" loading={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
            {t("list.more")}
          </Button>
        </Group>
      )}
    </Stack>
  );
}

function counted(count: number): string {
  return count.toLocaleString("en-US");
}
