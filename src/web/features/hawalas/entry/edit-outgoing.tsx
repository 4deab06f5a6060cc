import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";

import { outgoingHawalaBody, type Hawala } from "#contract/hawalas.ts";
import { getTransaction } from "#contract/transactions.ts";
import { read } from "#web/lib/query.ts";
import { VersionedForm } from "#web/ui/entry/edit-dialog.tsx";
import { bothDoubts } from "#web/ui/entry/use-entry-form.ts";

import { closedMeanwhile } from "./closed-meanwhile.tsx";
import classes from "./entry.module.css";
import { useLikelyHawala } from "./likely-hawala.tsx";
import { enteredBy, useOutgoingCheck, useOutgoingDoubt } from "./outgoing-form.tsx";
import { OutgoingInputs } from "./outgoing-inputs.tsx";
import { identityFields, outgoingFields, outgoingOf, outgoingSent, rateFields, type OutgoingForm } from "./outgoing-rules.ts";
import { OutgoingSummary } from "./outgoing-summary.tsx";
import { useBoard } from "./use-board.ts";
import { useChangedStatus, useFieldWords, useHawalaEdit } from "./use-hawala-edit.ts";

/** Corrects an outgoing hawala: its booking is taken back and made anew. */
export function EditOutgoing({ hawala }: { readonly hawala: Hawala }) {
  const { t } = useTranslation("hawalaEntry");
  const board = useBoard();
  const rateDoubtOf = useOutgoingDoubt(board);
  const likely = useLikelyHawala();
  const { edit, leave } = useHawalaEdit<OutgoingForm, typeof outgoingHawalaBody>(hawala, {
    formOf: (stored) => outgoingOf(stored, board),
    schema: outgoingHawalaBody,
    toSent: (form) => outgoingSent(form, board),
    fields: outgoingFields,
    alsoCheck: useOutgoingCheck(board),
    doubtOf: async (form, changed) => {
      const entered = changed.some((field) => identityFields.has(field)) ? enteredBy(form, board) : undefined;
      const rateDoubt = changed.some((field) => rateFields.has(field)) ? rateDoubtOf(form) : undefined;
      return bothDoubts(rateDoubt, await likely(entered && { ...entered, id: hawala.id }));
    },
  });
  const words = useFieldWords(edit.conflict === undefined ? [] : [edit.conflict.before, edit.conflict.theirs], board);
  const { form } = edit.entry;
  const paidInto = usePaidInto(edit.base);
  return (
    <VersionedForm
      edit={edit}
      label={t("edit.title", { number: hawala.hawalaNo })}
      failureTitle={t("edit.saveFailed")}
      labelOf={(field) => t(`fields.${field}`)}
      words={words}
      closed={closedMeanwhile(edit)}
      alsoChanged={useChangedStatus(edit)}
      actions={() => ({ onCancel: leave })}
    >
      <div className={classes["layout"]}>
        <div className={classes["inputs"]}>
          <OutgoingInputs form={form} board={board} />
        </div>
        <div className={classes["summary"]}>
          <OutgoingSummary values={form.values} board={board} replaces={outgoingOf(edit.base, board)} paidInto={paidInto} />
        </div>
      </div>
    </VersionedForm>
  );
}

/** The cash box into which the walk-in of a hawala has paid; null while it is read. */
function usePaidInto({ senderAccountId, transactionId }: Hawala): number | null {
  const id = senderAccountId === null ? transactionId : null;
  const { data } = useQuery({ ...read(getTransaction, { params: { id: id ?? 0 } }), enabled: id !== null });
  return data?.outAccountId ?? null;
}
