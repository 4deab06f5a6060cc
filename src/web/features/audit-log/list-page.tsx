import { Button, Card, Skeleton, Stack, Text } from "@mantine/core";
import { IconRefresh } from "@tabler/icons-react";
import { keepPreviousData, useInfiniteQuery, useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";

import { listAuditLog } from "#contract/audit-log.ts";
import { formatCount } from "#web/lib/format.ts";
import { formatInstant } from "#web/lib/instant.ts";
import { nounsChanged, readPages } from "#web/lib/query.ts";
import { useOffice } from "#web/lib/session.ts";
import { LoadError } from "#web/shell/load-error.tsx";
import { Page } from "#web/shell/page.tsx";
import { ReadOn } from "#web/shell/read-on.tsx";
import surfaces from "#web/ui/surfaces.module.css";

import { ChainCard } from "./chain-card.tsx";
import { EntryTable } from "./entries.tsx";
import { AuditFilterBar } from "./filters.tsx";
import { AuditExport } from "./list-export.tsx";
import { isNarrowed, useAuditFilters, type AuditFilters } from "./place.ts";

const pageSize = 50;

/** Audit Log: everything that was done, by whom and from where, what it changed, and how far that is sealed. */
export function AuditLogPage() {
  const { t } = useTranslation("auditLog");
  const client = useQueryClient();
  const [filters, setFilters] = useAuditFilters();
  const actions = (
    <>
      <Button
        variant="default"
        leftSection={<IconRefresh size={16} aria-hidden />}
        onClick={() => void nounsChanged(client, ["audit-log"])}
      >
        {t("refresh")}
      </Button>
      <AuditExport filters={filters} />
    </>
  );
  return (
    <Page title={t("title")} description={t("description")} actions={actions}>
      <ChainCard />
      <AuditFilterBar filters={filters} onChange={setFilters} />
      <Results filters={filters} />
    </Page>
  );
}

function useEntries(filters: AuditFilters) {
  return useInfiniteQuery({
    ...readPages(listAuditLog, { query: { ...filters, limit: pageSize } }),
    placeholderData: keepPreviousData,
    refetchOnMount: "always",
  });
}

function Results({ filters }: { readonly filters: AuditFilters }) {
  const { t } = useTranslation("auditLog");
  const list = useEntries(filters);
  const entries = list.data?.pages.flatMap((page) => page.rows) ?? [];
  const first = list.data?.pages[0];
  const total = Math.max(first?.total ?? 0, entries.length);
  if (list.isError && list.data === undefined && !list.isFetching)
    return <LoadError title={t("list.failed")} error={list.error} onRetry={() => void list.refetch()} />;
  return (
    <Stack gap="xs" aria-busy={list.isPlaceholderData}>
      {list.isError && !list.isFetchNextPageError ? (
        <LoadError title={t("list.failed")} error={list.error} onRetry={() => void list.refetch()} />
      ) : null}
      {entries.length === 0 ? null : (
        <Text size="sm" c="dimmed" role="status">
          {t(first?.isAtLeast === true ? "list.foundOrMore" : "list.found", {
            count: total,
            total: formatCount(total),
          })}
        </Text>
      )}
      <Card withBorder padding={0}>
        {list.isPending ? <Placeholder /> : null}
        {list.data !== undefined && entries.length === 0 && !list.hasNextPage ? (
          <div className={surfaces["empty"]} role="status">
            <Text fw={600}>{t("list.none")}</Text>
            {isNarrowed(filters) ? (
              <Text size="sm" c="dimmed">
                {t("list.noneNext")}
              </Text>
            ) : null}
          </div>
        ) : null}
        {entries.length === 0 ? null : <EntryTable entries={entries} />}
      </Card>
      <More list={list} />
    </Stack>
  );
}

function Placeholder() {
  const { t } = useTranslation("auditLog");
  return (
    <Stack gap="sm" p="md" role="status" aria-label={t("list.loading")}>
      {[1, 2, 3, 4, 5].map((row) => (
        <Skeleton key={row} height={28} />
      ))}
    </Stack>
  );
}

/** The next entries. Where a page came back short, it says how far it has looked. */
function More({ list }: { readonly list: ReturnType<typeof useEntries> }) {
  const { t } = useTranslation("auditLog");
  const { timeZone } = useOffice();
  const last = list.data?.pages.at(-1);
  const [lookedBackTo] = last?.nextCursor?.split("_") ?? [];
  const isShort = last !== undefined && last.rows.length < pageSize;
  const note =
    isShort && lookedBackTo !== undefined ? (
      <Text size="sm" c="dimmed" role="status">
        {t("list.lookedBack", { when: formatInstant(lookedBackTo, timeZone) })}
      </Text>
    ) : null;
  return <ReadOn list={list} label={t(isShort ? "list.lookFurther" : "list.more")} failed={t("list.moreFailed")} note={note} />;
}
