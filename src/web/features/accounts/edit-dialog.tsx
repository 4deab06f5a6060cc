import { Loader, Modal, Stack, Text } from "@mantine/core";
import { useRef, useState } from "react";
import { useTranslation } from "react-i18next";

import { LoadError } from "#web/shell/load-error.tsx";
import { LeaveQuestion } from "#web/ui/leave-question.tsx";

import { EditForm, type EditFormHandle } from "./edit-form.tsx";
import classes from "./form.module.css";
import { isMissing, useFreshAccount } from "./queries.ts";

interface EditDialogProps {
  /** The account being edited; undefined while the dialog is closed. */
  readonly id: number | undefined;
  readonly onClose: () => void;
}

/** The Account Entry dialog: edits one account without leaving the list. Closing it asks first when something was typed. */
export function EditDialog({ id, onClose }: EditDialogProps) {
  const { t } = useTranslation(["accounts", "common"]);
  const form = useRef<EditFormHandle>(null);
  const [asked, setAsked] = useState(false);
  const close = (): void => {
    // Asked after the event: the Escape key that closes this dialog would otherwise answer the question as well.
    if (form.current?.isDirty() === true) setTimeout(() => setAsked(true));
    else onClose();
  };
  return (
    <>
      <Modal
        opened={id !== undefined}
        onClose={close}
        title={t("accounts:edit.dialogTitle")}
        size="62rem"
        closeOnClickOutside={false}
        closeOnEscape={!asked}
        closeButtonProps={{ "aria-label": t("common:close") }}
        classNames={{ body: classes["ground"] ?? "" }}
      >
        {id === undefined ? null : <Entry key={id} id={id} form={form} onSaved={onClose} />}
      </Modal>
      <LeaveQuestion
        asked={asked}
        onStay={() => setAsked(false)}
        onLeave={() => {
          setAsked(false);
          onClose();
        }}
      />
    </>
  );
}

interface EntryProps {
  readonly id: number;
  readonly form: React.RefObject<EditFormHandle | null>;
  readonly onSaved: () => void;
}

function Entry({ id, form, onSaved }: EntryProps) {
  const { t } = useTranslation("accounts");
  const account = useFreshAccount(id);
  if (account.data !== undefined && account.isFetchedAfterMount) {
    return <EditForm account={account.data} label={t("edit.dialogTitle")} onSaved={onSaved} ref={form} />;
  }
  if (account.isError && !account.isFetching) {
    if (isMissing(account.error)) return <Text role="alert">{t("edit.notFound")}</Text>;
    return <LoadError title={t("view.failed")} error={account.error} onRetry={() => void account.refetch()} />;
  }
  return (
    <Stack align="center" py="xl" role="status">
      <Loader size="sm" aria-hidden />
      <Text size="sm" c="dimmed">
        {t("edit.loading")}
      </Text>
    </Stack>
  );
}
