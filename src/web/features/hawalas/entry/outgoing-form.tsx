import type { FormErrors } from "@mantine/form";
import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import { createHawala, outgoingHawalaBody, type RecordedHawala } from "#contract/hawalas.ts";
import { call } from "#web/lib/api.ts";
import { formatAmount } from "#web/lib/format.ts";
import { moneyMoved } from "#web/lib/query.ts";
import { useOffice } from "#web/lib/session.ts";
import { toast } from "#web/lib/toast.ts";
import { paths } from "#web/paths.ts";
import { useVoucherAction } from "#web/print/voucher-action.ts";
import { useRateDoubt } from "#web/ui/amount/rate-doubt.ts";
import { useDateCheck } from "#web/ui/date/business-date-input.tsx";
import { EntryForm } from "#web/ui/entry/entry-form.tsx";
import { FormActions } from "#web/ui/entry/form-actions.tsx";
import { bothDoubts, useEntryForm, type Doubt, type EntryFormState } from "#web/ui/entry/use-entry-form.ts";

import type { Board } from "./entry-rules.ts";
import classes from "./entry.module.css";
import { IssuedCard } from "./issued-card.tsx";
import { useLikelyHawala, type Entered } from "./likely-hawala.tsx";
import { OutgoingInputs } from "./outgoing-inputs.tsx";
import {
  blankOutgoing,
  boardRateOf,
  dealFault,
  outgoingFields,
  outgoingSent,
  reckon,
  withRateHeld,
  type OutgoingForm as Values,
} from "./outgoing-rules.ts";
import { OutgoingSummary } from "./outgoing-summary.tsx";
import { useBoard } from "./use-board.ts";

/** A hawala that our office takes in and a partner pays out. Its number is issued by the server and shown after saving. */
export function OutgoingForm() {
  const { t } = useTranslation("hawalaEntry");
  const navigate = useNavigate();
  const { today } = useOffice();
  const board = useBoard();
  const [issued, setIssued] = useState<RecordedHawala>();
  const entry = useOutgoingEntry(board, setIssued);
  return (
    <EntryForm entry={entry} label={t("title")} failureTitle={t("failed")}>
      <div className={classes["layout"]}>
        <div className={classes["issued"]}>
          {issued === undefined ? null : <IssuedCard hawala={issued} onDismiss={() => setIssued(undefined)} />}
        </div>
        <div className={classes["inputs"]}>
          <OutgoingInputs form={entry.form} board={board} isNew />
        </div>
        <div className={classes["summary"]}>
          <OutgoingSummary values={entry.form.values} board={board} />
        </div>
      </div>
      <FormActions
        saving={entry.saving}
        onNew={() => entry.startOver(blankOutgoing(today))}
        onCancel={() => void navigate({ to: paths.home })}
      />
    </EntryForm>
  );
}

function useOutgoingEntry(board: Board, onIssued: (hawala: RecordedHawala) => void): EntryFormState<Values> {
  const { t } = useTranslation("hawalaEntry");
  const client = useQueryClient();
  const { today } = useOffice();
  const likely = useLikelyHawala();
  const rateDoubtOf = useOutgoingDoubt(board);
  const voucher = useVoucherAction();
  return useEntryForm({
    name: "hawala-outgoing",
    initialValues: blankOutgoing(today),
    dayField: "date",
    schema: outgoingHawalaBody,
    toSent: (form: Values) => outgoingSent(form, board),
    fields: outgoingFields,
    held: (form) => withRateHeld(form, board),
    alsoCheck: useOutgoingCheck(board),
    doubtOf: async (form) => bothDoubts(rateDoubtOf(form), await likely(enteredBy(form, board))),
    record: (body, idempotencyKey) => call(createHawala, { body, idempotencyKey }),
    next: ({ date, currencyId, convertedCurrencyId }) => ({ ...blankOutgoing(today), date, currencyId, convertedCurrencyId }),
    repeated: (last, { date }) => ({ ...last, date }),
    voucherOf: ({ id }) => ({ kind: "hawala", id }),
    onRecorded: (hawala) => {
      onIssued(hawala);
      toast.success(t("succeeded"), hawala.hawalaNo, voucher({ kind: "hawala", id: hawala.id }));
      void moneyMoved(client);
    },
    onFailed: (error) => toast.failure(error, t("failed")),
    onUnanswered: toast.unanswered,
  });
}

/** A rate that the board does not bear out, as a reason to look again. */
export function useOutgoingDoubt(board: Board): (form: Values) => Doubt | undefined {
  const { rateDeviationPercent } = useOffice();
  const rateDoubtOf = useRateDoubt();
  return (form) => {
    const { deal } = reckon(form, board);
    const [unit, priced] = [board.codeOf(form.currencyId), board.codeOf(form.convertedCurrencyId)];
    if (deal === undefined || unit === undefined || priced === undefined) return undefined;
    return rateDoubtOf(deal.rate, { boardRate: boardRateOf(form, board), rateDeviationPercent }, { unit, priced });
  };
}

/** The hawala that the form describes; undefined while its figures do not meet. */
export function enteredBy(form: Values, board: Board): Entered | undefined {
  const { deal } = reckon(form, board);
  const currency = board.codeOf(form.convertedCurrencyId);
  if (deal === undefined || currency === undefined) return undefined;
  const { senderName, receiverName, date } = form;
  return { direction: "outgoing", senderName, receiverName, rAmount: deal.converted, currency, date };
}

/** What the screen asks for beyond the call: two different people, amounts that meet, and a day that may be entered. */
export function useOutgoingCheck(board: Board): (form: Values) => FormErrors {
  const { t } = useTranslation("hawalaEntry");
  const dateWrong = useDateCheck();
  return (form) => {
    const errors: FormErrors = {};
    const { partnerAccountId, senderAccountId, convertedCurrencyId } = form;
    if (partnerAccountId !== null && partnerAccountId === senderAccountId) errors["partnerAccountId"] = t("faults.samePartner");
    const { deal } = reckon(form, board);
    const fault = deal === undefined ? undefined : dealFault(form, deal);
    if (fault === "commission") errors["commission"] = t("faults.nothingLeft");
    const currency = board.codeOf(convertedCurrencyId) ?? "";
    if (fault === "convertedAmount" && deal !== undefined)
      errors["convertedAmount"] = t("faults.converted", { amount: `${formatAmount(deal.computed, currency)} ${currency}` });
    const wrong = dateWrong(form.date);
    if (wrong !== undefined) errors["date"] = wrong;
    return errors;
  };
}
