import { ActionIcon, Button, Card, Group, Skeleton, Table, Text } from "@mantine/core";
import { IconPencil, IconRefresh, IconTrash } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import type { AccountNumberSetting } from "#contract/settings.ts";
import { formatInstant } from "#web/lib/instant.ts";
import { useLiveRefresh } from "#web/lib/live-refresh.ts";
import { useOffice } from "#web/lib/session.ts";
import { LoadError } from "#web/shell/load-error.tsx";
import { Page } from "#web/shell/page.tsx";
import { useCurrencies } from "#web/ui/currency-select.tsx";
import surfaces from "#web/ui/surfaces.module.css";

import { NumberAddForm } from "./number-add-form.tsx";
import { NumberDeleteDialog } from "./number-delete-dialog.tsx";
import { NumberEditDialog } from "./number-edit-dialog.tsx";
import { useFreshNumbers } from "./queries.ts";
import classes from "./settings.module.css";

/** Account Number Settings: from which number the accounts of each currency are numbered. */
export function AccountNumbersPage() {
  const { t } = useTranslation("settings");
  const list = useFreshNumbers();
  const [edited, setEdited] = useState<AccountNumberSetting>();
  const [deleted, setDeleted] = useState<AccountNumberSetting>();
  const isOthersWork = useLiveRefresh();
  return (
    <Page
      title={t("numbers.title")}
      description={t("numbers.description")}
      actions={
        <Button
          variant="default"
          leftSection={<IconRefresh size={16} aria-hidden />}
          loading={list.isFetching && !isOthersWork}
          onClick={() => void list.refetch()}
        >
          {t("numbers.refresh")}
        </Button>
      }
    >
      <NumberAddForm />
      {list.isError ? <LoadError title={t("numbers.failed")} error={list.error} onRetry={() => void list.refetch()} /> : null}
      {list.isPending ? <Skeleton height={160} radius="md" role="status" aria-label={t("numbers.loading")} /> : null}
      {list.data === undefined ? null : list.data.length === 0 ? (
        <NoSettings />
      ) : (
        <Settings settings={list.data} onEdit={setEdited} onDelete={setDeleted} />
      )}
      <NumberEditDialog setting={edited} onClose={() => setEdited(undefined)} />
      <NumberDeleteDialog setting={deleted} onClose={() => setDeleted(undefined)} />
    </Page>
  );
}

function NoSettings() {
  const { t } = useTranslation("settings");
  return (
    <Card withBorder padding={0}>
      <div className={surfaces["empty"]} role="status">
        <Text fw={600}>{t("numbers.none")}</Text>
        <Text size="sm" c="dimmed">
          {t("numbers.noneNext")}
        </Text>
      </div>
    </Card>
  );
}

interface SettingsProps {
  readonly settings: readonly AccountNumberSetting[];
  readonly onEdit: (setting: AccountNumberSetting) => void;
  readonly onDelete: (setting: AccountNumberSetting) => void;
}

function Settings({ settings, ...actions }: SettingsProps) {
  const { t } = useTranslation("settings");
  return (
    <Card withBorder padding={0}>
      <Table aria-label={t("numbers.heading")} verticalSpacing="xs" highlightOnHover>
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">{t("numbers.currency")}</Table.Th>
            <Table.Th scope="col" className={classes["figure"] ?? ""}>
              {t("numbers.startNumber")}
            </Table.Th>
            <Table.Th scope="col" className={classes["createdAt"] ?? ""}>
              {t("numbers.createdAt")}
            </Table.Th>
            <Table.Th scope="col" className={classes["end"] ?? ""}>
              {t("numbers.actions")}
            </Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {settings.map((setting) => (
            <Row key={setting.id} setting={setting} {...actions} />
          ))}
        </Table.Tbody>
      </Table>
    </Card>
  );
}

interface RowProps extends Omit<SettingsProps, "settings"> {
  readonly setting: AccountNumberSetting;
}

function Row({ setting, onEdit, onDelete }: RowProps) {
  const { t } = useTranslation("settings");
  const { timeZone } = useOffice();
  const name = useCurrencies().find(({ code }) => code === setting.currency)?.name;
  const { currency, startNumber, createdAt } = setting;
  return (
    <Table.Tr>
      <Table.Td>
        <Text span fw={600} size="sm">
          {currency}
        </Text>
        {name === undefined ? null : (
          <Text span size="sm">
            {` - ${name}`}
          </Text>
        )}
      </Table.Td>
      <Table.Td className={classes["figure"] ?? ""}>{startNumber}</Table.Td>
      <Table.Td className={classes["createdAt"] ?? ""}>
        {Number.isNaN(Date.parse(createdAt)) ? t("numbers.notAvailable") : formatInstant(createdAt, timeZone)}
      </Table.Td>
      <Table.Td>
        <Group gap={6} justify="flex-end" wrap="nowrap">
          <ActionIcon
            variant="default"
            size="lg"
            aria-label={t("numbers.editOf", { currency })}
            title={t("numbers.edit")}
            onClick={() => onEdit(setting)}
          >
            <IconPencil size={16} aria-hidden />
          </ActionIcon>
          <ActionIcon
            variant="default"
            size="lg"
            aria-label={t("numbers.deleteOf", { currency })}
            title={t("numbers.delete")}
            onClick={() => onDelete(setting)}
          >
            <IconTrash size={16} aria-hidden />
          </ActionIcon>
        </Group>
      </Table.Td>
    </Table.Tr>
  );
}
