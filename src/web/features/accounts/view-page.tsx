import { Badge, Card, SimpleGrid, Skeleton, Stack, Text, Title } from "@mantine/core";
import { IconArrowLeft, IconPencil } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";

import { getAccount, type Account } from "#contract/accounts.ts";
import { isNotThere } from "#web/lib/api-error.ts";
import { read } from "#web/lib/query.ts";
import { useRouteId } from "#web/lib/url.ts";
import { paths } from "#web/paths.ts";
import { ButtonLink } from "#web/shell/button-link.tsx";
import { LoadError } from "#web/shell/load-error.tsx";
import { Page } from "#web/shell/page.tsx";
import { accountFullName } from "#web/ui/account/account-label.ts";
import { useCurrency } from "#web/ui/currency-select.tsx";

import { AccountNotFound } from "./account-not-found.tsx";
import { AccountBalances } from "./balances-card.tsx";
import { Documents } from "./documents-card.tsx";
import { AccountFacts, ContactFacts, PersonalFacts } from "./fact-cards.tsx";
import { AccountHistory } from "./history-card.tsx";
import { listAsLeft } from "./list-place.ts";
import { Status } from "./status.tsx";
import classes from "./view-page.module.css";

/** View Account: everything known about one account, with its balances. */
export function ViewAccountPage() {
  const { t } = useTranslation("accounts");
  const id = useRouteId();
  const account = useQuery({ ...read(getAccount, { params: { id: id ?? 0 } }), enabled: id !== undefined });
  if (id === undefined || isNotThere(account.error)) return <AccountNotFound />;
  return (
    <Page
      title={t("view.title")}
      actions={
        <>
          <ButtonLink
            to={paths.accounts}
            search={listAsLeft()}
            variant="default"
            leftSection={<IconArrowLeft size={16} aria-hidden />}
          >
            {t("view.back")}
          </ButtonLink>
          <ButtonLink to={paths.editAccount(id)} leftSection={<IconPencil size={16} aria-hidden />}>
            {t("view.edit")}
          </ButtonLink>
        </>
      }
    >
      {account.isError && account.data === undefined ? (
        <LoadError title={t("view.failed")} error={account.error} onRetry={() => void account.refetch()} />
      ) : null}
      {account.isPending ? <Loading /> : null}
      {account.data === undefined ? null : <Details account={account.data} />}
    </Page>
  );
}

function Details({ account }: { readonly account: Account }) {
  return (
    <>
      <Head account={account} />
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing="md">
        <Stack gap="md">
          <AccountBalances id={account.id} />
          <PersonalFacts account={account} />
          <AccountFacts account={account} />
        </Stack>
        <Stack gap="md">
          <Documents account={account} />
          <ContactFacts account={account} />
          <AccountHistory id={account.id} />
        </Stack>
      </SimpleGrid>
    </>
  );
}

function Head({ account }: { readonly account: Account }) {
  const { t } = useTranslation("ui");
  const currency = useCurrency(account.currencyId);
  return (
    <Card withBorder className={classes["head"] ?? ""}>
      <div className={classes["who"]}>
        <Title order={2}>
          <span dir="auto">{accountFullName(account)}</span>
        </Title>
        <Text c="dimmed" className={classes["code"] ?? ""}>
          {account.accountCode}
        </Text>
      </div>
      <div className={classes["marks"]}>
        <Status status={account.accountStatus} />
        <Badge variant="default" tt="none">
          {t(`accountTypes.${account.accountType}`)}
        </Badge>
        <Badge variant="default" tt="none">
          {currency?.name ?? account.currency}
        </Badge>
      </div>
    </Card>
  );
}

function Loading() {
  const { t } = useTranslation("accounts");
  return (
    <Stack gap="md" role="status" aria-label={t("view.loading")}>
      <Skeleton height={92} />
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing="md">
        <Skeleton height={180} />
        <Skeleton height={180} />
        <Skeleton height={160} />
        <Skeleton height={160} />
      </SimpleGrid>
    </Stack>
  );
}
