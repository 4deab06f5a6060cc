import { Button, Group, Modal, ScrollArea, Skeleton, Stack, Text } from "@mantine/core";
import { useInfiniteQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";

import { listAccounts } from "#contract/accounts.ts";
import { formatCount } from "#web/lib/format.ts";
import { readPages } from "#web/lib/query.ts";
import { paths } from "#web/paths.ts";
import { ButtonLink } from "#web/shell/button-link.tsx";
import { LoadError } from "#web/shell/load-error.tsx";
import { ReadOn } from "#web/shell/read-on.tsx";
import { accountFullName } from "#web/ui/account/account-label.ts";

import classes from "./health-panel.module.css";

const pageSize = 50;
const scrollHeight = 500;

interface AccountsModalProps {
  readonly opened: boolean;
  /** How many there are; undefined while that is unknown. */
  readonly all: number | undefined;
  readonly onClose: () => void;
}

/** The accounts of the house, by code, read on as the list is scrolled. */
export function AccountsModal({ opened, all, onClose }: AccountsModalProps) {
  const { t } = useTranslation(["dashboard", "common"]);
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      size="lg"
      title={t("dashboard:health.accountDetails")}
      closeButtonProps={{ "aria-label": t("common:close") }}
    >
      <Accounts all={all} />
      <Group justify="space-between" mt="sm">
        <ButtonLink to={paths.accounts} variant="subtle">
          {t("dashboard:health.accountsOpen")}
        </ButtonLink>
        <Button variant="default" onClick={onClose}>
          {t("dashboard:health.close")}
        </Button>
      </Group>
    </Modal>
  );
}

function Accounts({ all }: Pick<AccountsModalProps, "all">) {
  const { t } = useTranslation(["dashboard", "ui"]);
  const list = useInfiniteQuery(readPages(listAccounts, { query: { limit: pageSize, balances: "false" } }));
  const accounts = list.data?.pages.flatMap((page) => page.rows) ?? [];
  const total = Math.max(all ?? list.data?.pages.at(-1)?.total ?? 0, accounts.length);
  if (list.isPending) return <Skeleton height={scrollHeight} />;
  if (list.isError && !list.isFetchNextPageError)
    return <LoadError title={t("dashboard:health.accountsFailed")} error={list.error} onRetry={() => void list.refetch()} />;
  if (accounts.length === 0)
    return (
      <Text c="dimmed" ta="center" py="xl" role="status">
        {t("dashboard:health.noAccounts")}
      </Text>
    );
  const mayReadOn = list.hasNextPage && !list.isFetchingNextPage && !list.isFetchNextPageError;
  return (
    <Stack gap="xs">
      <Text size="sm" c="dimmed" role="status">
        {t("dashboard:health.accountsShown", { shown: formatCount(accounts.length), total: formatCount(total) })}
      </Text>
      <ScrollArea.Autosize
        mah={scrollHeight}
        type="auto"
        viewportProps={{ tabIndex: 0, role: "region", "aria-label": t("dashboard:health.accountDetails") }}
        {...(mayReadOn ? { onBottomReached: () => void list.fetchNextPage() } : {})}
      >
        <ul className={classes["list"]}>
          {accounts.map((account) => (
            <li key={account.id} className={classes["item"]}>
              <span>
                <Link
                  to={paths.viewAccount(account.id)}
                  className={`${classes["link"] ?? ""} ${classes["name"] ?? ""}`}
                  aria-label={t("dashboard:health.openAccount", { code: account.accountCode })}
                >
                  {account.accountCode}
                </Link>{" "}
                <bdi>{accountFullName(account)}</bdi>
              </span>
              <span className={classes["quiet"]}>
                {t(`ui:accountTypes.${account.accountType}`)} · {account.currency}
                {account.accountStatus === "active" ? null : ` · ${t("dashboard:health.inactive")}`}
              </span>
            </li>
          ))}
        </ul>
        <ReadOn list={list} label={t("dashboard:health.more")} failed={t("dashboard:health.moreFailed")} />
      </ScrollArea.Autosize>
    </Stack>
  );
}
