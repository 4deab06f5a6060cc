import { Alert, Text } from "@mantine/core";
import { IconAlertTriangle } from "@tabler/icons-react";
import { useEffect, type ReactNode } from "react";
import { useTranslation } from "react-i18next";

import { ApiError, messageOf } from "#web/lib/api-error.ts";

import { focusFirstField } from "./enter-order.ts";
import { LeaveGuard } from "./leave-guard.tsx";
import type { EntryFormState } from "./use-entry-form.ts";

export interface EntryFormProps<Values> {
  readonly entry: EntryFormState<Values>;
  readonly label: string;
  /** What could not be done, in the screen's own words: the heading over the server's message. */
  readonly failureTitle: string;
  readonly children: ReactNode;
}

/** The `<form>` of an entry: focus on its first field, the reason of a failed save, and a question before typed input is left. */
export function EntryForm<Values>({ entry, label, failureTitle, children }: EntryFormProps<Values>) {
  const { ref } = entry.formProps;
  useEffect(() => focusFirstField(ref.current), [ref]);
  return (
    <>
      <form {...entry.formProps} aria-label={label} aria-busy={entry.saving}>
        {children}
        {entry.failure === undefined ? null : <SaveFailure error={entry.failure} title={failureTitle} />}
      </form>
      <LeaveGuard isDirty={entry.isDirty} />
    </>
  );
}

function SaveFailure({ error, title }: { readonly error: unknown; readonly title: string }) {
  const { t } = useTranslation("ui");
  const fault = error instanceof ApiError ? error : undefined;
  const text = fault?.code === "idempotency_conflict" ? t("form.recordedEarlier") : messageOf(error, title);
  return (
    <Alert color="red" role="alert" mt="md" title={title} icon={<IconAlertTriangle aria-hidden />}>
      <Text size="sm">{text}</Text>
      {fault === undefined || fault.requestId === "" ? null : (
        <Text size="xs" mt={4}>
          {t("form.request", { id: fault.requestId })}
        </Text>
      )}
    </Alert>
  );
}
