import { Stack } from "@mantine/core";
import { useImperativeHandle, useRef, type Ref } from "react";
import { useTranslation } from "react-i18next";

import type { Account } from "#contract/accounts.ts";
import { EntryForm } from "#web/ui/entry-form.tsx";
import { FormActions } from "#web/ui/form-actions.tsx";

import { ConflictNotice } from "./conflict-notice.tsx";
import { AccountInputs, unfinishedDate } from "./inputs.tsx";
import { accountFormOf, statusesOnEdit, typesOffered } from "./rules.ts";
import { useAccountEdit } from "./use-account-edit.ts";

export interface EditFormHandle {
  readonly isDirty: () => boolean;
}

interface EditFormProps {
  readonly account: Account;
  /** Names the form for those who cannot see its heading. */
  readonly label: string;
  readonly onSaved: () => void;
  /** Leaves for a new account; without it there is no such button. */
  readonly onNew?: () => void;
  readonly ref?: Ref<EditFormHandle>;
}

/** The form that edits one account, in the Account Entry dialog and on the Edit Account page. */
export function EditForm({ account, label, onSaved, onNew, ref }: EditFormProps) {
  const { t } = useTranslation("accounts");
  const birthDate = useRef<HTMLInputElement>(null);
  const edit = useAccountEdit({ account, alsoCheck: () => unfinishedDate(birthDate.current), onSaved });
  const { entry, base } = edit;
  useImperativeHandle(ref, () => ({ isDirty: entry.isDirty }));
  return (
    <EntryForm entry={entry} label={label} failureTitle={t("edit.failed")}>
      <Stack gap="md">
        <AccountInputs
          form={entry.form}
          birthDate={birthDate}
          code={base.accountCode}
          types={typesOffered(base.accountType)}
          statuses={statusesOnEdit(base.accountStatus)}
        />
        <ConflictNotice edit={edit} />
      </Stack>
      <FormActions
        saving={entry.saving}
        onRefresh={() => entry.startOver({ ...accountFormOf(base) })}
        {...(onNew === undefined ? {} : { onNew })}
      />
    </EntryForm>
  );
}
