import { useTranslation } from "react-i18next";

import { incomingHawalaBody, type Hawala } from "#contract/hawalas.ts";
import { VersionedForm } from "#web/ui/entry/edit-dialog.tsx";
import { bothDoubts } from "#web/ui/entry/use-entry-form.ts";

import { closedMeanwhile } from "./closed-meanwhile.tsx";
import classes from "./entry.module.css";
import { enteredBy, useIncomingCheck, useOddFigures } from "./incoming-form.tsx";
import { IncomingInputs } from "./incoming-inputs.tsx";
import { figureFields, identityFields, incomingFields, incomingOf, incomingSent, type IncomingForm } from "./incoming-rules.ts";
import { IncomingSummary } from "./incoming-summary.tsx";
import { useLikelyHawala } from "./likely-hawala.tsx";
import { useBoard } from "./use-board.ts";
import { useChangedStatus, useFieldWords, useHawalaEdit } from "./use-hawala-edit.ts";

/** Corrects an incoming hawala that has not been paid out. */
export function EditIncoming({ hawala }: { readonly hawala: Hawala }) {
  const { t } = useTranslation("hawalaEntry");
  const board = useBoard();
  const oddOf = useOddFigures(board);
  const likely = useLikelyHawala();
  const { edit, leave } = useHawalaEdit<IncomingForm, typeof incomingHawalaBody>(hawala, {
    formOf: incomingOf,
    schema: incomingHawalaBody,
    toSent: (form) => incomingSent(form, board),
    fields: incomingFields,
    alsoCheck: useIncomingCheck(),
    doubtOf: async (form, changed) => {
      const entered = changed.some((field) => identityFields.has(field)) ? enteredBy(form, board) : undefined;
      const odd = changed.some((field) => figureFields.has(field)) ? oddOf(form) : undefined;
      return bothDoubts(odd, await likely(entered && { ...entered, id: hawala.id }));
    },
  });
  const words = useFieldWords(edit.conflict === undefined ? [] : [edit.conflict.before, edit.conflict.theirs], board);
  const { form } = edit.entry;
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
          <IncomingInputs form={form} board={board} />
        </div>
        <div className={classes["summary"]}>
          <IncomingSummary values={form.values} board={board} />
        </div>
      </div>
    </VersionedForm>
  );
}
