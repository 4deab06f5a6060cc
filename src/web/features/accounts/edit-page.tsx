import { Card, Skeleton, Stack } from "@mantine/core";
import { IconArrowLeft } from "@tabler/icons-react";
import { useNavigate } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";

import { isNotThere } from "#web/lib/api-error.ts";
import { useRouteId } from "#web/lib/url.ts";
import { paths } from "#web/paths.ts";
import { ButtonLink } from "#web/shell/button-link.tsx";
import { LoadError } from "#web/shell/load-error.tsx";
import { Page } from "#web/shell/page.tsx";
import { accountFullName } from "#web/ui/account/account-label.ts";
import surfaces from "#web/ui/surfaces.module.css";

import { AccountNotFound } from "./account-not-found.tsx";
import { EditForm } from "./edit-form.tsx";
import { listAsLeft } from "./list-place.ts";
import { useFreshAccount } from "./queries.ts";

/** Edit Account: the form of the Account Entry dialog as a page of its own. */
export function EditAccountPage() {
  const { t } = useTranslation("accounts");
  const navigate = useNavigate();
  const id = useRouteId();
  const account = useFreshAccount(id);
  const ready = account.isFetchedAfterMount ? account.data : undefined;
  if (id === undefined || (ready === undefined && isNotThere(account.error))) return <AccountNotFound />;
  return (
    <Page
      title={t("edit.title")}
      description={ready === undefined ? undefined : `${ready.accountCode} · ${accountFullName(ready)}`}
      actions={
        <ButtonLink
          to={paths.accounts}
          search={listAsLeft()}
          variant="default"
          leftSection={<IconArrowLeft size={16} aria-hidden />}
        >
          {t("view.back")}
        </ButtonLink>
      }
    >
      {ready === undefined ? (
        <Waiting error={account.isFetching ? null : account.error} onRetry={() => void account.refetch()} />
      ) : (
        <Card withBorder className={surfaces["formCard"] ?? ""}>
          <EditForm
            key={ready.id}
            account={ready}
            label={t("edit.title")}
            onSaved={() => void navigate({ to: paths.accounts, search: listAsLeft() })}
            onNew={() => void navigate({ to: paths.newAccount })}
          />
        </Card>
      )}
    </Page>
  );
}

interface WaitingProps {
  readonly error: unknown;
  readonly onRetry: () => void;
}

function Waiting({ error, onRetry }: WaitingProps) {
  const { t } = useTranslation("accounts");
  if (error !== null) return <LoadError title={t("view.failed")} error={error} onRetry={onRetry} />;
  return (
    <Card withBorder role="status" aria-label={t("edit.loading")}>
      <Stack>
        <Skeleton height={60} />
        <Skeleton height={60} />
        <Skeleton height={60} />
        <Skeleton height={140} />
      </Stack>
    </Card>
  );
}
