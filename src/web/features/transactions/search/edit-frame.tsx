import { Stack } from "@mantine/core";
import type { ComponentProps, ReactNode } from "react";
import { useTranslation } from "react-i18next";

import type { Transaction } from "#contract/transactions.ts";
import { parseAmount } from "#kernel/amount.ts";
import { formatAmount, formatDigits } from "#web/lib/format.ts";
import { AfterEffect, NoEffect } from "#web/ui/entry/after-effect.tsx";
import { VersionedForm } from "#web/ui/entry/edit-dialog.tsx";
import { useEntryAround } from "#web/ui/entry/entry-context.ts";
import { useStill } from "#web/ui/entry/use-still.ts";

import { mirrored, movementsOf, netOf, type Known, type Moves } from "./edit-rules.ts";
import { Overtaken, useNewerThan } from "./overtaken.tsx";
import { useAccountWords } from "./search-accounts.tsx";

type EditValues = Readonly<Record<string, unknown>>;

interface EditFrameProps<Values> {
  readonly edit: ComponentProps<typeof VersionedForm<Values>>["edit"] & { readonly known: Known; readonly base: Transaction };
  readonly label: string;
  /** How the fields are called. */
  readonly labels: Readonly<Record<keyof Values & string, string>>;
  readonly children: ReactNode;
}

/** The form of an edit dialog: its fields, what somebody else has saved meanwhile, Cancel and Save. */
export function EditFrame<Values extends EditValues>({ edit, label, labels, children }: EditFrameProps<Values>) {
  const { t } = useTranslation("search");
  const words = useFieldWords(edit.known);
  const newer = useNewerThan(edit.base);
  // What this form saves is told by its answer, and a conflict says it all.
  const isTold = edit.entry.saving || edit.conflict !== undefined;
  return (
    <VersionedForm
      edit={edit}
      label={label}
      failureTitle={t("edit.failed")}
      labelOf={(field) => labels[field]}
      words={words}
      actions={(close) => ({ onCancel: close })}
    >
      <Stack gap="md">
        {children}
        {newer === undefined || isTold ? null : <Overtaken stored={newer} act="edit" />}
      </Stack>
    </VersionedForm>
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

/**
 * What saving does to the balances: the old version taken back and the new one posted, as one difference. Nothing once another
 * version stands than the one that is edited: the balances hold that one by then.
 */
export function EditEffect({ base, next, known }: EditEffectProps) {
  const around = useEntryAround();
  // The version that stands while this is saved may be its own.
  const isOther = useStill(useNewerThan(base) !== undefined, around?.sending === true);
  if (isOther) return null;
  const before = movementsOf(base, known);
  const after = movementsOf(next, known);
  if (before === undefined || after === undefined) return <AfterEffect movements={[]} />;
  const difference = netOf([...mirrored(before), ...after]);
  if (difference.length > 0) return <AfterEffect movements={difference} />;
  return <NoEffect />;
}
