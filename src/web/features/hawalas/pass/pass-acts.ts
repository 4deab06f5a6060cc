import { useMutation, useQueryClient, type QueryClient, type UseMutationOptions } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import {
  cancelHawala,
  completeHawala,
  getHawala,
  hawalaReceived,
  hawalaToPending,
  passHawala,
  type Hawala,
  type RecordedHawala,
} from "#contract/hawalas.ts";
import type { Act, PassBody } from "#web/features/hawalas/pass-rules.ts";
import { isActUnanswered, isAlreadyPassed, isUnanswered, messageOf } from "#web/lib/api-error.ts";
import { call } from "#web/lib/api.ts";
import { useAttemptKey } from "#web/lib/attempt-key.ts";
import { moneyMoved, queryKeys, read } from "#web/lib/query.ts";
import type { ReplyOf } from "#web/lib/route-types.ts";
import { toast } from "#web/lib/toast.ts";
import { printVoucher } from "#web/print/print-voucher.ts";
import { useVoucherAction } from "#web/print/voucher-action.ts";
import { mayBeRecorded } from "#web/ui/entry/drafts.ts";

export type ShownHawala = ReplyOf<typeof getHawala>;

/** How one hawala is read. */
export function hawalaOf(id: number) {
  return read(getHawala, { params: { id } });
}

/** What was just written is on screen at once, before everything that it changed has been read anew. */
function knowHawala(client: QueryClient, written: RecordedHawala): void {
  const { balances: _balances, hawalaId: _hawalaId, ...hawala } = written;
  client.setQueryData<ShownHawala>(queryKeys.of(getHawala, { params: { id: hawala.id } }), (before) => ({
    payout: null,
    ...before,
    ...hawala,
  }));
}

/** A payout whose answer was lost, as its toast is called: it goes once the hawala is seen to be passed. */
export function lostPass(id: number): string {
  return `pass hawala ${String(id)}`;
}

interface Pass {
  readonly hawala: Pick<Hawala, "id" | "version">;
  readonly body: PassBody;
  /** The receiver is given the voucher at once. */
  readonly andPrint?: boolean;
}

/**
 * Pays a hawala out. One intended payout has one key until it has succeeded, so that pressing again after a lost answer pays
 * nobody twice. One that got no answer may have been made (`isUnansweredOf`), over a full disk and a refusal at the door too, until an
 * attempt is refused for good or the hawala is another version. `isAsked` while the server has not answered. The toast offers to take it back. `onPassed` is called also when the
 * panel that asked has gone by then.
 */
export function usePass(onPassed: (id: number) => void) {
  const { t } = useTranslation("passHawala");
  const client = useQueryClient();
  const keyFor = useAttemptKey();
  const voucherAction = useVoucherAction();
  const { mutate: toPending } = useAct();
  const [isAsked, setAsked] = useState(false);
  const [unanswered, setUnanswered] = useState<Pass["hawala"]>();
  const isUnansweredOf = ({ id, version }: Pass["hawala"]): boolean => unanswered?.id === id && unanswered.version === version;
  const tellLost = (id: number, error: Error): void => {
    const { queryKey } = hawalaOf(id);
    // Seen by then, through the live line, how it ended.
    if (client.getQueryData(queryKey)?.hawalaStatus === "Passed") return;
    // What is refused now leaves open what came of the attempt before.
    if (isUnanswered(error)) toast.error(t("pay.noAnswer"), t("pay.noAnswerText"), lostPass(id));
    else toast.error(t("pay.unknown"), messageOf(error, t("pay.unknownText")), lostPass(id));
  };
  const passing = useMutation({
    mutationFn: async ({ hawala: { id, version }, body }: Pass) => {
      setAsked(true);
      const idempotencyKey = keyFor(["pass", id, body], version);
      try {
        return await call(passHawala, { params: { id }, body, ifMatch: version, idempotencyKey });
      } finally {
        setAsked(false);
      }
    },
    onSuccess: (passed, { andPrint }) => {
      knowHawala(client, passed);
      onPassed(passed.id);
      const voucher = { kind: "hawala", id: passed.id } as const;
      const undo = { label: t("pay.undo"), run: () => toPending({ act: "pending", hawala: passed }) };
      toast.success(t("pay.succeeded"), t("pay.succeededText"), undo, voucherAction(voucher));
      if (andPrint === true) printVoucher(voucher);
    },
    onError: (error, { hawala }) => {
      const isOpen = isUnanswered(error) || mayBeRecorded(error, isUnansweredOf(hawala));
      setUnanswered(isOpen ? hawala : undefined);
      if (isAlreadyPassed(error)) toast.error(t("barrier.passedTitle"), t("barrier.passed"));
      else if (isOpen) tellLost(hawala.id, error);
      else toast.error(t("pay.failed"), messageOf(error, t("pay.failedText")));
    },
    // Also after a failure: another desk may have been quicker. The button works again once that is on screen.
    onSettled: () => moneyMoved(client),
  });
  return { ...passing, isAsked, isUnansweredOf };
}

const routes = {
  pending: hawalaToPending,
  received: hawalaReceived,
  completed: completeHawala,
  cancel: cancelHawala,
} as const;

interface Acting {
  readonly act: Act;
  /** As it was on screen when the act was chosen: what another desk has done since is not undone unseen. */
  readonly hawala: Pick<Hawala, "id" | "version" | "hawalaStatus">;
}

/**
 * Moves a hawala on, back or out, as long as it still is what the person saw. The toast of a cancelled one that had not been paid
 * offers to take that back. `onReopened` is called as soon as one was marked as pending, before everything that this changed has
 * been read anew.
 */
export function useAct(onReopened?: (id: number) => void) {
  const { t } = useTranslation("passHawala");
  const client = useQueryClient();
  const keyFor = useAttemptKey();
  const done: Readonly<Record<Act, readonly [string, string]>> = {
    pending: [t("acts.statusUpdated"), t("acts.markedPending")],
    received: [t("acts.statusUpdated"), t("acts.markedReceived")],
    completed: [t("acts.statusUpdated"), t("acts.markedCompleted")],
    cancel: [t("acts.cancelled"), t("acts.cancelledText")],
  };
  const failed: Readonly<Record<Act, readonly [string, string]>> = {
    pending: [t("acts.updateFailed"), t("acts.pendingFailed")],
    received: [t("acts.updateFailed"), t("acts.receivedFailed")],
    completed: [t("acts.updateFailed"), t("acts.completedFailed")],
    cancel: [t("acts.cancelFailed"), t("acts.cancelFailedText")],
  };
  const options: UseMutationOptions<RecordedHawala, Error, Acting> = {
    mutationFn: ({ act, hawala: { id, version } }) =>
      call(routes[act], { params: { id }, ifMatch: version, idempotencyKey: keyFor([act, id], version) }),
    onSuccess: (moved, { act, hawala }) => {
      knowHawala(client, moved);
      const isTakenBack = act === "cancel" && hawala.hawalaStatus.toLowerCase() === "pending";
      const undo = { label: t("pay.undo"), run: () => takingBack.mutate({ act: "pending", hawala: moved }) };
      toast.success(...done[act], ...(isTakenBack ? [undo] : []));
      if (act === "pending") onReopened?.(moved.id);
    },
    onError: (error, { act }) => {
      const [title, text] = failed[act];
      if (isActUnanswered(error)) toast.error(t("acts.noAnswer"), t("acts.noAnswerText"));
      else toast.error(title, messageOf(error, text));
    },
    onSettled: () => moneyMoved(client),
  };
  // By itself: it would take the place of an act that is under way, and whoever waits for that would wait for ever.
  const takingBack = useMutation(options);
  return useMutation(options);
}
