import { Alert, Stack, Textarea } from "@mantine/core";
import { IconInfoCircle } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";

import { hawalaCorrection } from "#contract/transactions.ts";
import { BusinessDateInput } from "#web/ui/date/business-date-input.tsx";
import { requiredMark } from "#web/ui/entry/required-mark.ts";

import type { EditFormProps } from "./edit-entry.tsx";
import { EditFrame } from "./edit-frame.tsx";
import { hawalaEditOf, hawalaEditSent, type HawalaEdit } from "./edit-rules.ts";
import { HawalaLink } from "./search-hawala.tsx";
import { Summary } from "./search-summary.tsx";
import { useTransactionEdit } from "./use-transaction-edit.ts";

const hawalaFields = { transDescription: "debitNarrative", cTransDescription: "creditNarrative", transDate: "date" } as const;

/** Corrects the narratives and the date of a hawala's transaction; its amounts belong to the hawala. */
export function EditHawala(props: EditFormProps) {
  const { t } = useTranslation("search");
  const labels: Readonly<Record<keyof HawalaEdit, string>> = {
    debitNarrative: t("fields.transDescription.Hawala"),
    creditNarrative: t("fields.cTransDescription.Hawala"),
    date: t("fields.transDate"),
  };
  const edit = useTransactionEdit<HawalaEdit, typeof hawalaCorrection>(props, {
    formOf: hawalaEditOf,
    schema: hawalaCorrection,
    toSent: hawalaEditSent,
    fields: hawalaFields,
    // An empty narrative would be taken as one that is to stay.
    alsoCheck: (typed) => {
      const emptied = (["debitNarrative", "creditNarrative"] as const).filter(
        (field) => typed[field].trim() === "" && hawalaEditOf(props.stored)[field].trim() !== "",
      );
      return Object.fromEntries(emptied.map((field) => [field, t("edit.narrativeRequired")]));
    },
  });
  const { form } = edit.entry;
  return (
    <EditFrame edit={edit} label={props.label} labels={labels}>
      <Alert variant="light" color="gray" icon={<IconInfoCircle aria-hidden />}>
        {t("edit.hawala")} <HawalaLink hawalaId={props.stored.hawalaId} />
      </Alert>
      <Summary transaction={props.stored} />
      <Stack gap="sm">
        <Textarea label={labels.debitNarrative} rows={2} {...form.getInputProps("debitNarrative")} />
        <Textarea label={labels.creditNarrative} rows={2} {...form.getInputProps("creditNarrative")} />
        <BusinessDateInput label={labels.date} {...requiredMark} {...form.getInputProps("date")} value={form.values.date} />
      </Stack>
    </EditFrame>
  );
}
