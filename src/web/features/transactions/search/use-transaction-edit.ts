import type { FormErrors } from "@mantine/form";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { z } from "zod";

import type { AccountRow } from "#contract/accounts.ts";
import { getTransaction, updateTransaction, type ListedTransaction, type Transaction } from "#contract/transactions.ts";
import { ApiError } from "#web/lib/api-error.ts";
import { call } from "#web/lib/api.ts";
import { useAttemptKey } from "#web/lib/attempt-key.ts";
import { cashOf } from "#web/lib/entry-sides.ts";
import { moneyMoved, nounsChanged, read } from "#web/lib/query.ts";
import { useOffice } from "#web/lib/session.ts";
import { toast } from "#web/lib/toast.ts";
import { useCurrencies } from "#web/ui/currency-select.tsx";
import { useDateCheck } from "#web/ui/date/business-date-input.tsx";
import type { FieldNames, Unfinished } from "#web/ui/entry/form-resolver.ts";
import { useVersionedEdit, type EditDoubtOf, type FormValues } from "#web/ui/entry/use-versioned-edit.ts";

import type { Known } from "./edit-rules.ts";
import { accountOf, byId, type AccountsById } from "./search-accounts.tsx";
import { changedParts } from "./search-changes.ts";

/** What every edit form is given. */
export interface EditInput {
  /** The transaction as it was read when the dialog opened. */
  readonly stored: ListedTransaction;
  readonly accounts: AccountsById;
  /** Called once the edit is stored, or where there was nothing to store. */
  readonly onSaved: () => void;
}

/** What the forms of the types differ in. */
interface Layout<Values, Schema extends z.ZodType> {
  readonly formOf: (stored: Transaction, cashAccountId: number) => Values;
  readonly schema: Schema;
  readonly toSent: (values: Values, known: Known) => Unfinished<z.input<Schema>>;
  readonly fields: FieldNames;
  /** Faults beyond those of the call and of the date. */
  readonly alsoCheck: (values: Values, known: Known) => FormErrors;
  readonly doubtOf?: EditDoubtOf<Values>;
}

type Dated = FormValues & { date: string };

/**
 * The editing of one transaction, on condition that nobody else has saved it since it was read. The accounts known grow with
 * every choice, since a body needs to know more of an account than its number.
 */
export function useTransactionEdit<Values extends Dated, Schema extends z.ZodType>(
  { stored, accounts: loaded, onSaved }: EditInput,
  layout: Layout<Values, Schema>,
) {
  const { t } = useTranslation("search");
  const client = useQueryClient();
  const office = useOffice();
  const currencies = useCurrencies();
  const dateWrong = useDateCheck();
  const keyFor = useAttemptKey();
  const [accounts, setAccounts] = useState(loaded);
  const know = (rows: readonly AccountRow[]): void => setAccounts((before) => new Map([...before, ...byId(rows)]));
  const codeOf: Known["codeOf"] = (id) => currencies.find((currency) => currency.id === id)?.code;
  // Of what it was read as: no edit gives an entry another cash account.
  const [cashAccountId] = useState(() => cashOf(stored, { accounts: loaded, cashAccountId: office.cashAccountId }));
  const known: Known = { accounts, cashAccountId, codeOf };

  const edit = useVersionedEdit<Transaction, Values, Schema>({
    stored,
    formOf: (transaction) => layout.formOf(transaction, cashAccountId),
    schema: layout.schema,
    toSent: (typed) => layout.toSent(typed, known),
    fields: layout.fields,
    alsoCheck: (typed) => {
      const wrong = typed.date.trim() === "" ? t("edit.dateRequired") : dateWrong(typed.date);
      return { ...layout.alsoCheck(typed, known), ...(wrong === undefined ? {} : { date: wrong }) };
    },
    ...(layout.doubtOf === undefined ? {} : { doubtOf: layout.doubtOf }),
    store: (sent, base) => {
      const body = sent as z.input<NonNullable<typeof updateTransaction.body>>;
      const before = layout.toSent(layout.formOf(base, cashAccountId), known);
      if (changedParts(base.transType, before, body).length === 0) return undefined;
      const idempotencyKey = keyFor(body, base.version);
      return call(updateTransaction, { params: { id: base.id }, body, ifMatch: base.version, idempotencyKey });
    },
    fetchStored: async () => {
      const latest = await client.fetchQuery({ ...read(getTransaction, { params: { id: stored.id } }), staleTime: 0 });
      const sides = [...new Set([latest.outAccountId, latest.inAccountId])];
      const rows = await Promise.all(sides.map((id) => client.fetchQuery({ ...accountOf(id), staleTime: 0 })));
      know(rows.flat());
      return latest;
    },
    onStored: () => {
      toast.success(t("edit.succeeded"));
      void moneyMoved(client);
    },
    onUnchanged: () => toast.success(t("edit.unchanged")),
    onSaved,
    onFailed: (error) => {
      toast.failure(error, t("edit.failed"));
      // Deleted meanwhile, perhaps: what stands is said, also where the live line is down.
      if (error instanceof ApiError && error.code === "conflict") void nounsChanged(client, ["transactions"]);
    },
  });
  return { ...edit, known, know };
}

/** The state of an edit form, whatever the call's schema. */
export type TransactionEdit<Values extends Dated> = ReturnType<typeof useTransactionEdit<Values, z.ZodType>>;
