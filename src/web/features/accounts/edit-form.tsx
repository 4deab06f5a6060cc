import type { FormErrors } from "@mantine/form";
import { useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";

import { updateAccount, type Account } from "#contract/accounts.ts";
import { call } from "#web/lib/api.ts";
import { toast } from "#web/lib/toast.ts";
import { useCurrencies } from "#web/ui/currency-select.tsx";
import { VersionedForm } from "#web/ui/entry/edit-dialog.tsx";
import { useVersionedEdit } from "#web/ui/entry/use-versioned-edit.ts";

import { AccountInputs, useUnfinishedInputs } from "./inputs.tsx";
import { accountStored, editBody, editSchema, fetchAccount } from "./queries.ts";
import { accountFormOf, statusesOnEdit, typesOffered, type AccountField, type AccountForm } from "./rules.ts";

interface EditFormProps {
  readonly account: Account;
  /** Names the form for those who cannot see its heading. */
  readonly label: string;
  readonly onSaved: () => void;
  /** Leaves for a new account; without it there is no such button. */
  readonly onNew?: () => void;
}

/** The form that edits one account, in the Account Entry dialog and on the Edit Account page. */
export function EditForm({ account, label, onSaved, onNew }: EditFormProps) {
  const { t } = useTranslation("accounts");
  const unfinished = useUnfinishedInputs(account.dateOfBirth ?? "");
  const edit = useAccountEdit(account, unfinished.check, onSaved);
  const { entry, base } = edit;
  return (
    <VersionedForm
      edit={edit}
      label={label}
      failureTitle={t("edit.failed")}
      conflictTitle={t("conflict.title")}
      labelOf={(field) => t(`fields.${field}`)}
      words={useFieldWords()}
      sentence={(theirs, field) => {
        if (field !== "picture" && field !== "signature") return undefined;
        const change = theirs[field] === "" ? "imageRemoved" : "imageChange";
        return t(`conflict.${change}`, { field: t(`fields.${field}`) });
      }}
      actions={() => ({
        onRefresh: () => entry.startOver(accountFormOf(base)),
        ...(onNew === undefined ? {} : { onNew }),
      })}
    >
      <AccountInputs
        form={entry.form}
        round={entry.round}
        unfinished={unfinished}
        code={base.accountCode}
        types={typesOffered(base.accountType)}
        statuses={statusesOnEdit(base.accountStatus)}
      />
    </VersionedForm>
  );
}

/** Only what changed is sent. What is given by half is a fault that only the screen can see. */
function useAccountEdit(account: Account, alsoCheck: (typed: AccountForm) => FormErrors, onSaved: () => void) {
  const { t } = useTranslation("accounts");
  const client = useQueryClient();
  return useVersionedEdit({
    stored: account,
    formOf: accountFormOf,
    schema: editSchema,
    toSent: editBody,
    alsoCheck,
    store: (body, { id, version }) =>
      Object.keys(body).length === 0 ? undefined : call(updateAccount, { params: { id }, body, ifMatch: version }),
    fetchStored: () => fetchAccount(client, account.id),
    onStored: (saved) => {
      accountStored(client, saved);
      toast.success(t("edit.success"), t("edit.updated"));
    },
    onUnchanged: () => toast.success(t("edit.unchanged")),
    onSaved,
    onFailed: (error) => toast.failure(error, t("edit.failed")),
  });
}

/** A field's value as the form words it: a currency by its code, a type and a status by its name. */
function useFieldWords(): (form: AccountForm, field: AccountField) => string {
  const { t } = useTranslation(["accounts", "ui"]);
  const currencies = useCurrencies();
  return (form, field) => {
    if (field === "accountType") return t(`ui:accountTypes.${form.accountType}`);
    if (field === "accountStatus") return t(`accounts:statuses.${form.accountStatus}`);
    if (field === "currencyId") return currencies.find(({ id }) => id === form.currencyId)?.code ?? String(form.currencyId);
    return form[field];
  };
}
