import { Loader, Modal, Stack, Text } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { useImperativeHandle, useRef, useState, type RefObject } from "react";
import { useTranslation } from "react-i18next";

import { updateCurrency, type Currency } from "#contract/currencies.ts";
import { messageOf } from "#web/lib/api-error.ts";
import { call } from "#web/lib/api.ts";
import { toast } from "#web/lib/toast.ts";
import { LoadError } from "#web/shell/load-error.tsx";
import { EntryForm } from "#web/ui/entry-form.tsx";
import { FormActions } from "#web/ui/form-actions.tsx";
import { LeaveQuestion } from "#web/ui/leave-question.tsx";
import { useVersionedEdit } from "#web/ui/use-versioned-edit.ts";
import { VersionConflict } from "#web/ui/version-conflict.tsx";

import classes from "./currencies.module.css";
import { CurrencyInputs } from "./inputs.tsx";
import { currenciesStored, editBody, editSchema, fetchCurrency, useFreshCurrencies } from "./queries.ts";
import { currencyFormOf, type CurrencyField, type CurrencyForm } from "./rules.ts";

/** Tells the dialog whether something was typed in its form. */
type Dirtiness = RefObject<(() => boolean) | null>;

interface EditDialogProps {
  /** The currency being edited; undefined while the dialog is closed. */
  readonly id: number | undefined;
  readonly onClose: () => void;
}

/** Edits a currency without leaving the cards. Closing it asks first when something was typed. */
export function EditDialog({ id, onClose }: EditDialogProps) {
  const { t } = useTranslation(["currencies", "common"]);
  const isDirty: Dirtiness = useRef(null);
  const [asked, setAsked] = useState(false);
  const close = (): void => {
    // Asked after the event: the Escape key that closes this dialog would otherwise answer the question as well.
    if (isDirty.current?.() === true) setTimeout(() => setAsked(true));
    else onClose();
  };
  return (
    <>
      <Modal
        opened={id !== undefined}
        onClose={close}
        title={t("currencies:edit.title")}
        size="lg"
        closeOnClickOutside={false}
        closeOnEscape={!asked}
        closeButtonProps={{ "aria-label": t("common:close") }}
        classNames={{ body: classes["dialog"] ?? "" }}
      >
        {id === undefined ? null : <Fresh key={id} id={id} isDirty={isDirty} onClose={onClose} />}
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

interface FreshProps {
  readonly id: number;
  readonly isDirty: Dirtiness;
  readonly onClose: () => void;
}

/** Waits for the currency as it is stored now: a form that began from an older copy would meet it as a conflict. */
function Fresh({ id, ...others }: FreshProps) {
  const { t } = useTranslation("currencies");
  const list = useFreshCurrencies();
  const [begun, setBegun] = useState<Currency>();
  if (begun !== undefined) return <Edit currency={begun} {...others} />;
  if (list.isError && !list.isFetching)
    return <LoadError title={t("list.failed")} error={list.error} onRetry={() => void list.refetch()} />;
  if (list.data !== undefined && list.isFetchedAfterMount) {
    const currency = list.data.find((candidate) => candidate.id === id);
    if (currency === undefined) return <Text role="alert">{t("edit.gone")}</Text>;
    // What the list brings later must not change the form under the person's hands.
    setBegun(currency);
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
  readonly currency: Currency;
}

function Edit({ currency, isDirty, onClose }: EditProps) {
  const { t } = useTranslation("currencies");
  const edit = useCurrencyEdit(currency, onClose);
  const { entry, conflict } = edit;
  useImperativeHandle(isDirty, () => entry.isDirty);
  const words = useFieldWords();
  return (
    <EntryForm entry={entry} label={t("edit.title")} failureTitle={t("edit.failed")}>
      <CurrencyInputs form={entry.form} base={edit.base} />
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
      <FormActions saving={entry.saving} />
    </EntryForm>
  );
}

function useCurrencyEdit(currency: Currency, onClose: () => void) {
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
      onClose();
    },
    onUnchanged: () => {
      toast.success(t("currencies:edit.unchanged"));
      onClose();
    },
    onFailed: (error) => toast.error(t("common:error"), messageOf(error, t("currencies:edit.failed"))),
  });
}

/** A field's value as the form words it. */
function useFieldWords(): (field: CurrencyField, form: CurrencyForm) => string {
  const { t } = useTranslation("currencies");
  return (field, form) => {
    const value = form[field];
    return typeof value === "string" ? value : value ? t("edit.on") : t("edit.off");
  };
}
