import { Alert, Button, Group, Stack, Text, Textarea } from "@mantine/core";
import { IconAlertTriangle, IconLockOpen } from "@tabler/icons-react";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState, type FormEvent } from "react";
import { useTranslation } from "react-i18next";

import { reopenDay, type DailyBook, type DayClose } from "#contract/day-closes.ts";
import { messageOf } from "#web/lib/api-error.ts";
import { call } from "#web/lib/api.ts";
import { useAttemptKey } from "#web/lib/attempt-key.ts";
import { useWhileHere } from "#web/lib/late-answers.ts";
import { moneyMoved } from "#web/lib/query.ts";
import { useSession } from "#web/lib/session.ts";
import { toast } from "#web/lib/toast.ts";
import { FormDialog, useDialogAround } from "#web/ui/edit-dialog.tsx";
import { leaves, noInput } from "#web/ui/no-input.ts";

interface ReopenProps {
  readonly book: DailyBook;
  readonly close: DayClose;
}

/** Opens the latest closed day again; for an admin. */
export function ReopenDayButton({ book, close }: ReopenProps) {
  const { t } = useTranslation("dailyBook");
  const { role } = useSession();
  const [opened, setOpened] = useState(false);
  if (role !== "admin" || book.closedThrough !== book.date) return null;
  return (
    <>
      <Button variant="default" leftSection={<IconLockOpen size={16} aria-hidden />} onClick={() => setOpened(true)}>
        {t("reopen.action")}
      </Button>
      <FormDialog opened={opened} size="md" title={t("reopen.title", { date: close.date })} onClose={() => setOpened(false)}>
        <ReopenForm close={close} onDone={() => setOpened(false)} />
      </FormDialog>
    </>
  );
}

function ReopenForm({ close, onDone }: { readonly close: DayClose; readonly onDone: () => void }) {
  const { t } = useTranslation(["dailyBook", "common"]);
  const client = useQueryClient();
  const whileHere = useWhileHere();
  const leave = whileHere(onDone);
  const keyFor = useAttemptKey();
  const [reason, setReason] = useState("");
  const [isTried, setTried] = useState(false);
  const reopening = useMutation({
    mutationFn: (body: { readonly reason: string }) =>
      call(reopenDay, { params: { id: close.id }, body, idempotencyKey: keyFor(body, close.id) }),
    onSuccess: () => {
      toast.success(t("dailyBook:reopen.done"));
      leave();
    },
    onError: (error) => toast.failure(error, t("dailyBook:reopen.failed")),
    onSettled: () => moneyMoved(client),
  });
  const cancel = useDialogAround({ isDirty: () => reason !== "", sending: reopening.isPending });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    setTried(true);
    if (reason.trim() !== "" && !reopening.isPending) reopening.mutate({ reason: reason.trim() });
  };
  return (
    <form noValidate onSubmit={submit} {...noInput(() => reopening.isPending)}>
      <Stack gap="md">
        <Text size="sm">{t("dailyBook:reopen.text", { date: close.date })}</Text>
        <Textarea
          label={t("dailyBook:reopen.reason")}
          rows={2}
          maxLength={500}
          data-autofocus
          value={reason}
          error={isTried && reason.trim() === "" ? t("dailyBook:reopen.reasonRequired") : undefined}
          onChange={({ currentTarget }) => setReason(currentTarget.value)}
        />
        {reopening.error === null ? null : (
          <Alert role="alert" color="red" icon={<IconAlertTriangle aria-hidden />} title={t("dailyBook:reopen.failed")}>
            {messageOf(reopening.error, t("dailyBook:reopen.failed"))}
          </Alert>
        )}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" {...leaves} onClick={cancel}>
            {t("common:cancel")}
          </Button>
          <Button type="submit" aria-disabled={reopening.isPending}>
            {reopening.isPending ? t("dailyBook:reopen.submitting") : t("dailyBook:reopen.submit")}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
