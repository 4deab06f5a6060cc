import { Skeleton, Stack, Text } from "@mantine/core";
import { IconPencil, IconPlus } from "@tabler/icons-react";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";

import { accountHistory, type AccountVersion } from "#contract/accounts.ts";
import { accountStatuses, accountTypes } from "#kernel/account-type.ts";
import { readPages } from "#web/lib/query.ts";
import { LoadError } from "#web/shell/load-error.tsx";
import { ReadOn } from "#web/shell/read-on.tsx";
import { BeforeAndAfter, Changes, Told, VersionHistory } from "#web/shell/version-history.tsx";

import { FactCard } from "./fact-card.tsx";

const pageSize = 10;

type Change = AccountVersion["changes"][number];

/** Who opened the account and who changed it, the latest first, with what stood there before and after. */
export function AccountHistory({ id }: { readonly id: number }) {
  const { t } = useTranslation("accounts");
  const history = useInfiniteQuery(readPages(accountHistory, { params: { id }, query: { limit: pageSize } }));
  const versions = history.data?.pages.flatMap((page) => page.rows) ?? [];
  return (
    <FactCard title={t("history.title")}>
      {history.isPending ? (
        <Stack gap="xs">
          <Skeleton height={20} />
          <Skeleton height={20} />
        </Stack>
      ) : null}
      {history.isSuccess && versions.length === 0 ? <Text c="dimmed">{t("history.none")}</Text> : null}
      <VersionHistory
        versions={versions}
        markOf={({ action }) => (action === "created" ? IconPlus : IconPencil)}
        titleOf={({ action, actor }) => t(`history.acts.${action}`, { user: actor })}
      >
        {(version) => <AccountChanges version={version} />}
      </VersionHistory>
      {history.isError && !history.isFetchNextPageError ? (
        <LoadError title={t("history.failed")} error={history.error} onRetry={() => void history.refetch()} />
      ) : null}
      {history.data === undefined ? null : <ReadOn list={history} label={t("history.earlier")} failed={t("history.failed")} />}
    </FactCard>
  );
}

function AccountChanges({ version: { action, changes } }: { readonly version: AccountVersion }) {
  const { t } = useTranslation("accounts");
  return (
    <>
      {changes.length === 0 ? <Text size="sm">{t("history.same")}</Text> : null}
      <Changes>
        {changes.map((change) => (
          <Told key={change.field} label={t(`fields.${change.field}`)}>
            <Became change={change} first={action === "created"} />
          </Told>
        ))}
      </Changes>
    </>
  );
}

/** What became of a field. Of what an account was opened with there is no "before". */
function Became({ change, first }: { readonly change: Change; readonly first: boolean }) {
  const { t } = useTranslation("accounts");
  const words = useWords(change);
  if (change.field === "picture" || change.field === "signature") {
    if (change.after === "added" || change.after === "removed") return t(`history.${change.after}`);
    // Once it was not told whether there had been one before.
    return t("history.image");
  }
  if (first) return <span dir="auto">{words(change.after)}</span>;
  return <BeforeAndAfter before={words(change.before)} after={words(change.after)} />;
}

/** A value as the form words it: a type and a status by their names, whatever the rest is as it stands. */
function useWords({ field }: Change): (value: string | null) => string {
  const { t } = useTranslation(["accounts", "ui"]);
  return (value) => {
    if (value === null) return t("accounts:conflict.empty");
    const type = field === "accountType" ? accountTypes.find((known) => known === value) : undefined;
    if (type !== undefined) return t(`ui:accountTypes.${type}`);
    const status = field === "accountStatus" ? accountStatuses.find((known) => known === value) : undefined;
    return status === undefined ? value : t(`accounts:statuses.${status}`);
  };
}
