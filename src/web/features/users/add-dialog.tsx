import { useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";

import { createUser } from "#contract/users.ts";
import { call } from "#web/lib/api.ts";
import { useWhileHere } from "#web/lib/late-answers.ts";
import { toast } from "#web/lib/toast.ts";
import { FormDialog, useDialogAround } from "#web/ui/entry/edit-dialog.tsx";
import { EntryForm } from "#web/ui/entry/entry-form.tsx";
import { FormActions } from "#web/ui/entry/form-actions.tsx";
import { useEntryForm } from "#web/ui/entry/use-entry-form.ts";

import { UserInputs } from "./inputs.tsx";
import { creationBody, creationSchema, usersStored } from "./queries.ts";
import { blankUser } from "./rules.ts";

interface AddDialogProps {
  readonly opened: boolean;
  readonly onClose: () => void;
}

/** The Add User form. */
export function AddDialog({ opened, onClose }: AddDialogProps) {
  const { t } = useTranslation("users");
  return (
    <FormDialog opened={opened} title={t("create.title")} onClose={onClose}>
      <Add onAdded={onClose} />
    </FormDialog>
  );
}

function Add({ onAdded }: { readonly onAdded: () => void }) {
  const { t } = useTranslation(["users", "common"]);
  const client = useQueryClient();
  const whileHere = useWhileHere();
  const leave = whileHere(onAdded);
  const entry = useEntryForm({
    initialValues: { ...blankUser },
    schema: creationSchema,
    toSent: creationBody,
    alsoCheck: ({ password }) => (password === "" ? { password: t("users:create.passwordRequired") } : {}),
    record: (body) => call(createUser, { body }),
    next: () => ({ ...blankUser }),
    onRecorded: () => {
      usersStored(client);
      toast.success(t("common:success"), t("users:create.created"));
      leave();
    },
    onFailed: (error) => toast.failure(error, t("users:create.failed")),
  });
  const close = useDialogAround(entry);
  return (
    <EntryForm entry={entry} label={t("users:create.title")} failureTitle={t("users:create.failed")}>
      <UserInputs form={entry.form} of="new" />
      <FormActions saving={entry.saving} onClose={close} />
    </EntryForm>
  );
}
