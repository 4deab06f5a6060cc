import { Button, Group, SimpleGrid, Skeleton, Stack, Text, TextInput } from "@mantine/core";
import { IconPencil, IconRestore, IconX } from "@tabler/icons-react";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import { getHawalaSettings, updateHawalaSettings, type HawalaSettings } from "#contract/hawala-settings.ts";
import { assert } from "#kernel/assert.ts";
import { SectionCard } from "#web/features/hawalas/section-card.tsx";
import { call } from "#web/lib/api.ts";
import { queryKeys, read } from "#web/lib/query.ts";
import { toast } from "#web/lib/toast.ts";
import { LoadError } from "#web/shell/load-error.tsx";
import { VersionedForm } from "#web/ui/entry/edit-dialog.tsx";
import { useAskedClose } from "#web/ui/entry/leave-question.tsx";
import { requiredMark } from "#web/ui/entry/required-mark.ts";
import { useVersionedEdit } from "#web/ui/entry/use-versioned-edit.ts";
import surfaces from "#web/ui/surfaces.module.css";

import { ResetDialog } from "./serial-reset.tsx";
import { serialFormOf, serialSent } from "./serial-rules.ts";
import classes from "./serial.module.css";

/** The series of our own numbers: what it stands at, and a form that changes it. */
export function SeriesCard() {
  const { t } = useTranslation("hawalaSerial");
  const { data, error, isFetching, isFetchedAfterMount, refetch } = useQuery({
    ...read(getHawalaSettings),
    refetchOnMount: "always",
  });
  return (
    <SectionCard title={t("series.heading")}>
      {data !== undefined && isFetchedAfterMount ? (
        <Series settings={data} />
      ) : error !== null && !isFetching ? (
        <LoadError title={t("series.failed")} error={error} onRetry={() => void refetch()} />
      ) : (
        <Skeleton height={96} role="status" aria-label={t("series.loading")} />
      )}
    </SectionCard>
  );
}

function Series({ settings }: { readonly settings: HawalaSettings }) {
  const { t } = useTranslation("hawalaSerial");
  const [isEdited, setEdited] = useState(false);
  const { prefix, nextNumber, nextHawalaNo } = settings;
  const isIssued = nextHawalaNo !== null && nextHawalaNo !== `${prefix}${String(nextNumber)}`;
  const facts = [
    ["prefix", prefix === "" ? t("series.noPrefix") : prefix],
    ["nextNumber", String(nextNumber)],
    ["nextSerial", nextHawalaNo ?? t("series.usedUp")],
  ] as const;
  return (
    <Stack gap="md">
      <dl className={classes["series"]}>
        {facts.map(([name, value]) => (
          <div key={name} data-strong={name === "nextSerial" || undefined}>
            <dt>{t(`series.${name}`)}</dt>
            <dd dir="ltr">{value}</dd>
          </div>
        ))}
      </dl>
      {isIssued ? (
        <Text size="sm" c="dimmed" role="status">
          {t("series.passedOver", { number: String(nextNumber) })}
        </Text>
      ) : null}
      {isEdited ? (
        <SeriesForm settings={settings} onClose={() => setEdited(false)} />
      ) : (
        <Group justify="flex-end">
          <Button
            variant="default"
            aria-expanded={false}
            leftSection={<IconPencil size={16} aria-hidden />}
            onClick={() => setEdited(true)}
          >
            {t("series.edit")}
          </Button>
        </Group>
      )}
    </Stack>
  );
}

interface SeriesFormProps {
  readonly settings: HawalaSettings;
  readonly onClose: () => void;
}

function SeriesForm({ settings, onClose }: SeriesFormProps) {
  const { t } = useTranslation("hawalaSerial");
  const [isResetting, setResetting] = useState(false);
  const edit = useSeriesEdit(settings, onClose);
  const { form } = edit.entry;
  const { close, question } = useAskedClose(edit.entry, onClose);
  const sent = serialSent(form.values);
  return (
    <>
      <Group gap="xs" justify="space-between">
        <Button
          variant="default"
          size="xs"
          leftSection={<IconRestore size={14} aria-hidden />}
          onClick={() => setResetting(true)}
        >
          {t("series.reset")}
        </Button>
        <Button variant="default" size="xs" aria-expanded leftSection={<IconX size={14} aria-hidden />} onClick={close}>
          {t("series.close")}
        </Button>
      </Group>
      <div className={surfaces["formDialog"]}>
        <VersionedForm
          edit={edit}
          label={t("series.form")}
          failureTitle={t("series.saveFailed")}
          labelOf={(field) => t(`series.${field}`)}
          words={(values, field) => values[field]}
        >
          <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
            <TextInput
              label={t("series.prefix")}
              description={t("series.prefixHint")}
              inputWrapperOrder={["label", "input", "description", "error"]}
              dir="ltr"
              autoComplete="off"
              spellCheck={false}
              {...form.getInputProps("prefix")}
            />
            <TextInput
              label={t("series.nextNumber")}
              description={t("series.numberHint")}
              inputWrapperOrder={["label", "input", "description", "error"]}
              {...requiredMark}
              dir="ltr"
              inputMode="numeric"
              autoComplete="off"
              {...form.getInputProps("nextNumber")}
            />
          </SimpleGrid>
          <Text size="sm" c="dimmed" mt="sm" aria-live="polite">
            {sent.nextNumber > 0 ? t("series.becomes", { serial: `${sent.prefix}${String(sent.nextNumber)}` }) : "\u00A0"}
          </Text>
        </VersionedForm>
      </div>
      <ResetDialog opened={isResetting} onClose={() => setResetting(false)} onReset={onClose} />
      {question}
    </>
  );
}

function useSeriesEdit(settings: HawalaSettings, onDone: () => void) {
  const { t } = useTranslation("hawalaSerial");
  const client = useQueryClient();
  const schema = updateHawalaSettings.body;
  assert(schema !== undefined, "the call is declared with a body");
  return useVersionedEdit({
    stored: settings,
    formOf: serialFormOf,
    schema,
    toSent: serialSent,
    store: (body, { version, prefix, nextNumber }) =>
      body.prefix === prefix && body.nextNumber === nextNumber
        ? undefined
        : call(updateHawalaSettings, { body, ifMatch: version }),
    fetchStored: () => client.fetchQuery({ ...read(getHawalaSettings), staleTime: 0 }),
    onStored: (saved) => {
      client.setQueryData(queryKeys.of(getHawalaSettings), saved);
      toast.success(t("series.saved"));
      onDone();
    },
    onUnchanged: () => {
      toast.success(t("series.unchanged"));
      onDone();
    },
    onFailed: (error) => toast.failure(error, t("series.saveFailed")),
  });
}
