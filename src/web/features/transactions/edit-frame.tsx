import { Paper, Stack, Text } from "@mantine/core";
import { useImperativeHandle, type ReactNode, type RefObject } from "react";
import { useTranslation } from "react-i18next";

import type { Transaction } from "#contract/transactions.ts";
import { parseAmount } from "#kernel/amount.ts";
import { messageOf } from "#web/lib/api-error.ts";
import { formatAmount, formatDigits } from "#web/lib/format.ts";
import { AfterEffect } from "#web/ui/after-effect.tsx";
import { EntryForm } from "#web/ui/entry-form.tsx";
import { FormActions } from "#web/ui/form-actions.tsx";
import type { EntryFormState } from "#web/ui/use-entry-form.ts";
import type { Conflict } from "#web/ui/use-versioned-edit.ts";
import { VersionConflict } from "#web/ui/version-conflict.tsx";

import { mirrored, movementsOf, netOf, type Known, type Moves } from "./edit-rules.ts";
import { useAccountWords } from "./search-accounts.tsx";

/** What a dialog asks its form before it closes. */
export interface EditHandle {
  readonly isDirty: () => boolean;
}

type EditValues = Readonly<Record<string, unknown>>;

interface EditState<Values> {
  readonly known: Known;
  readonly entry: EntryFormState<Values>;
  readonly conflict: Conflict<Values> | undefined;
  readonly keepMine: () => void;
  readonly takeTheirs: () => void;
}

interface EditFrameProps<Values> {
  readonly edit: EditState<Values>;
  readonly handle: RefObject<EditHandle | null>;
  readonly label: string;
  /** How the fields are called. */
  readonly labels: Readonly<Record<keyof Values & string, string>>;
  readonly onCancel: () => void;
  readonly children: ReactNode;
}

/** The form of an edit dialog: its fields, what somebody else has saved meanwhile, Cancel and Save. */
export function EditFrame<Values extends EditValues>({ edit, handle, labels, ...props }: EditFrameProps<Values>) {
  const { t } = useTranslation("search");
  const { entry, conflict, known } = edit;
  const words = useFieldWords(known);
  useImperativeHandle(handle, () => ({ isDirty: entry.isDirty }));
  // The conflict says it all, and a second notice at the foot of the dialog would cover it.
  const shown = conflict === undefined ? entry : { ...entry, failure: undefined };
  return (
    <EntryForm entry={shown} label={props.label} failureTitle={t("edit.failed")}>
      <Stack gap="md">
        {props.children}
        {conflict === undefined ? null : (
          <VersionConflict
            said={messageOf(entry.failure, t("edit.failed"))}
            changes={conflict.changed.map(({ field, mineToo }) => ({
              field: labels[field],
              before: words(conflict.before, field),
              after: words(conflict.theirs, field),
              mineToo,
            }))}
            onKeepMine={edit.keepMine}
            onTakeTheirs={edit.takeTheirs}
          />
        )}
      </Stack>
      <FormActions saving={entry.saving} onCancel={props.onCancel} />
    </EntryForm>
  );
}

/** How the value of a field reads: an account and a currency by name, an amount with its currency, anything else as it stands. */
function useFieldWords({ accounts, codeOf }: Known): (values: EditValues, field: string) => string {
  const accountWords = useAccountWords(accounts);
  return (values, field) => {
    const value = values[field];
    if (typeof value === "number") return field.endsWith("ccount") ? accountWords(value) : (codeOf(value) ?? String(value));
    const text = typeof value === "string" ? value : "";
    if (!/amount$/i.test(field) || parseAmount(text) === undefined) return text;
    const code = codeOf(currencyBeside(values, field));
    return code === undefined ? formatDigits(text) : `${formatAmount(text, code)} ${code}`;
  };
}

/** The currency of an amount: `amount` stands beside `currencyId`, `sellingAmount` beside `sellingCurrencyId`. */
function currencyBeside(values: EditValues, amountField: string): number | null {
  const id = values[amountField.replace("amount", "currencyId").replace("Amount", "CurrencyId")];
  return typeof id === "number" ? id : null;
}

interface EditEffectProps {
  /** The stored version that the edit replaces. */
  readonly base: Transaction;
  /** The body as far as it has been typed. */
  readonly next: Moves;
  readonly known: Known;
}

/** What saving does to the balances: the old version taken back and the new one posted, as one difference. */
export function EditEffect({ base, next, known }: EditEffectProps) {
  const { t } = useTranslation("search");
  const before = movementsOf(base, known);
  const after = movementsOf(next, known);
  if (before === undefined || after === undefined) return <AfterEffect movements={[]} />;
  const difference = netOf([...mirrored(before), ...after]);
  if (difference.length > 0) return <AfterEffect movements={difference} />;
  return (
    <Paper withBorder p="sm">
      <Text size="sm" c="dimmed">
        {t("edit.noEffect")}
      </Text>
    </Paper>
  );
}
