import { Anchor, Card, Skeleton, Table, Text, Title } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";

import { recentHawalas, type RecentHawala } from "#contract/hawala-lists.ts";
import { read } from "#web/lib/query.ts";
import { paths } from "#web/paths.ts";
import { LoadError } from "#web/shell/load-error.tsx";
import { Money } from "#web/ui/amount/money.tsx";
import badges from "#web/ui/status-badge.module.css";
import surfaces from "#web/ui/surfaces.module.css";

import { standingOf } from "./serial-rules.ts";
import classes from "./serial.module.css";

/** The newest hawalas of both directions. */
export function RecentHawalas() {
  const { t } = useTranslation("hawalaSerial");
  const { data, error, isFetching, refetch } = useQuery({ ...read(recentHawalas), refetchOnMount: "always" });
  return (
    <section aria-label={t("recent.heading")}>
      <Title order={2} size="h4" mb="xs">
        {t("recent.heading")}
      </Title>
      <Card withBorder padding={0}>
        {data === undefined ? (
          error !== null && !isFetching ? (
            <LoadError title={t("recent.failed")} error={error} onRetry={() => void refetch()} />
          ) : (
            <Skeleton height={160} role="status" aria-label={t("recent.loading")} />
          )
        ) : data.length === 0 ? (
          <div className={surfaces["empty"]} role="status">
            <Text fw={600}>{t("recent.none")}</Text>
            <Text size="sm" c="dimmed">
              {t("recent.noneNext")}
            </Text>
          </div>
        ) : (
          <Rows rows={data} />
        )}
      </Card>
    </section>
  );
}

const columns = ["id", "hawalaNumber", "senderName", "receiverName", "currency", "amount", "status"] as const;

/** The roles are written out because a narrow screen lays the rows out as cards, which would end their being a table. */
function Rows({ rows }: { readonly rows: readonly RecentHawala[] }) {
  const { t } = useTranslation("hawalaSerial");
  return (
    <Table role="table" aria-label={t("recent.heading")} verticalSpacing={6} className={classes["table"] ?? ""}>
      <Table.Thead role="rowgroup">
        <Table.Tr role="row">
          {columns.map((name) => (
            <Table.Th key={name} role="columnheader" scope="col" className={classes[name] ?? ""}>
              {t(`recent.${name}`)}
            </Table.Th>
          ))}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody role="rowgroup">
        {rows.map((row) => (
          <Row key={row.id} row={row} />
        ))}
      </Table.Tbody>
    </Table>
  );
}

const colours = { completed: "green", pending: "yellow", other: "red" } as const;

function Row({ row }: { readonly row: RecentHawala }) {
  const { t } = useTranslation("passHawala");
  return (
    <Table.Tr role="row">
      <Table.Td role="cell" className={classes["id"] ?? ""}>
        {row.id}
      </Table.Td>
      <Table.Td role="cell" className={classes["hawalaNumber"] ?? ""}>
        <Anchor component={Link} to={paths.hawala(row.id, row.direction)} fw={600} size="sm" dir="ltr">
          {row.hawalaNumber}
        </Anchor>
      </Table.Td>
      <Table.Td role="cell" className={classes["senderName"] ?? ""}>
        {row.senderName}
      </Table.Td>
      <Table.Td role="cell" className={classes["receiverName"] ?? ""}>
        {row.receiverName}
      </Table.Td>
      <Table.Td role="cell" className={classes["currency"] ?? ""}>
        {row.currency}
      </Table.Td>
      <Table.Td role="cell" className={classes["amount"] ?? ""}>
        <Money value={row.amount} currency={row.currency} withoutCode />
      </Table.Td>
      <Table.Td role="cell" className={classes["status"] ?? ""}>
        <span className={badges["badge"]} data-colour={colours[standingOf(row.status)]}>
          {t(`statuses.${row.status}`)}
        </span>
      </Table.Td>
    </Table.Tr>
  );
}
