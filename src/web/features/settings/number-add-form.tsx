import { Card, Title } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";

import { createAccountNumberSetting } from "#contract/settings.ts";
import { call } from "#web/lib/api.ts";
import { toast } from "#web/lib/toast.ts";
import { EntryForm } from "#web/ui/entry/entry-form.tsx";
import { FormActions } from "#web/ui/entry/form-actions.tsx";
import { useEntryForm } from "#web/ui/entry/use-entry-form.ts";
import surfaces from "#web/ui/surfaces.module.css";

import { NumberInputs } from "./number-inputs.tsx";
import { creationSchema, settingsStored } from "./queries.ts";
import { blankNumber, numberCreation } from "./rules.ts";

/** The form that gives a currency a start number. */
export function NumberAddForm() {
  const { t } = useTranslation(["settings", "common"]);
  const client = useQueryClient();
  const entry = useEntryForm({
    initialValues: { ...blankNumber },
    schema: creationSchema,
    toSent: numberCreation,
    record: (body) => call(createAccountNumberSetting, { body }),
    next: () => ({ ...blankNumber }),
    onRecorded: () => {
      settingsStored(client);
      toast.success(t("common:success"), t("settings:numbers.saved"));
    },
    onFailed: (error) => toast.failure(error, t("settings:numbers.saveFailed")),
  });
  return (
    <Card component="section" withBorder className={surfaces["formCard"] ?? ""}>
      <Title order={2} mb="sm">
        {t("settings:numbers.add")}
      </Title>
      <EntryForm entry={entry} label={t("settings:numbers.add")} failureTitle={t("settings:numbers.saveFailed")}>
        <NumberInputs form={entry.form} fallsBack />
        <FormActions saving={entry.saving} />
      </EntryForm>
    </Card>
  );
}
