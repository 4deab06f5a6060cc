import { Modal, NativeSelect, SimpleGrid, TextInput } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import type { KeyboardEvent, SyntheticEvent } from "react";
import { useTranslation } from "react-i18next";

import { createAccount, type Account, type AccountRow } from "#contract/accounts.ts";
import { offeredAccountTypes, type AccountType } from "#kernel/account-type.ts";
import { call } from "#web/lib/api.ts";
import { isTakenByInputMethod } from "#web/lib/composing.ts";
import { useWhileHere } from "#web/lib/late-answers.ts";
import { nounsChanged, nounsOf } from "#web/lib/query.ts";
import { toast } from "#web/lib/toast.ts";
import { CurrencySelect, useCurrencies } from "#web/ui/currency-select.tsx";
import { EntryForm } from "#web/ui/entry/entry-form.tsx";
import { FormActions } from "#web/ui/entry/form-actions.tsx";
import { bodySchema } from "#web/ui/entry/form-resolver.ts";
import { useAskedClose } from "#web/ui/entry/leave-question.tsx";
import { requiredMark } from "#web/ui/entry/required-mark.ts";
import { useEntryForm } from "#web/ui/entry/use-entry-form.ts";
import { freeText } from "#web/ui/free-text.ts";
import surfaces from "#web/ui/surfaces.module.css";

import type { AccountFilter } from "./account-search.ts";

/** The currency most accounts of a house are kept in. */
const usualCurrencyId = 1;

/** What is typed to be a telephone: digits of any script with the signs that stand among them. */
const telephone = /^[+\p{Nd}][\p{Nd}\s()./-]*$/u;

/** A dialog that is open hears Escape for itself: one that lies below it would close as well. */
const ownEscape = { "data-mantine-stop-propagation": "true" };

interface NewCustomerProps {
  /** What was typed when nothing was found. */
  readonly typed: string;
  /** What the picker offers: the new account is one of those. */
  readonly filter: AccountFilter;
  /** The currency to start from; null for the usual one. */
  readonly currencyId: number | null;
  readonly onOpened: (account: AccountRow) => void;
  readonly onCancel: () => void;
}

/** The small dialog that opens an account without leaving the entry it is needed for. */
export function NewCustomer(props: NewCustomerProps) {
  const { filter, onCancel } = props;
  const { t } = useTranslation(["ui", "accounts"]);
  const { form, ...entry } = useNewCustomer(props);
  const { unanswered, sending } = entry;
  // What was typed is soon typed again; only an account that may have been opened is asked about.
  const { close, question } = useAskedClose({ isDirty: () => unanswered, sending, unanswered }, onCancel);
  const pressed = (event: KeyboardEvent): void => {
    keptHere(event);
    if (event.key !== "Escape" || isTakenByInputMethod(event)) return;
    event.preventDefault();
    close();
  };
  const text = { ...ownEscape, autoComplete: "off" };
  return (
    // What happens in here reaches the entry form around the picker only as React's event, and is none of its business.
    <div onSubmit={keptHere} onKeyDown={pressed} onFocus={keptHere} onBlur={keptHere} role="presentation">
      <Modal.Root opened onClose={close} closeOnEscape={false} closeOnClickOutside={false} returnFocus={false} centered>
        <Modal.Overlay />
        <Modal.Content {...ownEscape}>
          {/* The title is in the body: two dialogs with a header each would be two banners of one page. */}
          <Modal.Body pt="md" className={surfaces["formDialog"] ?? ""}>
            <Modal.Title mb="sm">{t("ui:newCustomer.title")}</Modal.Title>
            <EntryForm entry={{ form, ...entry }} label={t("ui:newCustomer.title")} failureTitle={t("ui:newCustomer.failed")}>
              <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
                <TextInput
                  label={t("accounts:fields.accountName")}
                  {...requiredMark}
                  {...freeText}
                  {...text}
                  {...form.getInputProps("accountName")}
                />
                <TextInput label={t("accounts:fields.phone")} type="tel" dir="ltr" {...text} {...form.getInputProps("phone")} />
                <CurrencySelect
                  label={t("accounts:fields.currencyId")}
                  {...requiredMark}
                  disabled={filter.currencyId !== undefined}
                  {...ownEscape}
                  {...form.getInputProps("currencyId")}
                  value={form.values.currencyId}
                  onChange={(id) => form.setFieldValue("currencyId", id)}
                />
                <NativeSelect
                  label={t("accounts:fields.accountType")}
                  disabled={filter.type !== undefined}
                  data={typesOffered(filter.type).map((type) => ({ value: type, label: t(`ui:accountTypes.${type}`) }))}
                  {...ownEscape}
                  {...form.getInputProps("accountType")}
                />
              </SimpleGrid>
              <FormActions saving={entry.saving} onClose={close} />
            </EntryForm>
          </Modal.Body>
        </Modal.Content>
      </Modal.Root>
      {question}
    </div>
  );
}

interface NewCustomerForm extends Record<string, unknown> {
  accountName: string;
  phone: string;
  currencyId: number | null;
  accountType: AccountType;
}

function useNewCustomer({ typed, filter, currencyId, onOpened }: NewCustomerProps) {
  const { t } = useTranslation("ui");
  const client = useQueryClient();
  const currencies = useCurrencies();
  const whileHere = useWhileHere();
  const isTelephone = telephone.test(typed);
  const initialValues: NewCustomerForm = {
    accountName: isTelephone ? "" : typed,
    phone: isTelephone ? typed : "",
    currencyId: filter.currencyId ?? currencyId ?? usualCurrencyId,
    accountType: filter.type ?? "customer",
  };
  return useEntryForm({
    initialValues,
    schema: bodySchema(createAccount),
    toSent: (values) => values,
    record: (body, idempotencyKey) => call(createAccount, { body, idempotencyKey }),
    next: (values) => values,
    // Opened is opened, and said; but who has left the dialog meanwhile may have chosen somebody else.
    onRecorded: (account) => {
      const symbol = currencies.find(({ id }) => id === account.currencyId)?.symbol ?? "";
      void nounsChanged(client, nounsOf.accounts);
      toast.success(
        t("newCustomer.opened"),
        t("newCustomer.openedText", { code: account.accountCode, name: account.accountName }),
      );
      whileHere(onOpened)(rowOf(account, symbol));
    },
    // Said in the dialog, where the person looks.
    onFailed: () => undefined,
    onUnanswered: () => undefined,
  });
}

/** The account as a list has it; it holds nothing yet. */
function rowOf({ picture: _picture, signature: _signature, ...account }: Account, symbol: string): AccountRow {
  const { currencyId, currency } = account;
  return { ...account, balances: [{ currencyId, currency, symbol, balance: "0.00" }] };
}

function typesOffered(fixed: AccountType | undefined): readonly AccountType[] {
  return fixed === undefined ? offeredAccountTypes : [fixed];
}

function keptHere(event: SyntheticEvent): void {
  event.stopPropagation();
}
