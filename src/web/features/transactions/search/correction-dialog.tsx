import { Button, Group, Modal, Skeleton, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useState, type ReactNode } from "react";
import { useTranslation } from "react-i18next";

import { getTransaction } from "#contract/transactions.ts";
import { ApiError } from "#web/lib/api-error.ts";
import { read } from "#web/lib/query.ts";
import { LoadError } from "#web/shell/load-error.tsx";
import { useCurrencies } from "#web/ui/currency-select.tsx";
import { AfterEffect } from "#web/ui/entry/after-effect.tsx";
import { isSecondPress, noteGoneOn, noteShown, onFirstPress } from "#web/ui/entry/second-press.ts";

import { mirrored, movementsOf } from "./edit-rules.ts";
import { Overtaken, type StoredTransaction } from "./overtaken.tsx";
import { useAccounts } from "./search-accounts.tsx";
import { Summary, type Fact } from "./search-summary.tsx";

/** Reads a transaction anew, since the version read is the one that will be acted on. */
export function useStoredNow(id: number) {
  return useQuery({ ...read(getTransaction, { params: { id } }), refetchOnMount: "always" });
}

interface CorrectionDialogProps {
  readonly title: string;
  readonly opened: boolean;
  /** What was asked about is being done: the dialog stays, so that what comes of it is said of nothing else. */
  readonly running: boolean;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** The frame of the question that stands before a transaction is deleted or recovered. */
export function CorrectionDialog({ title, opened, running, onClose, children }: CorrectionDialogProps) {
  const { t } = useTranslation("common");
  const close = (): void => {
    if (!running) onClose();
  };
  return (
    <Modal opened={opened} onClose={close} title={title} size="lg" closeButtonProps={{ "aria-label": t("close") }}>
      {children}
    </Modal>
  );
}

interface SubjectProps {
  readonly stored: ReturnType<typeof useStoredNow>;
  readonly act: "delete" | "recover";
  /** Whether this very dialog is doing it: then nobody else was quicker. */
  readonly running: boolean;
  /** Why it could not be done. A refusal of the version tells itself that there is another one. */
  readonly error: Error | null;
  readonly text: string;
  /** Facts that belong to the question, below those of the transaction. */
  readonly also?: readonly Fact[];
  /** The rest of the question; told whether it is over, since what was asked has been done. */
  readonly children: (transaction: StoredTransaction, isOver: boolean) => ReactNode;
}

/** What the question is about: the sentence, the transaction, and what the answer does to the balances, as long as it can be given. */
export function Subject({ stored, act, running, error, text, also = [], children }: SubjectProps) {
  const { t } = useTranslation("search");
  const { data } = stored;
  const isOther = useOtherVersion(stored, running);
  const accounts = useAccounts(data === undefined ? [] : [data.outAccountId, data.inAccountId]);
  const currencies = useCurrencies();
  if (data === undefined || !stored.isFetchedAfterMount) {
    if (stored.error !== null && !stored.isFetching)
      return <LoadError title={t("details.failed")} error={stored.error} onRetry={() => void stored.refetch()} />;
    return (
      <Stack gap="xs" role="status" aria-label={t("details.loading")}>
        <Skeleton height={20} />
        <Skeleton height={20} />
        <Skeleton height={20} />
      </Stack>
    );
  }
  const codeOf = (id: number | null): string | undefined => currencies.find((currency) => currency.id === id)?.code;
  const movements = movementsOf(data, { accounts, codeOf }) ?? [];
  const isOver = data.deleted === (act === "delete");
  return (
    <Stack gap="md">
      {isOver ? null : <Text size="sm">{text}</Text>}
      <Summary transaction={data} also={isOver ? [] : also} />
      {isOver || movements.length === 0 ? null : (
        <AfterEffect
          title={t(`effect.${act}`)}
          movements={act === "delete" ? mirrored(movements) : movements}
          sending={running}
        />
      )}
      {(isOver && !running) || (isOther && !isStale(error)) ? <Overtaken stored={data} act={act} /> : null}
      {children(data, isOver)}
    </Stack>
  );
}

/**
 * Whether another version stands than the one that the question was first shown with. It is that one which an answer is about from then
 * on, so it must be seen: a press that was meant for the one before does nothing.
 */
function useOtherVersion({ data, isFetchedAfterMount }: ReturnType<typeof useStoredNow>, running: boolean): boolean {
  const current = isFetchedAfterMount ? data?.version : undefined;
  const [shown, setShown] = useState(current);
  if (shown === undefined && current !== undefined) setShown(current);
  const other = running || shown === undefined || current === shown ? undefined : current;
  useEffect(() => {
    if (other !== undefined) noteShown();
  }, [other]);
  return other !== undefined;
}

/** Whether another version was there by the time. */
export function isStale(error: Error | null): boolean {
  return error instanceof ApiError && error.code === "stale_version";
}

/**
 * The answers come after the transaction has been read, when the dialog has long chosen its first focus. What was shown before it was
 * opened is past.
 */
function focusOnArrival(button: HTMLButtonElement | null): void {
  button?.focus({ preventScroll: true });
  noteGoneOn();
}

interface AnswersProps {
  readonly label: string;
  readonly runningLabel: string;
  readonly running: boolean;
  /** There is nothing left to do. */
  readonly isOver: boolean;
  readonly color?: string;
  readonly onCancel: () => void;
  readonly onConfirm: () => void;
}

/** Cancel, where the focus stands, and the deed. What has begun is not cancelled. */
export function Answers({ label, runningLabel, running, isOver, color, onCancel, onConfirm }: AnswersProps) {
  const { t } = useTranslation("common");
  return (
    <Group justify="flex-end" gap="xs">
      <Button variant="default" ref={focusOnArrival} aria-disabled={running} onClick={() => running || onCancel()}>
        {t("cancel")}
      </Button>
      <Button
        {...(color === undefined ? {} : { color })}
        // Kept focusable while it works. A second press, such as that of a double click, does nothing, nor one meant for the version before.
        aria-disabled={running || isOver}
        onClick={onFirstPress(() => running || isOver || isSecondPress() || onConfirm())}
      >
        {running ? runningLabel : label}
      </Button>
    </Group>
  );
}
