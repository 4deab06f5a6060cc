import type { FormErrors } from "@mantine/form";
import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import { createHawala, incomingHawalaBody, type RecordedHawala } from "#contract/hawalas.ts";
import { call } from "#web/lib/api.ts";
import { formatAmount } from "#web/lib/format.ts";
import { moneyMoved } from "#web/lib/query.ts";
import { useOffice } from "#web/lib/session.ts";
import { toast } from "#web/lib/toast.ts";
import { paths } from "#web/paths.ts";
import { useVoucherAction } from "#web/print/voucher-action.ts";
import { useDateCheck } from "#web/ui/date/business-date-input.tsx";
import { EntryForm } from "#web/ui/entry/entry-form.tsx";
import { FormActions } from "#web/ui/entry/form-actions.tsx";
import { bothDoubts, useEntryForm, type Doubt, type EntryFormState } from "#web/ui/entry/use-entry-form.ts";

import { positiveAmount, type Board } from "./entry-rules.ts";
import classes from "./entry.module.css";
import { IncomingInputs } from "./incoming-inputs.tsx";
import {
  blankIncoming,
  dollars,
  figuresOf,
  incomingFields,
  incomingSent,
  oddFigures,
  withRatesHeld,
  type IncomingForm as Values,
} from "./incoming-rules.ts";
import { IncomingSummary } from "./incoming-summary.tsx";
import { IssuedCard } from "./issued-card.tsx";
import { useLikelyHawala, type Entered } from "./likely-hawala.tsx";
import { useBoard } from "./use-board.ts";

/** A hawala that a partner announced by message or telephone, and our office will pay out. */
export function IncomingForm() {
  const { t } = useTranslation("hawalaEntry");
  const navigate = useNavigate();
  const { today, senderCode } = useOffice();
  const board = useBoard();
  const [entered, setEntered] = useState<RecordedHawala>();
  const entry = useIncomingEntry(board, setEntered);
  return (
    <EntryForm entry={entry} label={t("title")} failureTitle={t("failed")}>
      <div className={classes["layout"]}>
        <div className={classes["issued"]}>
          {entered === undefined ? null : <IssuedCard hawala={entered} onDismiss={() => setEntered(undefined)} />}
        </div>
        <div className={classes["inputs"]}>
          <IncomingInputs form={entry.form} board={board} />
        </div>
        <div className={classes["summary"]}>
          <IncomingSummary values={entry.form.values} board={board} />
        </div>
      </div>
      <FormActions
        saving={entry.saving}
        onNew={() => entry.startOver(blankIncoming(today, senderCode))}
        onCancel={() => void navigate({ to: paths.home })}
      />
    </EntryForm>
  );
}

function useIncomingEntry(board: Board, onEntered: (hawala: RecordedHawala) => void): EntryFormState<Values> {
  const { t } = useTranslation("hawalaEntry");
  const client = useQueryClient();
  const { today, senderCode: usualCode } = useOffice();
  const voucher = useVoucherAction();
  return useEntryForm({
    name: "hawala-incoming",
    initialValues: blankIncoming(today, usualCode),
    dayField: "date",
    schema: incomingHawalaBody,
    toSent: (form: Values) => incomingSent(form, board),
    fields: incomingFields,
    held: (form) => withRatesHeld(form, board),
    alsoCheck: useIncomingCheck(),
    doubtOf: useIncomingDoubt(board),
    record: (body, idempotencyKey) => call(createHawala, { body, idempotencyKey }),
    // The lines of one message have partner, currency and rates in common.
    next: ({ date, senderCode, currencyId, exchangeRate, rate }) => ({
      ...blankIncoming(today, senderCode),
      date,
      currencyId,
      exchangeRate,
      rate,
    }),
    repeated: (last, { date }) => ({ ...last, date, hawalaNo: "" }),
    voucherOf: ({ id }) => ({ kind: "hawala", id }),
    onRecorded: (hawala) => {
      onEntered(hawala);
      toast.success(t("succeeded"), hawala.hawalaNo, voucher({ kind: "hawala", id: hawala.id }));
      void moneyMoved(client);
    },
    onFailed: (error) => toast.failure(error, t("failed")),
    onUnanswered: toast.unanswered,
  });
}

/** What the screen asks for beyond the call: a day that may be entered. */
export function useIncomingCheck(): (form: Values) => FormErrors {
  const dateWrong = useDateCheck();
  return ({ date }) => {
    const wrong = dateWrong(date);
    return wrong === undefined ? {} : { date: wrong };
  };
}

/** What is looked at before it is saved: figures that do not meet, and the same hawala under another number, code or day. */
function useIncomingDoubt(board: Board): (form: Values) => Promise<Doubt | undefined> {
  const likely = useLikelyHawala();
  const oddOf = useOddFigures(board);
  return async (form) => {
    const duplicate = await likely(enteredBy(form, board));
    return bothDoubts(oddOf(form), duplicate);
  };
}

/** Figures that do not meet, as a reason to look again. */
export function useOddFigures(board: Board): (form: Values) => Doubt | undefined {
  const { t } = useTranslation("hawalaEntry");
  return (form) => {
    const odd = oddFigures(form, board);
    const codes = { rAmount: board.codeOf(form.currencyId) ?? "", intoUSD: dollars };
    const text = odd.map(({ field, computed }) => (
      <div key={field}>{t(`odd.${field}`, { amount: formatAmount(computed, codes[field]) })}</div>
    ));
    return odd.length === 0 ? undefined : { title: t("odd.title"), text };
  };
}

/** The hawala that the form describes; undefined while it has no amount. */
export function enteredBy(form: Values, board: Board): Entered | undefined {
  const rAmount = positiveAmount(figuresOf(form, board).rAmount);
  const currency = board.codeOf(form.currencyId);
  if (rAmount === undefined || currency === undefined) return undefined;
  const { hawalaNo, senderName, receiverName, date } = form;
  return { direction: "incoming", hawalaNo, senderName, receiverName, rAmount, currency, date };
}
