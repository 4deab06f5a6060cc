import { ActionIcon, Button, Skeleton, Text } from "@mantine/core";
import { IconPlus, IconX } from "@tabler/icons-react";
import { keepPreviousData, queryOptions, useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import { balancesByCode } from "#contract/balances.ts";
import { call } from "#web/lib/api.ts";
import type { ReplyOf } from "#web/lib/route-types.ts";
import { toast } from "#web/lib/toast.ts";
import { paths } from "#web/paths.ts";
import { LoadError } from "#web/shell/load-error.tsx";
import { Money } from "#web/ui/amount/money.tsx";
import { onFirstPress } from "#web/ui/entry/second-press.ts";

import { AddBalanceDialog } from "./add-balance-dialog.tsx";
import classes from "./balances-card.module.css";
import { useChosenCodes } from "./chosen-codes.ts";
import { Panel } from "./panel.tsx";

type Entry = ReplyOf<typeof balancesByCode>["balances"][number];

/** The balances of accounts by their codes: a read, although it is sent as a POST. */
function balancesOf(accountCodes: readonly string[]) {
  return queryOptions({
    queryKey: [balancesByCode.tag, balancesByCode.path, ...accountCodes],
    queryFn: ({ signal }) => call(balancesByCode, { body: { accountCodes: [...accountCodes] }, signal }),
  });
}

/** The balances of the accounts that a person wants to keep an eye on. */
export function BalancesCard() {
  const { t } = useTranslation("dashboard");
  const [codes, choose] = useChosenCodes();
  const [isAdding, setIsAdding] = useState(false);
  const balances = useQuery({ ...balancesOf(codes), placeholderData: keepPreviousData });
  const add = (code: string): void => {
    choose([...codes, code]);
    setIsAdding(false);
    toast.success(t("balances.added", { code }));
  };
  const remove = (code: string): void => {
    if (codes.length === 1) {
      toast.error(t("balances.faults.last"));
      return;
    }
    choose(codes.filter((known) => known !== code));
    toast.success(t("balances.removed", { code }));
  };
  return (
    <Panel
      title={t("balances.title")}
      aside={
        <Button size="xs" variant="default" leftSection={<IconPlus size={14} aria-hidden />} onClick={() => setIsAdding(true)}>
          {t("balances.add")}
        </Button>
      }
    >
      {balances.isError && !balances.isFetching ? (
        <LoadError title={t("balances.failed")} error={balances.error} onRetry={() => void balances.refetch()} />
      ) : null}
      <ul className={classes["cards"]} data-columns={codes.length > 3 ? 2 : 1} aria-label={t("balances.title")}>
        {codes.map((code) => (
          <BalanceCard
            key={code}
            code={code}
            entry={balances.data?.balances.find(({ accountCode }) => accountCode === code)}
            isKnown={balances.data !== undefined && !balances.isPlaceholderData}
            onRemove={() => remove(code)}
          />
        ))}
      </ul>
      <Text size="xs" c="dimmed" mt="sm">
        {t("balances.note")}
      </Text>
      <AddBalanceDialog opened={isAdding} codes={codes} onAdd={add} onClose={() => setIsAdding(false)} />
    </Panel>
  );
}

interface BalanceCardProps {
  readonly code: string;
  /** Undefined while it is on its way, and where no account has the code. */
  readonly entry: Entry | undefined;
  readonly isKnown: boolean;
  readonly onRemove: () => void;
}

function BalanceCard({ code, entry, isKnown, onRemove }: BalanceCardProps) {
  const { t } = useTranslation("dashboard");
  return (
    <li className={classes["card"]}>
      <div className={classes["line"]}>
        <Link to={paths.accounts} search={{ q: code }} title={t("balances.open", { code })} className={classes["name"]}>
          {entry?.accountName ?? code}
        </Link>
        <span className={classes["code"]}>{entry === undefined ? code : `${code} · ${entry.currency}`}</span>
        <ActionIcon
          variant="subtle"
          color="gray"
          size="sm"
          className={classes["remove"] ?? ""}
          aria-label={t("balances.remove", { code })}
          onClick={onFirstPress(onRemove)}
        >
          <IconX size={14} aria-hidden />
        </ActionIcon>
      </div>
      {entry === undefined ? (
        isKnown ? (
          <Text size="sm" c="dimmed">
            {t("balances.unknown")}
          </Text>
        ) : (
          <Skeleton height={28} width="60%" />
        )
      ) : (
        <span className={classes["amount"]}>
          <Money value={entry.totalBalance} currency={entry.currency} withoutCode mayWrap />
        </span>
      )}
    </li>
  );
}
