import { useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";

import { updateAccountNumberSetting, type AccountNumberSetting } from "#contract/settings.ts";
import { call } from "#web/lib/api.ts";
import { toast } from "#web/lib/toast.ts";
import { FormDialog, VersionedForm } from "#web/ui/entry/edit-dialog.tsx";
import { useVersionedEdit } from "#web/ui/entry/use-versioned-edit.ts";

import { NumberInputs } from "./number-inputs.tsx";
import { editSchema, fetchNumber, settingsStored } from "./queries.ts";
import { numberEdit, numberFormOf } from "./rules.ts";

interface NumberEditDialogProps {
  /** The setting being edited; undefined while the dialog is closed. */
  readonly setting: AccountNumberSetting | undefined;
  readonly onClose: () => void;
}

/** Changes a start number, or the currency it is for. */
export function NumberEditDialog({ setting, onClose }: NumberEditDialogProps) {
  const { t } = useTranslation("settings");
  return (
    <FormDialog opened={setting !== undefined} title={t("numbers.editTitle")} size="md" onClose={onClose}>
      {setting === undefined ? null : <Edit key={setting.id} setting={setting} onSaved={onClose} />}
    </FormDialog>
  );
}

interface EditProps {
  readonly setting: AccountNumberSetting;
  readonly onSaved: () => void;
}

function Edit({ setting, onSaved }: EditProps) {
  const { t } = useTranslation("settings");
  const edit = useNumberEdit(setting, onSaved);
  return (
    <VersionedForm
      edit={edit}
      label={t("numbers.editTitle")}
      failureTitle={t("numbers.updateFailed")}
      labelOf={(field) => t(`numbers.${field}`)}
      words={(form, field) => form[field]}
    >
      <NumberInputs form={edit.entry.form} fallsBack={false} />
    </VersionedForm>
  );
}

function useNumberEdit(setting: AccountNumberSetting, onSaved: () => void) {
  const { t } = useTranslation(["settings", "common"]);
  const client = useQueryClient();
  return useVersionedEdit({
    stored: setting,
    formOf: numberFormOf,
    schema: editSchema,
    toSent: numberEdit,
    store: (body, { id, version, currency, startNumber }) =>
      body.currency === currency && body.startNumber === startNumber
        ? undefined
        : call(updateAccountNumberSetting, { params: { id }, body, ifMatch: version }),
    fetchStored: () => fetchNumber(client, setting.id),
    onStored: () => {
      settingsStored(client);
      toast.success(t("common:success"), t("settings:numbers.updated"));
    },
    onUnchanged: () => toast.success(t("settings:numbers.unchanged")),
    onSaved,
    onFailed: (error) => toast.failure(error, t("settings:numbers.updateFailed")),
  });
}
