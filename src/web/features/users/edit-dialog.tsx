import { useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";

import { updateUser, type User } from "#contract/users.ts";
import { call } from "#web/lib/api.ts";
import { useSession } from "#web/lib/session.ts";
import { toast } from "#web/lib/toast.ts";
import { FormDialog, FreshlyRead, VersionedForm } from "#web/ui/entry/edit-dialog.tsx";
import { useVersionedEdit } from "#web/ui/entry/use-versioned-edit.ts";

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

function Fresh({ id, onSaved }: { readonly id: string; readonly onSaved: () => void }) {
  const { t } = useTranslation("users");
  return (
    <FreshlyRead
      query={useFreshUsers()}
      pick={(users) => users.find((candidate) => candidate.id === id)}
      texts={{ loading: t("edit.loading"), failed: t("failed"), gone: t("edit.gone") }}
    >
      {(user) => <Edit user={user} onSaved={onSaved} />}
    </FreshlyRead>
  );
}

interface EditProps {
  readonly user: User;
  readonly onSaved: () => void;
}

function Edit({ user, onSaved }: EditProps) {
  const { t } = useTranslation("users");
  const session = useSession();
  const edit = useUserEdit(user, onSaved);
  const words = useFieldWords();
  return (
    <VersionedForm
      edit={edit}
      label={t("edit.title")}
      failureTitle={t("edit.failed")}
      labelOf={(field) => t(`fields.${field}`)}
      words={words}
      actions={(close) => ({ onClose: close })}
    >
      <UserInputs form={edit.entry.form} of={user.id === session.id ? "self" : "other"} />
    </VersionedForm>
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
    },
    onUnchanged: () => toast.success(t("users:edit.unchanged")),
    onSaved,
    onFailed: (error) => toast.failure(error, t("users:edit.failed")),
  });
}

/** A field's value as the form words it. */
function useFieldWords(): (form: UserForm, field: UserField) => string {
  const { t } = useTranslation(["users", "shell"]);
  return (form, field) => {
    const value = form[field];
    if (field === "role") return t(`shell:roles.${form.role}`);
    return typeof value === "string" ? value : value ? t("users:on") : t("users:off");
  };
}
