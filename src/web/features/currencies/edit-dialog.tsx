import { useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";

import { updateCurrency, type Currency } from "#contract/currencies.ts";
import { call } from "#web/lib/api.ts";
import { toast } from "#web/lib/toast.ts";
import { FormDialog, FreshlyRead, VersionedForm } from "#web/ui/entry/edit-dialog.tsx";
import { useVersionedEdit } from "#web/ui/entry/use-versioned-edit.ts";

import { CurrencyInputs } from "./inputs.tsx";
import { currenciesStored, editBody, editSchema, fetchCurrency, useFreshCurrencies } from "./queries.ts";
import { currencyFormOf, type CurrencyField, type CurrencyForm } from "./rules.ts";

interface EditDialogProps {
  /** The currency being edited; undefined while the dialog is closed. */
  readonly id: number | undefined;
  readonly onClose: () => void;
}

/** Edits a currency without leaving the cards. */
export function EditDialog({ id, onClose }: EditDialogProps) {
  const { t } = useTranslation("currencies");
  return (
    <FormDialog opened={id !== undefined} title={t("edit.title")} onClose={onClose}>
      {id === undefined ? null : <Fresh key={id} id={id} onSaved={onClose} />}
    </FormDialog>
  );
}

function Fresh({ id, onSaved }: { readonly id: number; readonly onSaved: () => void }) {
  const { t } = useTranslation("currencies");
  return (
    <FreshlyRead
      query={useFreshCurrencies()}
      pick={(currencies) => currencies.find((candidate) => candidate.id === id)}
      texts={{ loading: t("edit.loading"), failed: t("list.failed"), gone: t("edit.gone") }}
    >
      {(currency) => <Edit currency={currency} onSaved={onSaved} />}
    </FreshlyRead>
  );
}

interface EditProps {
  readonly currency: Currency;
  readonly onSaved: () => void;
}

function Edit({ currency, onSaved }: EditProps) {
  const { t } = useTranslation("currencies");
  const edit = useCurrencyEdit(currency, onSaved);
  const words = useFieldWords();
  return (
    <VersionedForm
      edit={edit}
      label={t("edit.title")}
      failureTitle={t("edit.failed")}
      labelOf={(field) => t(`fields.${field}`)}
      words={words}
    >
      <CurrencyInputs form={edit.entry.form} base={edit.base} />
    </VersionedForm>
  );
}

function useCurrencyEdit(currency: Currency, onSaved: () => void) {
  const { t } = useTranslation(["currencies", "common"]);
  const client = useQueryClient();
  return useVersionedEdit({
    stored: currency,
    formOf: currencyFormOf,
    schema: editSchema,
    toSent: editBody,
    fields: { exchangeRate: "rate" },
    store: (body, { id, version }) =>
      Object.keys(body).length === 0 ? undefined : call(updateCurrency, { params: { id }, body, ifMatch: version }),
    fetchStored: () => fetchCurrency(client, currency.id),
    onStored: () => {
      currenciesStored(client);
      toast.success(t("common:success"), t("currencies:edit.updated"));
    },
    onUnchanged: () => toast.success(t("currencies:edit.unchanged")),
    onSaved,
    onFailed: (error) => toast.failure(error, t("currencies:edit.failed")),
  });
}

/** A field's value as the form words it. */
function useFieldWords(): (form: CurrencyForm, field: CurrencyField) => string {
  const { t } = useTranslation("currencies");
  return (form, field) => {
    const value = form[field];
    return typeof value === "string" ? value : value ? t("edit.on") : t("edit.off");
  };
}
