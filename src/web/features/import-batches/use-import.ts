import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import { importHawalaSheet, type SheetImport, type SheetPreview } from "#contract/import-batches.ts";
import { refusalInLanguage } from "#web/i18n/refusals.ts";
import { i18n } from "#web/i18n/setup.ts";
import { isActUnanswered, isOfSecondCopies, messageOf } from "#web/lib/api-error.ts";
import { callUpload } from "#web/lib/api.ts";
import { useAttemptKey } from "#web/lib/attempt-key.ts";
import { nounsChanged, nounsOf } from "#web/lib/query.ts";
import { useOffice, useToday } from "#web/lib/session.ts";
import { toast } from "#web/lib/toast.ts";
import { useDateCheck } from "#web/ui/date/business-date-input.tsx";
import { mayBeRecorded } from "#web/ui/entry/drafts.ts";
import { isSecondHalf, noteShown } from "#web/ui/entry/second-press.ts";
import { useChosenSheet, type ChosenSheet } from "#web/ui/use-chosen-sheet.ts";

import { makesCopies } from "./rules.ts";
import { usePreview } from "./use-preview.ts";

/** Everything between choosing a sheet and the result of its import. */
export function useImport() {
  const office = useOffice();
  const today = useToday();
  const chosen = useChosenSheet<"noFile">();
  const { file } = chosen;
  const [typedDate, setDate] = useState<string>();
  const [chosenSender, setSender] = useState<string>();
  const [isPreviewOpen, setPreviewOpen] = useState(false);
  const [skipping, setSkipping] = useState<number>();
  const senderCode = chosenSender ?? office.senderCode;
  const importing = useImporting(() => setPreviewOpen(false));
  const held = heldOf(importing.held, { file, senderCode });
  const date = typedDate ?? held?.transactionDate ?? today;
  const dateFault = useDateFault(date);
  const isOver = importing.isPending || importing.result !== undefined;
  const previewing = usePreview({ file, senderCode, isOver, onShown: () => setPreviewOpen(true) });
  const preview = previewing.preview;
  const doubt = useDoubt(preview?.sheet);
  const skipInvalid = preview !== undefined && skipping === preview.choice && preview.sheet.counts.error > 0;
  const run = (): void => {
    // Once what may have been imported is there, the preview says nothing of second copies any more: they were asked about all the same.
    const secondCopies = doubt.isAsked || held?.secondCopies === true;
    const fields = { senderCode, transactionDate: date, skipInvalid, secondCopies };
    if (file !== undefined) importing.run({ file, fields }, previewing.refute);
  };
  const clear = (): void => {
    chosen.remove();
    previewing.reset();
    importing.reset();
    setPreviewOpen(false);
  };
  return {
    ...chosen,
    date,
    setDate,
    dateFault,
    senderCode,
    setSender,
    preview: preview?.sheet,
    isPreviewOpen: isPreviewOpen && preview !== undefined,
    showPreview: () => setPreviewOpen(true),
    hidePreview: () => setPreviewOpen(false),
    skipInvalid,
    setSkipInvalid: (skip: boolean) => setSkipping(skip ? preview?.choice : undefined),
    previewing,
    importing,
    isAsking: doubt.isAsked,
    /** Imports. What would make second copies asks first, and the next press imports. */
    importNow: (press: { readonly detail: number }): void => {
      if (doubt.isOpen) doubt.ask();
      else if (!doubt.isAsked || !isSecondHalf(press)) run();
    },
    busy: previewing.isPending ? ("previewing" as const) : importing.isPending ? ("importing" as const) : undefined,
    clear,
  };
}
export type ImportState = ReturnType<typeof useImport>;

function useDateFault(date: string): string | undefined {
  const { t } = useTranslation("importHawala");
  const check = useDateCheck();
  return date === "" ? t("form.dateRequired") : check(date);
}

/**
 * How a sheet was sent that may have to be sent once more, since nobody knows what came of it. The day that was proposed then stays: with
 * another one it would be another import, of which all rows are there already.
 */
function heldOf(
  order: Order | undefined,
  { file, senderCode }: { readonly file: ChosenSheet | undefined; readonly senderCode: string },
): Order["fields"] | undefined {
  return order?.file.choice === file?.choice && order?.fields.senderCode === senderCode ? order.fields : undefined;
}

/** Whether second copies of hawalas have to be asked about before a sheet is imported, and whether they were. */
function useDoubt(sheet: SheetPreview | undefined) {
  const [asked, setAsked] = useState<SheetPreview>();
  const isDoubtful = sheet !== undefined && makesCopies(sheet);
  const isAsked = isDoubtful && asked === sheet;
  const ask = (): void => {
    setAsked(sheet);
    noteShown();
  };
  return { isOpen: isDoubtful && !isAsked, isAsked, ask };
}

interface Order {
  readonly file: ChosenSheet;
  readonly fields: {
    readonly senderCode: string;
    readonly transactionDate: string;
    readonly skipInvalid: boolean;
    /** It was asked about, and is wanted. */
    readonly secondCopies: boolean;
  };
}

function useImporting(onDone: () => void) {
  const { t } = useTranslation("importHawala");
  const client = useQueryClient();
  const keyFor = useAttemptKey();
  const [sent, setSent] = useState<number>();
  const [isOpen, setOpen] = useState(false);
  const hasImported = () => nounsChanged(client, nounsOf.hawalas);
  const mutation = useMutation({
    mutationFn: ({ file, fields }: Order): Promise<SheetImport> => {
      setSent(0);
      // Whoever presses again because no answer came asks for the same import, not for a second one.
      const idempotencyKey = keyFor(fields, file.choice);
      return callUpload(importHawalaSheet, { file, fields, idempotencyKey, onProgress: setSent });
    },
    onSuccess: (done) => {
      setOpen(false);
      onDone();
      tell(done);
      void hasImported();
    },
    onError: (error) => {
      const mayBe = mayBeRecorded(error, isOpen);
      setOpen(mayBe);
      // What is refused now leaves open what came of the attempt before.
      const title = mayBe ? i18n.t("ui:form.unanswered.title") : t("import.failedTitle");
      if (!isActUnanswered(error)) return toast.error(title, messageOf(error, t("import.failed")));
      toast.error(t("import.noAnswer"), t("import.noAnswerText"));
      // The list below tells what came of it, as soon as it can be read.
      void hasImported();
    },
  });
  const tell = ({ importedCount, duplicateCount, message: said }: SheetImport): void => {
    const message = refusalInLanguage(said);
    if (importedCount > 0) toast.success(t(duplicateCount > 0 ? "import.withDuplicates" : "import.successful"), message);
    else toast.error(t(duplicateCount > 0 ? "import.duplicates" : "import.nothing"), message);
  };
  return {
    result: mutation.data,
    isPending: mutation.isPending,
    sent,
    /** What is being imported, or may have been without an answer. */
    held: mutation.isPending || isOpen ? mutation.variables : undefined,
    /** Imports. Where the rows stand under another partner or number by now, that is told, and nothing is imported. */
    run: (order: Order, onSecondCopies: () => void) => {
      if (mutation.isPending) return;
      mutation.mutate(order, { onError: (error) => void (isOfSecondCopies(error) && onSecondCopies()) });
    },
    reset: (): void => {
      setOpen(false);
      mutation.reset();
    },
  };
}
