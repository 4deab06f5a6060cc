import { Skeleton, Stack, Text, Timeline, Title } from "@mantine/core";
import { IconArrowBackUp, IconPencil, IconPlus, IconTrash, type Icon } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useId } from "react";
import { useTranslation } from "react-i18next";

import { transactionHistory, type TransactionVersion } from "#contract/transactions.ts";
import { onwards } from "#web/lib/direction.ts";
import { formatInstant } from "#web/lib/instant.ts";
import { read } from "#web/lib/query.ts";
import { useOffice } from "#web/lib/session.ts";
import { LoadError } from "#web/shell/load-error.tsx";

import { useAccounts, type AccountsById } from "./search-accounts.tsx";
import { changedParts } from "./search-changes.ts";
import { usePartWords } from "./search-part-words.ts";
import classes from "./search.module.css";

const marks: Readonly<Record<TransactionVersion["action"], Icon>> = {
  created: IconPlus,
  edited: IconPencil,
  deleted: IconTrash,
  recovered: IconArrowBackUp,
};

/** Every version of a transaction, the latest first: who did what and when, and what stood before and after. */
export function History({ id }: { readonly id: number }) {
  const { t } = useTranslation("search");
  const heading = useId();
  const history = useQuery(read(transactionHistory, { params: { id } }));
  const versions = history.data ?? [];
  const accounts = useAccounts(versions.flatMap(({ transaction }) => [transaction.outAccountId, transaction.inAccountId]));
  return (
    <section aria-labelledby={heading}>
      <Title order={3} size="h4" mb="sm" id={heading}>
        {t("details.history")}
      </Title>
      {history.isPending ? (
        <Stack gap="xs">
          <Skeleton height={20} />
          <Skeleton height={20} />
        </Stack>
      ) : null}
      {history.isError && history.data === undefined ? (
        <LoadError title={t("details.historyFailed")} error={history.error} onRetry={() => void history.refetch()} />
      ) : null}
      <Timeline bulletSize={24} lineWidth={2} active={versions.length}>
        {versions
          .map((version, index) => ({ version, before: versions[index - 1] }))
          .toReversed()
          .map(({ version, before }) => {
            const Mark = marks[version.action];
            return (
              <Timeline.Item
                key={version.version}
                bullet={<Mark size={14} aria-hidden />}
                title={t(`details.acts.${version.action}`, { user: version.actor })}
              >
                <Version version={version} before={before} accounts={accounts} />
              </Timeline.Item>
            );
          })}
      </Timeline>
    </section>
  );
}

interface VersionProps {
  readonly version: TransactionVersion;
  readonly before: TransactionVersion | undefined;
  readonly accounts: AccountsById;
}

function Version({ version, before, accounts }: VersionProps) {
  const { t } = useTranslation("search");
  const { timeZone } = useOffice();
  return (
    <>
      <Text size="xs" c="dimmed">
        {formatInstant(version.recordedAt, timeZone)} · {t("details.version", { version: version.version })}
      </Text>
      {version.reason === null ? null : <Text size="sm">{t("details.reason", { reason: version.reason })}</Text>}
      {version.action === "edited" && before !== undefined ? (
        <Changes before={before} after={version} accounts={accounts} />
      ) : null}
    </>
  );
}

interface ChangesProps {
  readonly before: TransactionVersion;
  readonly after: TransactionVersion;
  readonly accounts: AccountsById;
}

function Changes({ before: { transaction: before }, after: { transaction: after }, accounts }: ChangesProps) {
  const { t } = useTranslation("search");
  const words = usePartWords(accounts);
  const parts = changedParts(after.transType, before, after);
  if (parts.length === 0) return <Text size="sm">{t("details.same")}</Text>;
  return (
    <ul className={classes["changes"]}>
      {parts.map((part) => (
        <li key={part}>
          <span className={classes["quiet"]}>{words.label(after.transType, part)}: </span>
          <del dir="auto">{words.value(before, part)}</del> {onwards()} <ins dir="auto">{words.value(after, part)}</ins>
        </li>
      ))}
    </ul>
  );
}
