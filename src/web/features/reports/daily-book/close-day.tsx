import { Button, Group, Stack, Text } from "@mantine/core";
import { IconLock } from "@tabler/icons-react";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState, type FormEvent } from "react";
import { flushSync } from "react-dom";
import { useTranslation } from "react-i18next";

import { closeDay, type DailyBook } from "#contract/day-closes.ts";
import { zeroAmount } from "#kernel/amount.ts";
import { earliestBusinessDate } from "#kernel/business-date.ts";
import { call } from "#web/lib/api.ts";
import { useAttemptKey } from "#web/lib/attempt-key.ts";
import { formatInstant } from "#web/lib/instant.ts";
import { useWhileHere } from "#web/lib/late-answers.ts";
import { focusHeading, headingInstead } from "#web/lib/page-heading.ts";
import { moneyMoved } from "#web/lib/query.ts";
import { useOffice, useSession } from "#web/lib/session.ts";
import { toast } from "#web/lib/toast.ts";
import { WholeDates } from "#web/shell/whole-dates.tsx";
import { mayBeRecorded } from "#web/ui/entry/drafts.ts";
import { FormDialog, useDialogAround } from "#web/ui/entry/edit-dialog.tsx";
import { SaveFailure } from "#web/ui/entry/entry-notices.tsx";
import { LeaveGuard } from "#web/ui/entry/leave-guard.tsx";
import { leaves, noInput } from "#web/ui/entry/no-input.ts";
import { useStill } from "#web/ui/entry/use-still.ts";

import { CurrencyCount } from "./close-day-count.tsx";
import { countedAnew, differenceOf, faultOf, isInBooks, isShut, sentCount, typedOf, type TypedCount } from "./close-day-rules.ts";
import classes from "./daily-book.module.css";
import { DayNotice } from "./day-notice.tsx";

interface CloseDayProps {
  readonly book: DailyBook;
  /** Told the day of a count that begins, and undefined when it is over. */
  readonly onCount: (date: string | undefined) => void;
}

/**
 * Opens the count of the cash; for those who may close a day, on a day that is over or under way. A count that has begun stays on screen
 * whatever happens to the day.
 */
export function CloseDayButton({ book, onCount }: CloseDayProps) {
  const { t } = useTranslation("dailyBook");
  const { role } = useSession();
  const [opened, setOpened] = useState(false);
  const { date, today } = book;
  const isOffered = role !== "user" && date >= earliestBusinessDate && date <= today && !isShut(book);
  const leave = (): void => {
    setOpened(false);
    // The dialog goes back to the button, but a day that is closed has none.
    focusHeading();
  };
  return (
    <>
      {isOffered ? (
        <Button ref={headingInstead} leftSection={<IconLock size={16} aria-hidden />} onClick={() => setOpened(true)}>
          {t("close.action")}
        </Button>
      ) : null}
      <FormDialog opened={opened} size="xl" title={t("close.title", { date })} onClose={leave}>
        <CloseDayForm book={book} onCount={onCount} onClosed={leave} />
      </FormDialog>
    </>
  );
}

/** What was counted, by the currency. */
type Counts = Readonly<Record<string, TypedCount>>;

interface CloseDayFormProps extends CloseDayProps {
  readonly onClosed: () => void;
}

function CloseDayForm({ book, onCount, onClosed }: CloseDayFormProps) {
  const { t } = useTranslation(["dailyBook", "common"]);
  const [typed, setTyped] = useState<Counts>({});
  const [isTried, setTried] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const closing = useClosing(book.date, onClosed);
  // What this desk has sent itself is told by its answer, and what got none by that of the same count sent again.
  const isAgain = closing.isUnansweredOf(typed);
  const isOver = isShut(book) && !closing.isPending && !isAgain;
  const leaving = { isDirty: () => Object.keys(typed).length > 0, sending: closing.isPending, unanswered: isAgain };
  const cancel = useDialogAround(leaving);
  useEffect(() => {
    onCount(book.date);
    return () => onCount(undefined);
  }, [onCount, book.date]);
  // Its own difference may be in the books before its answer comes.
  const { currencies } = useStill(book, closing.isPending);
  // What should be there first.
  const rows = [...currencies.filter(isInBooks), ...currencies.filter((row) => !isInBooks(row))];
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (isOver || closing.isPending) return;
    // The books may have moved by its own difference: it goes as it was.
    if (isAgain) return closing.sendAgain();
    // What is wrong is marked from then on, and found by its mark.
    flushSync(() => setTried(true));
    const wrong = rows.find((row) => faultOf(row, typedOf(row, typed)) !== undefined);
    if (wrong !== undefined) form.current?.querySelector<HTMLElement>(`[data-count="${wrong.currency}"] [data-wrong]`)?.focus();
    else closing.send(typed, { date: book.date, counts: rows.map((row) => sentCount(row, typedOf(row, typed))) });
  };
  return (
    <form
      ref={form}
      noValidate
      aria-label={t("close.title", { date: book.date })}
      onSubmit={submit}
      {...noInput(() => closing.isPending)}
    >
      <Stack gap="md">
        <Text size="sm">
          <WholeDates>{t("close.text", { date: book.date })}</WholeDates>
        </Text>
        <div className={classes["counts"]}>
          {rows.map((row, index) => (
            <CurrencyCount
              key={row.currency}
              row={row}
              typed={typedOf(row, typed)}
              isTried={isTried}
              isOver={isOver || isAgain}
              isFirst={index === 0}
              onChange={(count) => setTyped((all) => ({ ...all, [row.currency]: countedAnew(row, typedOf(row, all), count) }))}
            />
          ))}
        </div>
        {isOver ? <ClosedMeanwhile book={book} /> : null}
        {isOver || isAgain ? null : <Outcome differences={rows.map((row) => differenceOf(row, typedOf(row, typed)))} />}
        {isOver || closing.error === null ? null : (
          <SaveFailure error={closing.error} title={t("close.failed")} unanswered={isAgain} />
        )}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" {...leaves} onClick={cancel}>
            {t("common:cancel")}
          </Button>
          <Button type="submit" aria-disabled={closing.isPending || isOver}>
            {closing.isPending ? t("close.submitting") : t("close.submit")}
          </Button>
        </Group>
      </Stack>
      <LeaveGuard {...leaving} onDiscard={() => setTyped({})} />
    </form>
  );
}

/** Says who has closed the day under the count, which would otherwise be taken for a close of its own. */
function ClosedMeanwhile({ book: { close, closedThrough, date } }: { readonly book: DailyBook }) {
  const { t } = useTranslation("dailyBook");
  const { timeZone } = useOffice();
  return (
    <DayNotice
      title={t("close.overtaken", { date })}
      text={
        close === null
          ? t("close.overtakenThrough", { date: closedThrough ?? date })
          : t("close.overtakenBy", { user: close.closedBy, when: formatInstant(close.closedAt, timeZone) })
      }
    />
  );
}

/** What closing will do, once everything is counted. */
function Outcome({ differences }: { readonly differences: readonly (bigint | undefined)[] }) {
  const { t } = useTranslation("dailyBook");
  const { role } = useSession();
  if (differences.includes(undefined)) return null;
  const agrees = differences.every((difference) => difference === zeroAmount);
  if (agrees) return <Text size="sm">{t("close.agree")}</Text>;
  return (
    <Text size="sm" role="status">
      {role === "admin" ? t("close.differ") : t("close.adminAlone")}
    </Text>
  );
}

interface Close {
  readonly date: string;
  readonly counts: readonly ReturnType<typeof sentCount>[];
}

/**
 * Closes the day; the same count sent again is the same close. One that got no answer may have closed it (`isUnansweredOf`), until it
 * is refused or something else is counted.
 */
function useClosing(date: string, onClosed: () => void) {
  const { t } = useTranslation("dailyBook");
  const client = useQueryClient();
  const whileHere = useWhileHere();
  const leave = whileHere(onClosed);
  const keyFor = useAttemptKey();
  const [sent, setSent] = useState<Counts>();
  const [isOpen, setOpen] = useState(false);
  const closing = useMutation({
    mutationFn: (body: Close) =>
      call(closeDay, { body: { date: body.date, counts: [...body.counts] }, idempotencyKey: keyFor(body, 0) }),
    onSuccess: () => {
      toast.success(t("close.done"), t("close.doneText", { date }));
      leave();
    },
    onError: (error) => {
      const mayBe = mayBeRecorded(error, isOpen);
      setOpen(mayBe);
      toast.notSaved(error, t("close.failed"), mayBe);
    },
    // After a refusal as well: the books may have moved since they were read.
    onSettled: () => moneyMoved(client),
  });
  const { error, isPending, variables, mutate } = closing;
  return {
    error,
    isPending,
    isUnansweredOf: (typed: Counts): boolean => isOpen && sent === typed,
    send: (typed: Counts, body: Close): void => {
      setSent(typed);
      setOpen(false);
      mutate(body);
    },
    sendAgain: (): void => {
      if (variables !== undefined) mutate(variables);
    },
  };
}
