import { Skeleton, Stack, Text, Title } from "@mantine/core";
import { IconArrowBackUp, IconPencil, IconPlus, IconTrash, type Icon } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useId } from "react";
import { useTranslation } from "react-i18next";

import { transactionHistory, type TransactionVersion } from "#contract/transactions.ts";
import { reasonInLanguage } from "#web/i18n/refusals.ts";
import { read } from "#web/lib/query.ts";
import { LoadError } from "#web/shell/load-error.tsx";
import { BeforeAndAfter, Changes, Told, VersionHistory } from "#web/shell/version-history.tsx";

import { useAccounts, type AccountsById } from "./search-accounts.tsx";
import { changedParts } from "./search-changes.ts";
import { usePartWords } from "./search-part-words.ts";

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
      <VersionHistory
        versions={versions.map((version, index) => ({ ...version, before: versions[index - 1] })).toReversed()}
        markOf={({ action }) => marks[action]}
        titleOf={({ action, actor }) => t(`details.acts.${action}`, { user: actor })}
      >
        {({ before, ...version }) => (
          <>
            {version.reason === null ? null : (
              <Text size="sm">{t("details.reason", { reason: reasonInLanguage(version.reason) })}</Text>
            )}
            {version.action === "edited" && before !== undefined ? (
              <TransactionChanges before={before} after={version} accounts={accounts} />
            ) : null}
          </>
        )}
      </VersionHistory>
    </section>
  );
}

interface ChangesProps {
  readonly before: TransactionVersion;
  readonly after: TransactionVersion;
  readonly accounts: AccountsById;
}

function TransactionChanges({ before: { transaction: before }, after: { transaction: after }, accounts }: ChangesProps) {
  const { t } = useTranslation("search");
  const words = usePartWords(accounts);
  const parts = changedParts(after.transType, before, after);
  if (parts.length === 0) return <Text size="sm">{t("details.same")}</Text>;
  return (
    <Changes>
      {parts.map((part) => (
        <Told key={part} label={words.label(after.transType, part)}>
          <BeforeAndAfter before={words.value(before, part)} after={words.value(after, part)} />
        </Told>
      ))}
    </Changes>
  );
}
