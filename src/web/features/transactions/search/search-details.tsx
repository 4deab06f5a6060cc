import { Alert, Button, Drawer, Group, Skeleton, Stack, Text } from "@mantine/core";
import { IconArrowBackUp, IconPencil, IconPrinter, IconTrash } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";

import { getTransaction } from "#contract/transactions.ts";
import { ApiError } from "#web/lib/api-error.ts";
import { formatInstant } from "#web/lib/instant.ts";
import { read } from "#web/lib/query.ts";
import type { ReplyOf } from "#web/lib/route-types.ts";
import { useOffice } from "#web/lib/session.ts";
import { paths } from "#web/paths.ts";
import { ButtonLink } from "#web/shell/button-link.tsx";
import { LoadError } from "#web/shell/load-error.tsx";
import { MayBeOld } from "#web/shell/may-be-old.tsx";

import { useMayCorrect } from "./search-actions.ts";
import { HawalaLink } from "./search-hawala.tsx";
import { History } from "./search-history.tsx";
import { Summary, type Fact } from "./search-summary.tsx";

export interface DetailsProps {
  /** The transaction shown; undefined while the panel is closed. */
  readonly id: number | undefined;
  readonly onClose: () => void;
  readonly onEdit: (id: number) => void;
  readonly onDelete: (id: number) => void;
  readonly onRecover: (id: number) => void;
}

/** The panel of one transaction: what it is, what may be done with it, and its history. */
export function DetailsPanel({ id, onClose, ...actions }: DetailsProps) {
  const { t } = useTranslation(["search", "common"]);
  return (
    <Drawer
      opened={id !== undefined}
      onClose={onClose}
      position="right"
      size="30rem"
      styles={{ title: { fontSize: "1.125rem", fontWeight: 650 } }}
      title={id === undefined ? "" : t("search:details.title", { id })}
      closeButtonProps={{ "aria-label": t("common:close") }}
    >
      {id === undefined ? null : <Details key={id} id={id} {...actions} />}
    </Drawer>
  );
}

type Actions = Omit<DetailsProps, "id" | "onClose">;

function Details({ id, ...actions }: Actions & { readonly id: number }) {
  const { t } = useTranslation("search");
  const shown = useQuery(read(getTransaction, { params: { id } }));
  if (shown.error instanceof ApiError && shown.error.status === 404)
    return <Text role="alert">{t("details.notFound", { id })}</Text>;
  if (shown.isError && shown.data === undefined)
    return <LoadError title={t("details.failed")} error={shown.error} onRetry={() => void shown.refetch()} />;
  return (
    <Stack gap="lg">
      <MayBeOld readings={[shown]} />
      {shown.data === undefined ? <Loading /> : <Transaction transaction={shown.data} {...actions} />}
      <History id={id} />
    </Stack>
  );
}

interface TransactionProps extends Actions {
  readonly transaction: ReplyOf<typeof getTransaction>;
}

function Transaction({ transaction, onEdit, onDelete, onRecover }: TransactionProps) {
  const { t } = useTranslation("search");
  const { timeZone } = useOffice();
  const mayCorrect = useMayCorrect()(transaction);
  const { id, deleted, userCreated, dateCreated, hawalaId } = transaction;
  const recorded: Fact = [
    t("fields.recorded"),
    t("fields.byAt", { user: userCreated, when: formatInstant(dateCreated, timeZone) }),
  ];
  const hawala: Fact[] = hawalaId === 0 ? [] : [[t("fields.hawala"), <HawalaLink key="hawala" hawalaId={hawalaId} />]];
  return (
    <>
      {deleted ? (
        <Alert color="orange" variant="outline" styles={{ message: { color: "var(--mantine-color-text)" } }}>
          {t("details.deleted")}
        </Alert>
      ) : null}
      <Summary transaction={transaction} also={[...hawala, recorded]} />
      <Group gap="xs">
        {mayCorrect ? (
          deleted ? (
            <Button leftSection={<IconArrowBackUp size={16} aria-hidden />} onClick={() => onRecover(id)}>
              {t("results.recover")}
            </Button>
          ) : (
            <>
              <Button leftSection={<IconPencil size={16} aria-hidden />} onClick={() => onEdit(id)}>
                {t("results.edit")}
              </Button>
              <Button
                variant="default"
                c="var(--negative)"
                leftSection={<IconTrash size={16} aria-hidden />}
                onClick={() => onDelete(id)}
              >
                {t("results.delete")}
              </Button>
            </>
          )
        ) : null}
        <ButtonLink to={paths.transactionVoucher(id)} variant="default" leftSection={<IconPrinter size={16} aria-hidden />}>
          {t("results.print")}
        </ButtonLink>
      </Group>
    </>
  );
}

function Loading() {
  const { t } = useTranslation("search");
  return (
    <Stack gap="xs" role="status" aria-label={t("details.loading")}>
      <Skeleton height={20} />
      <Skeleton height={20} />
      <Skeleton height={20} />
      <Skeleton height={20} />
    </Stack>
  );
}
