import { useTranslation } from "react-i18next";

import { FormDialog, FreshlyRead } from "#web/ui/entry/edit-dialog.tsx";

import { EditForm } from "./edit-form.tsx";
import { useFreshAccount } from "./queries.ts";

interface EditDialogProps {
  /** The account being edited; undefined while the dialog is closed. */
  readonly id: number | undefined;
  readonly onClose: () => void;
}

/** The Account Entry dialog: edits one account without leaving the list. */
export function EditDialog({ id, onClose }: EditDialogProps) {
  const { t } = useTranslation("accounts");
  return (
    <FormDialog opened={id !== undefined} title={t("edit.dialogTitle")} size="62rem" onClose={onClose}>
      {id === undefined ? null : <Fresh key={id} id={id} onSaved={onClose} />}
    </FormDialog>
  );
}

function Fresh({ id, onSaved }: { readonly id: number; readonly onSaved: () => void }) {
  const { t } = useTranslation("accounts");
  return (
    <FreshlyRead
      query={useFreshAccount(id)}
      pick={(account) => account}
      texts={{ loading: t("edit.loading"), failed: t("view.failed"), gone: t("edit.notFound") }}
    >
      {(account) => <EditForm account={account} label={t("edit.dialogTitle")} onSaved={onSaved} />}
    </FreshlyRead>
  );
}
