import { Button, Group, Stack, Text, Textarea } from "@mantine/core";
import { IconLockOpen } from "@tabler/icons-react";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState, type FormEvent } from "react";
import { useTranslation } from "react-i18next";

import { listDayCloses, reopenDay, type DailyBook, type DayClose } from "#contract/day-closes.ts";
import { call } from "#web/lib/api.ts";
import { useAttemptKey } from "#web/lib/attempt-key.ts";
import { formatInstant } from "#web/lib/instant.ts";
import { useWhileHere } from "#web/lib/late-answers.ts";
import { focusHeading, headingInstead } from "#web/lib/page-heading.ts";
import { moneyMoved, read } from "#web/lib/query.ts";
import { useOffice, useSession } from "#web/lib/session.ts";
import { toast } from "#web/lib/toast.ts";
import { WholeDates } from "#web/shell/whole-dates.tsx";
import { mayBeRecorded } from "#web/ui/entry/drafts.ts";
import { FormDialog, useDialogAround } from "#web/ui/entry/edit-dialog.tsx";
import { SaveFailure } from "#web/ui/entry/entry-notices.tsx";
import { LeaveGuard } from "#web/ui/entry/leave-guard.tsx";
import { leaves, noInput } from "#web/ui/entry/no-input.ts";

import { DayNotice } from "./day-notice.tsx";

interface ReopenProps {
  readonly book: DailyBook;
  /** Told the day that is asked about, and undefined when the question is gone. */
  readonly onAsk: (date: string | undefined) => void;
}

/** Opens the latest closed day again; for an admin. A question that has been asked stays on screen whatever happens to the day. */
export function ReopenDayButton({ book, onAsk }: ReopenProps) {
  const { t } = useTranslation("dailyBook");
  const { role } = useSession();
  const [asked, setAsked] = useState<DayClose>();
  const { close, closedThrough, date } = book;
  const isOffered = role === "admin" && close !== null && closedThrough === date;
  const leave = (): void => {
    setAsked(undefined);
    // The dialog goes back to the button, but a day that is open has none.
    focusHeading();
  };
  return (
    <>
      {isOffered ? (
        <Button
          ref={headingInstead}
          variant="default"
          leftSection={<IconLockOpen size={16} aria-hidden />}
          onClick={() => setAsked(close)}
        >
          {t("reopen.action")}
        </Button>
      ) : null}
      <FormDialog opened={asked !== undefined} size="md" title={t("reopen.title", { date })} onClose={leave}>
        {asked === undefined ? null : <ReopenForm book={book} close={asked} onAsk={onAsk} onDone={leave} />}
      </FormDialog>
    </>
  );
}

interface ReopenFormProps extends ReopenProps {
  /** The close that was asked about. */
  readonly close: DayClose;
  readonly onDone: () => void;
}

function ReopenForm({ book, close, onAsk, onDone }: ReopenFormProps) {
  const { t } = useTranslation(["dailyBook", "common"]);
  const [reason, setReason] = useState("");
  const [isTried, setTried] = useState(false);
  const reopening = useReopening(close, onDone);
  useEffect(() => {
    onAsk(close.date);
    return () => onAsk(undefined);
  }, [onAsk, close.date]);
  // What this desk has sent itself is told by its answer, and what got none by that of the same reason sent again.
  const isAgain = reopening.isUnansweredOf(reason.trim());
  const isOver = (book.close?.id !== close.id || book.closedThrough !== close.date) && !reopening.isPending && !isAgain;
  const leaving = { isDirty: () => reason !== "", sending: reopening.isPending, unanswered: isAgain };
  const cancel = useDialogAround(leaving);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (isOver) return;
    setTried(true);
    if (reason.trim() !== "" && !reopening.isPending) reopening.send(reason.trim());
  };
  return (
    <form noValidate onSubmit={submit} {...noInput(() => reopening.isPending)}>
      <Stack gap="md">
        <Text size="sm">
          <WholeDates>{t("dailyBook:reopen.text", { date: close.date })}</WholeDates>
        </Text>
        <Textarea
          label={t("dailyBook:reopen.reason")}
          rows={2}
          maxLength={500}
          data-autofocus
          value={reason}
          error={isTried && reason.trim() === "" ? t("dailyBook:reopen.reasonRequired") : undefined}
          onChange={({ currentTarget }) => setReason(currentTarget.value)}
        />
        {isOver ? <Overtaken book={book} close={close} /> : null}
        {isOver || reopening.error === null ? null : (
          <SaveFailure error={reopening.error} title={t("dailyBook:reopen.failed")} unanswered={isAgain} />
        )}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" {...leaves} onClick={cancel}>
            {t("common:cancel")}
          </Button>
          <Button type="submit" aria-disabled={reopening.isPending || isOver}>
            {reopening.isPending ? t("dailyBook:reopen.submitting") : t("dailyBook:reopen.submit")}
          </Button>
        </Group>
      </Stack>
      <LeaveGuard {...leaving} onDiscard={() => setReason("")} />
    </form>
  );
}

/** Says who has reopened the day under the question, or that a later one has been closed since. */
function Overtaken({ book: { close: standing, closedThrough }, close: { id, date } }: Pick<ReopenFormProps, "book" | "close">) {
  const { t } = useTranslation("dailyBook");
  const { timeZone } = useOffice();
  const isStanding = standing?.id === id;
  // A close is told with its reopening there alone; the latest stands first.
  const closes = useQuery({ ...read(listDayCloses), enabled: !isStanding, staleTime: 0 });
  if (isStanding) return <DayNotice title={t("reopen.failed")} text={t("reopen.laterClosed", { date: closedThrough ?? date })} />;
  const { reopenedBy = null, reopenedAt = null } = closes.data?.find((close) => close.id === id) ?? {};
  const title = t("reopen.overtaken", { date });
  if (reopenedBy === null || reopenedAt === null) return <DayNotice title={title} text={t("reopen.overtakenUnknown")} />;
  return (
    <DayNotice title={title} text={t("reopen.overtakenBy", { user: reopenedBy, when: formatInstant(reopenedAt, timeZone) })} />
  );
}

/**
 * Reopens a day; the same reason sent again is the same reopening. One that got no answer may have reopened it (`isUnansweredOf`), until it
 * is refused or another reason is given.
 */
function useReopening(close: DayClose, onDone: () => void) {
  const { t } = useTranslation("dailyBook");
  const client = useQueryClient();
  const whileHere = useWhileHere();
  const leave = whileHere(onDone);
  const keyFor = useAttemptKey();
  const [isOpen, setOpen] = useState(false);
  const { error, isPending, variables, mutate } = useMutation({
    mutationFn: (reason: string) => {
      const body = { reason };
      return call(reopenDay, { params: { id: close.id }, body, idempotencyKey: keyFor(body, close.id) });
    },
    onSuccess: () => {
      toast.success(t("reopen.done"));
      leave();
    },
    onError: (failed, reason) => {
      const mayBe = mayBeRecorded(failed, isUnansweredOf(reason));
      setOpen(mayBe);
      toast.notSaved(failed, t("reopen.failed"), mayBe);
    },
    onSettled: () => moneyMoved(client),
  });
  const isUnansweredOf = (reason: string): boolean => isOpen && variables === reason;
  return {
    error,
    isPending,
    isUnansweredOf,
    send: (reason: string): void => {
      setOpen(isUnansweredOf(reason));
      mutate(reason);
    },
  };
}
