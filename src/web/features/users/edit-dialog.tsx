import { Loader, Stack, Text } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { useImperativeHandle, useState } from "react";
import { useTranslation } from "react-i18next";

import { updateUser, type User } from "#contract/users.ts";
import { call } from "#web/lib/api.ts";
import { useSession } from "#web/lib/session.ts";
import { toast } from "#web/lib/toast.ts";
import { LoadError } from "#web/shell/load-error.tsx";
import { EntryForm } from "#web/ui/entry-form.tsx";
import { FormActions } from "#web/ui/form-actions.tsx";
import { useVersionedEdit } from "#web/ui/use-versioned-edit.ts";
import { VersionConflict } from "#web/ui/version-conflict.tsx";

import { FormDialog, useFormDialog } from "./form-dialog.tsx";
import { UserInputs } from "./inputs.tsx";
import { editBody, editSchema, fetchUser, useFreshUsers, usersStored } from "./queries.ts";
import { userFormOf, type UserField, type UserForm } from "./rules.ts";

interface EditDialogProps {
  /** The user being edited; undefined while the dialog is closed. */
  readonly id: string | undefined;
  readonly onClose: () => void;
}

/** The Edit User form. */
export function EditDialog({ id, onClose }: EditDialogProps) {
  const { t } = useTranslation("users");
  return (
    <FormDialog opened={id !== undefined} title={t("edit.title")} onClose={onClose}>
      {id === undefined ? null : <Fresh key={id} id={id} onSaved={onClose} />}
    </FormDialog>
  );
}

interface FreshProps {
  readonly id: string;
  readonly onSaved: () => void;
}

/** Waits for the user as stored now: a form that began from an older copy would meet it as a conflict. */
function Fresh({ id, ...others }: FreshProps) {
  const { t } = useTranslation("users");
  const list = useFreshUsers();
  const [begun, setBegun] = useState<User>();
  if (begun !== undefined) return <Edit user={begun} {...others} />;
  if (list.isError && !list.isFetching)
    return <LoadError title={t("failed")} error={list.error} onRetry={() => void list.refetch()} />;
  if (list.data !== undefined && list.isFetchedAfterMount) {
    const user = list.data.find((candidate) => candidate.id === id);
    if (user === undefined) return <Text role="alert">{t("edit.gone")}</Text>;
    // What the list brings later must not change the form under the person's hands.
    setBegun(user);
  }
  return (
    <Stack align="center" py="xl" role="status">
      <Loader size="sm" aria-hidden />
      <Text size="sm" c="dimmed">
        {t("edit.loading")}
      </Text>
    </Stack>
  );
}

interface EditProps extends Omit<FreshProps, "id"> {
  readonly user: User;
}

function Edit({ user, onSaved }: EditProps) {
  const { t } = useTranslation("users");
  const { isDirty, close } = useFormDialog();
  const session = useSession();
  const edit = useUserEdit(user, onSaved);
  const { entry, conflict } = edit;
  useImperativeHandle(isDirty, () => entry.isDirty);
  const words = useFieldWords();
  return (
    <EntryForm entry={entry} label={t("edit.title")} failureTitle={t("edit.failed")}>
      <UserInputs form={entry.form} of={user.id === session.id ? "self" : "other"} />
      {conflict === undefined ? null : (
        <VersionConflict
          changes={conflict.changed.map(({ field, mineToo }) => ({
            field: t(`fields.${field}`),
            before: words(field, conflict.before),
            after: words(field, conflict.theirs),
            mineToo,
          }))}
          onKeepMine={edit.keepMine}
          onTakeTheirs={edit.takeTheirs}
        />
      )}
      <FormActions saving={entry.saving} onClose={close} />
    </EntryForm>
  );
}

function useUserEdit(user: User, onSaved: () => void) {
  const { t } = useTranslation(["users", "common"]);
  const client = useQueryClient();
  return useVersionedEdit({
    stored: user,
    formOf: userFormOf,
    schema: editSchema,
    toSent: editBody,
    store: (body, { id, version }) =>
      Object.keys(body).length === 0 ? undefined : call(updateUser, { params: { id }, body, ifMatch: version }),
    fetchStored: () => fetchUser(client, user.id),
    onStored: () => {
      usersStored(client);
      toast.success(t("common:success"), t("users:edit.updated"));
      onSaved();
    },
    onUnchanged: () => {
      toast.success(t("users:edit.unchanged"));
      onSaved();
    },
    onFailed: (error) => toast.failure(error, t("users:edit.failed")),
  });
}

/** A field's value as the form words it. */
function useFieldWords(): (field: UserField, form: UserForm) => string {
  const { t } = useTranslation(["users", "shell"]);
  return (field, form) => {
    const value = form[field];
    if (field === "role") return t(`shell:roles.${form.role}`);
    return typeof value === "string" ? value : value ? t("users:on") : t("users:off");
  };
}
