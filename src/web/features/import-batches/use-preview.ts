import { useInfiniteQuery, useMutation } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { useTranslation } from "react-i18next";

import { listImportBatches, previewHawalaSheet, type SheetPreview } from "#contract/import-batches.ts";
import { messageOf } from "#web/lib/api-error.ts";
import { callUpload } from "#web/lib/api.ts";
import { readPages } from "#web/lib/query.ts";
import { toast } from "#web/lib/toast.ts";
import type { ChosenSheet } from "#web/ui/use-chosen-sheet.ts";

const pageSize = 20;

/** How the list of imports is read. */
export const readBatches = readPages(listImportBatches, { query: { limit: pageSize } });

/** Which imports stand, as the list on the page says; undefined before it has been read. */
function useStanding(): string | undefined {
  const { data } = useInfiniteQuery({
    ...readBatches,
    // The list itself reads.
    enabled: false,
    select: ({ pages: [latest] }) => latest?.rows.map(({ id, undoneAt }) => `${String(id)} ${undoneAt ?? ""}`).join(),
  });
  return data;
}

/** A preview, and what it is of: any other file or partner needs one of its own. */
interface Previewed {
  readonly choice: number;
  readonly senderCode: string;
  readonly sheet: SheetPreview;
  /** Which imports stood when it was asked for. */
  readonly standing: string | undefined;
  /** The server has said otherwise since. */
  readonly isRefuted?: true;
}

/** What is previewed, and when that is made anew by itself. */
interface PreviewOrder {
  readonly file: ChosenSheet | undefined;
  readonly senderCode: string;
  /** Nothing is judged anew while it is imported, nor once it was. */
  readonly isOver: boolean;
  readonly onShown: () => void;
}

const previewAct = "preview of a hawala sheet";

/**
 * The preview of the chosen sheet. It is made again once a sheet was imported, or an import undone, at whichever desk: what it says of
 * rows that stand need not hold any more.
 */
export function usePreview({ file, senderCode, isOver, onShown }: PreviewOrder) {
  const { t } = useTranslation("importHawala");
  const [sent, setSent] = useState<number>();
  const [made, keep] = useState<Previewed>();
  const stop = useRef<AbortController>(undefined);
  const standing = useStanding();
  const mutation = useMutation({
    mutationFn: async (chosen: ChosenSheet): Promise<Previewed> => {
      stop.current = new AbortController();
      const { signal } = stop.current;
      setSent(0);
      const sheet = await callUpload(previewHawalaSheet, { file: chosen, fields: { senderCode }, onProgress: setSent, signal });
      return { choice: chosen.choice, senderCode, sheet, standing };
    },
    onSuccess: (previewed) => {
      keep(previewed);
      toast.overcome(previewAct);
    },
    onError: (error) => {
      // One that could not be made anew says what need not hold.
      keep(undefined);
      if (stop.current?.signal.aborted === true) return;
      toast.error(t("preview.failedTitle"), messageOf(error, t("preview.failed")), previewAct);
    },
  });
  const preview = made?.choice === file?.choice && made?.senderCode === senderCode ? made : undefined;
  const isStale = preview !== undefined && (preview.isRefuted === true || haveChanged(preview.standing, standing));
  const isDue = isStale && !isOver && !mutation.isPending;
  const makeAnew = useEffectEvent(() => {
    if (file !== undefined) mutation.mutate(file);
  });
  useEffect(() => {
    if (isDue) makeAnew();
  }, [isDue]);
  const isPending = mutation.isPending || isDue;
  return {
    preview,
    isPending,
    /** One that is shown is made anew. */
    isAnew: isPending && preview !== undefined,
    sent,
    run: (chosen: ChosenSheet) => {
      keep(undefined);
      mutation.mutate(chosen, { onSuccess: onShown });
    },
    /** The server says otherwise: it is made anew. */
    refute: () => keep((now) => (now === undefined ? undefined : { ...now, isRefuted: true })),
    stop: () => stop.current?.abort(),
    reset: () => {
      keep(undefined);
      mutation.reset();
    },
  };
}

/** Whether other imports stand than did; nobody knows before the list has been read. */
function haveChanged(before: string | undefined, now: string | undefined): boolean {
  return before !== undefined && now !== undefined && before !== now;
}
