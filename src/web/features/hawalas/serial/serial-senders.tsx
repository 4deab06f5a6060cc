import { Anchor, Card, Skeleton, Table, Text, Title } from "@mantine/core";
import { IconAlertTriangle } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";

import { listSenderCodes } from "#contract/hawala-lists.ts";
import { formatCount } from "#web/lib/format.ts";
import { read } from "#web/lib/query.ts";
import type { RowOf } from "#web/lib/route-types.ts";
import { paths } from "#web/paths.ts";
import { LoadError } from "#web/shell/load-error.tsx";
import surfaces from "#web/ui/surfaces.module.css";

import classes from "./serial.module.css";

type SenderCode = RowOf<typeof listSenderCodes>;

/** The codes that hawalas came under, each with the account that owes us its payouts. */
export function SenderCodes() {
  const { t } = useTranslation("hawalaSerial");
  const { data, error, isFetching, refetch } = useQuery({ ...read(listSenderCodes), refetchOnMount: "always" });
  return (
    <section aria-label={t("senders.heading")}>
      <Title order={2} size="h4">
        {t("senders.heading")}
      </Title>
      <Text size="sm" c="dimmed" mb="xs">
        {t("senders.description")}
      </Text>
      <Card withBorder padding={0}>
        {data === undefined ? (
          error !== null && !isFetching ? (
            <LoadError title={t("senders.failed")} error={error} onRetry={() => void refetch()} />
          ) : (
            <Skeleton height={96} role="status" aria-label={t("senders.loading")} />
          )
        ) : data.length === 0 ? (
          <div className={surfaces["empty"]} role="status">
            <Text fw={600}>{t("senders.none")}</Text>
            <Text size="sm" c="dimmed">
              {t("senders.noneNext")}
            </Text>
          </div>
        ) : (
          <Codes codes={data} />
        )}
      </Card>
    </section>
  );
}

function Codes({ codes }: { readonly codes: readonly SenderCode[] }) {
  const { t } = useTranslation("hawalaSerial");
  return (
    <Table aria-label={t("senders.heading")} verticalSpacing={6} className={classes["codes"] ?? ""}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th scope="col">{t("senders.code")}</Table.Th>
          <Table.Th scope="col">{t("senders.account")}</Table.Th>
          <Table.Th scope="col" className={classes["figure"] ?? ""}>
            {t("senders.hawalas")}
          </Table.Th>
          <Table.Th scope="col" className={classes["figure"] ?? ""}>
            {t("senders.pending")}
          </Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {codes.map((code) => (
          <Table.Tr key={code.senderCode}>
            <Table.Td fw={600} className={classes["code"] ?? ""}>
              <span dir="ltr">{code.senderCode}</span>
            </Table.Td>
            <Table.Td className={classes["account"] ?? ""}>
              <PartnerAccount code={code} />
            </Table.Td>
            <Table.Td className={classes["figure"] ?? ""}>{formatCount(code.hawalas)}</Table.Td>
            <Table.Td className={classes["figure"] ?? ""}>{formatCount(code.pending)}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}

function PartnerAccount({ code: { senderCode, accountId, accountName } }: { readonly code: SenderCode }) {
  const { t } = useTranslation("hawalaSerial");
  if (accountId !== null)
    return (
      <Anchor component={Link} to={paths.viewAccount(accountId)} size="sm">
        {accountName}
      </Anchor>
    );
  return (
    <span className={classes["missing"]}>
      <span>
        <IconAlertTriangle size={14} aria-hidden /> {t("senders.missing")}
      </span>
      <Anchor component={Link} to={paths.newAccount} size="sm" aria-label={t("senders.open", { code: senderCode })}>
        {t("senders.openShort")}
      </Anchor>
    </span>
  );
}
