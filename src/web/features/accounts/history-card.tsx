import { Skeleton, Stack, Text, Timeline } from "@mantine/core";
import { IconPencil, IconPlus } from "@tabler/icons-react";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";

import { accountHistory, type AccountVersion } from "#contract/accounts.ts";
import { accountStatuses, accountTypes } from "#kernel/account-type.ts";
import { onwards } from "#web/lib/direction.ts";
import { formatInstant } from "#web/lib/instant.ts";
import { readPages } from "#web/lib/query.ts";
import { useOffice } from "#web/lib/session.ts";
import { LoadError } from "#web/shell/load-error.tsx";
import { ReadOn } from "#web/shell/read-on.tsx";

import { FactCard } from "./fact-card.tsx";
import classes from "./view-page.module.css";

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
      <Timeline bulletSize={24} lineWidth={2} active={versions.length}>
        {versions.map((version) => (
          <Timeline.Item
            key={version.version}
            bullet={version.action === "created" ? <IconPlus size={14} aria-hidden /> : <IconPencil size={14} aria-hidden />}
            title={t(`history.acts.${version.action}`, { user: version.actor })}
          >
            <Version version={version} />
          </Timeline.Item>
        ))}
      </Timeline>
      {history.isError && !history.isFetchNextPageError ? (
        <LoadError title={t("history.failed")} error={history.error} onRetry={() => void history.refetch()} />
      ) : null}
      {history.data === undefined ? null : <ReadOn list={history} label={t("history.earlier")} failed={t("history.failed")} />}
    </FactCard>
  );
}

function Version({ version: { version, action, recordedAt, changes } }: { readonly version: AccountVersion }) {
  const { t } = useTranslation("accounts");
  const { timeZone } = useOffice();
  return (
    <>
      <Text size="xs" c="dimmed">
        {formatInstant(recordedAt, timeZone)} · {t("history.version", { version })}
      </Text>
      {changes.length === 0 ? <Text size="sm">{t("history.same")}</Text> : null}
      <ul className={classes["changes"]}>
        {changes.map((change) => (
          <li key={change.field}>
            <span className={classes["quiet"]}>{t(`fields.${change.field}`)}: </span>
            <Told change={change} first={action === "created"} />
          </li>
        ))}
      </ul>
    </>
  );
}

/** What became of a field. Of what an account was opened with there is no "before". */
function Told({ change, first }: { readonly change: Change; readonly first: boolean }) {
  const { t } = useTranslation("accounts");
  const words = useWords(change);
  if (change.field === "picture" || change.field === "signature") {
    return t(change.after === "removed" ? "history.removed" : "history.image");
  }
  if (first) return <span dir="auto">{words(change.after)}</span>;
  return (
    <>
      <del dir="auto">{words(change.before)}</del> {onwards()} <ins dir="auto">{words(change.after)}</ins>
    </>
  );
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
