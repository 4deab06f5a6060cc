import { Modal } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { useImperativeHandle, useRef, useState, type RefObject } from "react";
import { useTranslation } from "react-i18next";

import { updateAccountNumberSetting, type AccountNumberSetting } from "#contract/settings.ts";
import { call } from "#web/lib/api.ts";
import { toast } from "#web/lib/toast.ts";
import { EntryForm } from "#web/ui/entry-form.tsx";
import { FormActions } from "#web/ui/form-actions.tsx";
import { LeaveQuestion } from "#web/ui/leave-question.tsx";
import { useVersionedEdit } from "#web/ui/use-versioned-edit.ts";
import { VersionConflict } from "#web/ui/version-conflict.tsx";

import { NumberInputs } from "./number-inputs.tsx";
import { editSchema, fetchNumber, numbersStored } from "./queries.ts";
import { numberEdit, numberFormOf } from "./rules.ts";
import classes from "./settings.module.css";

interface NumberEditDialogProps {
  /** The setting being edited; undefined while the dialog is closed. */
  readonly setting: AccountNumberSetting | undefined;
  readonly onClose: () => void;
}

/** Changes a start number, or the currency it is for. Closing asks first when something was typed. */
export function NumberEditDialog({ setting, onClose }: NumberEditDialogProps) {
  const { t } = useTranslation(["settings", "common"]);
  const isDirty = useRef<(() => boolean) | null>(null);
  const [asked, setAsked] = useState(false);
  const close = (): void => {
    // Asked after the event: the Escape key that closes this dialog would otherwise answer the question as well.
    if (isDirty.current?.() === true) setTimeout(() => setAsked(true));
    else onClose();
  };
  return (
    <>
      <Modal
        opened={setting !== undefined}
        onClose={close}
        title={t("settings:numbers.editTitle")}
        closeOnClickOutside={false}
        closeOnEscape={!asked}
        closeButtonProps={{ "aria-label": t("common:close") }}
        classNames={{ body: classes["dialog"] ?? "" }}
      >
        {setting === undefined ? null : <Edit key={setting.id} setting={setting} isDirty={isDirty} onClose={onClose} />}
      </Modal>
      <LeaveQuestion
        asked={asked}
        onStay={() => setAsked(false)}
        onLeave={() => {
          setAsked(false);
          onClose();
        }}
      />
    </>
  );
}

interface EditProps {
  readonly setting: AccountNumberSetting;
  readonly isDirty: RefObject<(() => boolean) | null>;
  readonly onClose: () => void;
}

function Edit({ setting, isDirty, onClose }: EditProps) {
  const { t } = useTranslation("settings");
  const edit = useNumberEdit(setting, onClose);
  const { entry, conflict } = edit;
  useImperativeHandle(isDirty, () => entry.isDirty);
  return (
    <EntryForm entry={entry} label={t("numbers.editTitle")} failureTitle={t("numbers.updateFailed")}>
      <NumberInputs form={entry.form} fallsBack={false} />
      {conflict === undefined ? null : (
        <VersionConflict
          changes={conflict.changed.map(({ field, mineToo }) => ({
            field: t(`numbers.${field}`),
            before: conflict.before[field],
            after: conflict.theirs[field],
            mineToo,
          }))}
          onKeepMine={edit.keepMine}
          onTakeTheirs={edit.takeTheirs}
        />
      )}
      <FormActions saving={entry.saving} />
    </EntryForm>
  );
}

function useNumberEdit(setting: AccountNumberSetting, onClose: () => void) {
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
      numbersStored(client);
      toast.success(t("common:success"), t("settings:numbers.updated"));
      onClose();
    },
    onUnchanged: () => {
      toast.success(t("settings:numbers.unchanged"));
      onClose();
    },
    onFailed: (error) => toast.failure(error, t("settings:numbers.updateFailed")),
  });
}
