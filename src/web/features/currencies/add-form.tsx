import { Card, Title } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";

import { createCurrency } from "#contract/currencies.ts";
import { call } from "#web/lib/api.ts";
import { toast } from "#web/lib/toast.ts";
import { EntryForm } from "#web/ui/entry/entry-form.tsx";
import { FormActions } from "#web/ui/entry/form-actions.tsx";
import { useAskedClose } from "#web/ui/entry/leave-question.tsx";
import { useEntryForm } from "#web/ui/entry/use-entry-form.ts";
import surfaces from "#web/ui/surfaces.module.css";

import { NewCurrencyInputs } from "./inputs.tsx";
import { creationBody, creationSchema, currenciesStored } from "./queries.ts";
import { blankCurrency } from "./rules.ts";

/** The inline form that adds a currency; it then stands ready for the next. Closing it asks first when something was typed. */
export function AddForm({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation(["currencies", "common"]);
  const client = useQueryClient();
  const entry = useEntryForm({
    initialValues: { ...blankCurrency },
    schema: creationSchema,
    toSent: creationBody,
    record: (body) => call(createCurrency, { body }),
    next: () => ({ ...blankCurrency }),
    onRecorded: () => {
      currenciesStored(client);
      toast.success(t("common:success"), t("currencies:add.added"));
    },
    onFailed: (error) => toast.failure(error, t("currencies:add.failed")),
  });
  const { close, question } = useAskedClose(entry, onClose);
  return (
    <Card component="section" withBorder className={surfaces["formCard"] ?? ""}>
      <Title order={2} mb="sm">
        {t("currencies:add.title")}
      </Title>
      <EntryForm entry={entry} label={t("currencies:add.title")} failureTitle={t("currencies:add.failed")}>
        <NewCurrencyInputs form={entry.form} />
        <FormActions saving={entry.saving} onClose={close} />
      </EntryForm>
      {question}
    </Card>
  );
}
