import { Skeleton, Stack } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import type { BusinessSettings } from "#contract/settings.ts";
import { LoadError } from "#web/shell/load-error.tsx";
import { Page } from "#web/shell/page.tsx";
import { EntryForm } from "#web/ui/entry/entry-form.tsx";
import { FormActions } from "#web/ui/entry/form-actions.tsx";

import { BusinessConflict } from "./business-conflict.tsx";
import { BusinessInputs } from "./business-inputs.tsx";
import { useFreshBusinessSettings } from "./queries.ts";
import { businessFormOf } from "./rules.ts";
import { useBusinessEdit } from "./use-business-edit.ts";

/** Business Settings: what the whole office works by. */
export function BusinessSettingsPage() {
  const { t } = useTranslation("settings");
  return (
    <Page title={t("business.title")} description={t("business.description")}>
      <Fresh />
    </Page>
  );
}

/** Waits for the settings as they are stored now: a form that began from an older copy would meet it as a conflict. */
function Fresh() {
  const { t } = useTranslation("settings");
  const stored = useFreshBusinessSettings();
  const [begun, setBegun] = useState<BusinessSettings>();
  if (begun !== undefined) return <Settings stored={begun} />;
  if (stored.isError && !stored.isFetching)
    return <LoadError title={t("business.failed")} error={stored.error} onRetry={() => void stored.refetch()} />;
  // What is read later must not change the form under the person's hands.
  if (stored.data !== undefined && stored.isFetchedAfterMount) setBegun(stored.data);
  return (
    <Stack role="status" aria-label={t("business.loading")}>
      <Skeleton height={180} radius="md" />
      <Skeleton height={180} radius="md" />
      <Skeleton height={120} radius="md" />
    </Stack>
  );
}

function Settings({ stored }: { readonly stored: BusinessSettings }) {
  const { t } = useTranslation("settings");
  const edit = useBusinessEdit(stored);
  const { entry, base } = edit;
  return (
    <EntryForm entry={entry} label={t("business.title")} failureTitle={t("business.saveFailed")}>
      <BusinessInputs form={entry.form} stored={base} />
      <BusinessConflict edit={edit} />
      <FormActions saving={entry.saving} onRefresh={() => entry.startOver(businessFormOf(base))} />
    </EntryForm>
  );
}
