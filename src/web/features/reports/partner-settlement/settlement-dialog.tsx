import { Button, Group, Stack } from "@mantine/core";
import { IconScale } from "@tabler/icons-react";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useLayoutEffect, useRef, useState, type KeyboardEvent, type RefObject } from "react";
import { flushSync } from "react-dom";
import { useTranslation } from "react-i18next";

import { settlePartner, type PartnerSettlement } from "#contract/partner-settlements.ts";
import { nameOf } from "#web/features/reports/names.tsx";
import { call } from "#web/lib/api.ts";
import { useAttemptKey } from "#web/lib/attempt-key.ts";
import { formatDigits } from "#web/lib/format.ts";
import { useWhileHere } from "#web/lib/late-answers.ts";
import { moneyMoved } from "#web/lib/query.ts";
import { useToday } from "#web/lib/session.ts";
import { toast } from "#web/lib/toast.ts";
import { untilFound } from "#web/ui/account/lookups.ts";
import { mayBeRecorded } from "#web/ui/entry/drafts.ts";
import { FormDialog, useDialogAround } from "#web/ui/entry/edit-dialog.tsx";
import { focusFirstWrong, walkOrSave } from "#web/ui/entry/enter-order.ts";
import { DoubtNotice, SaveFailure } from "#web/ui/entry/entry-notices.tsx";
import { LeaveGuard } from "#web/ui/entry/leave-guard.tsx";
import { leaves, noInput } from "#web/ui/entry/no-input.ts";
import { isSecondHalf, keepFocusOfSecondHalf } from "#web/ui/entry/second-press.ts";

import { faultOf, firstSettlement, sentSettlement, type TypedSettlement } from "./rules.ts";
import { SettlementFields } from "./settlement-inputs.tsx";
import { SettlementPreview } from "./settlement-preview.tsx";
import { useOpenHawalas } from "./use-open-hawalas.ts";
import { useRateQuestion } from "./use-rate-question.ts";

/** Opens the form of a settlement. */
export function RecordSettlementButton({ figures }: { readonly figures: PartnerSettlement }) {
  const { t } = useTranslation("partnerSettlement");
  const [opened, setOpened] = useState(false);
  return (
    <>
      <Button leftSection={<IconScale size={16} aria-hidden />} onClick={() => setOpened(true)}>
        {t("record.action")}
      </Button>
      <FormDialog
        opened={opened}
        size="xl"
        title={t("record.title", { partner: nameOf(figures.partner) })}
        onClose={() => setOpened(false)}
      >
        <SettlementForm figures={figures} onRecorded={() => setOpened(false)} />
      </FormDialog>
    </>
  );
}

interface SettlementFormProps {
  readonly figures: PartnerSettlement;
  readonly onRecorded: () => void;
}

function SettlementForm({ figures, onRecorded }: SettlementFormProps) {
  const { t } = useTranslation(["partnerSettlement", "common"]);
  // What is posted meanwhile must not change the form under the person's hands.
  const [begun] = useState(figures);
  const [isTried, setTried] = useState(false);
  const recording = useRecording(begun, onRecorded);
  const { typed, change, isDirty, discard } = useTypedSettlement(begun, recording.isPending || recording.isOpen);
  const shown = { figures: begun, open: useOpenHawalas(begun), typed };
  const leaving = { isDirty, sending: recording.isPending, unanswered: recording.isOpen };
  const cancel = useDialogAround(leaving);
  const ref = useRef<HTMLFormElement>(null);
  const rate = useRateQuestion(typed);
  const record = async (): Promise<void> => {
    // What is wrong is marked before it gets the focus, which reads it out.
    flushSync(() => setTried(true));
    const fault = faultOf(typed);
    if (fault !== undefined) return focusFirstWrong(ref.current, [fault]);
    const body = sentSettlement(typed, begun);
    // What may have been recorded already is not asked about: its key decides.
    const isAgain = recording.isOpen && JSON.stringify(body) === JSON.stringify(recording.variables);
    if (recording.isPending || !(isAgain || (await rate.isAnswered()))) return;
    recording.mutate(body);
  };
  const { submit, isLooking } = useOnceFound(ref, record);
  const isBusy = isLooking || recording.isPending;
  const keys = { onKeyDown: (event: KeyboardEvent<HTMLFormElement>): void => walkOrSave(event, () => void submit()) };
  return (
    <form
      noValidate
      ref={ref}
      aria-label={t("record.title", { partner: nameOf(begun.partner) })}
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
      {...keys}
      {...noInput(() => recording.isPending)}
    >
      <Stack gap="md">
        <SettlementFields {...shown} fault={isTried ? faultOf(typed) : undefined} onChange={change} />
        <SettlementPreview
          {...shown}
          sending={recording.isPending}
          unanswered={recording.isOpen}
          doubt={rate.seen}
          onAmount={(amount) => change({ amount })}
        />
        {recording.error === null ? null : (
          <SaveFailure error={recording.error} title={t("record.failed")} unanswered={recording.isOpen} />
        )}
        {rate.asked === undefined ? null : <DoubtNotice doubt={rate.asked} onSave={() => void submit()} />}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" {...leaves} onClick={cancel}>
            {t("common:cancel")}
          </Button>
          <Button
            type="submit"
            aria-disabled={isBusy}
            onMouseDown={keepFocusOfSecondHalf}
            onClick={(event) => {
              if (isSecondHalf(event)) event.preventDefault();
            }}
          >
            {isBusy ? t("record.submitting") : t("record.submit")}
          </Button>
        </Group>
      </Stack>
      <LeaveGuard {...leaving} onDiscard={discard} />
    </form>
  );
}

/**
 * Records what stands in the form once every account in it is known: the one before would be posted otherwise. `isLooking` while that, or
 * the board, is waited for.
 */
function useOnceFound(ref: RefObject<HTMLFormElement | null>, record: () => Promise<void>) {
  const latest = useRef(record);
  useLayoutEffect(() => void (latest.current = record));
  const isWaiting = useRef(false);
  const [isLooking, setLooking] = useState(false);
  const wait = (waits: boolean): void => {
    isWaiting.current = waits;
    setLooking(waits);
  };
  const submit = async (): Promise<void> => {
    if (isWaiting.current) return;
    wait(true);
    try {
      if ((await untilFound(ref)) && ref.current !== null) await latest.current();
    } finally {
      wait(false);
    }
  };
  return { submit, isLooking };
}

/**
 * What stands in the form. A date that was not chosen moves on with the office's day, but not while the settlement may have to be sent
 * once more: with another date it would be another one.
 */
function useTypedSettlement(begun: PartnerSettlement, isHeld: boolean) {
  const today = useToday();
  const [first, setFirst] = useState(() => firstSettlement(begun));
  const [typed, setTyped] = useState(first);
  if (first.date < today && !isHeld) {
    setFirst({ ...first, date: today });
    if (typed.date === first.date) setTyped({ ...typed, date: today });
  }
  return {
    typed,
    change: (changed: Partial<TypedSettlement>): void => setTyped((before) => ({ ...before, ...changed })),
    isDirty: (): boolean => JSON.stringify(typed) !== JSON.stringify(first),
    discard: (): void => setTyped(first),
  };
}

/** Records the settlement; the same one sent again is the same settlement. `isOpen` once one may have been recorded without an answer. */
function useRecording({ partner }: PartnerSettlement, onRecorded: () => void) {
  const { t } = useTranslation("partnerSettlement");
  const client = useQueryClient();
  const whileHere = useWhileHere();
  const leave = whileHere(onRecorded);
  const keyFor = useAttemptKey();
  const [isOpen, setOpen] = useState(false);
  const recording = useMutation({
    mutationFn: (body: ReturnType<typeof sentSettlement>) =>
      call(settlePartner, { body, idempotencyKey: keyFor(body, partner.id) }),
    onSuccess: ({ amount, currency }) => {
      toast.success(
        t("record.done"),
        t("record.doneText", { amount: `${formatDigits(amount)} ${currency}`, partner: nameOf(partner) }),
      );
      leave();
    },
    onError: (error) => {
      const mayBe = mayBeRecorded(error, isOpen);
      setOpen(mayBe);
      toast.notSaved(error, t("record.failed"), mayBe);
    },
    // After a refusal as well: somebody else may have settled since the page was read.
    onSettled: () => moneyMoved(client),
  });
  return { ...recording, isOpen };
}
