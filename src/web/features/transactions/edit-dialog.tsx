import { Loader, Modal, Stack, Text } from "@mantine/core";
import { useQueries, useQuery } from "@tanstack/react-query";
import { useRef, useState, type RefObject } from "react";
import { useTranslation } from "react-i18next";

import { getTransaction, type ListedTransaction } from "#contract/transactions.ts";
import { ApiError } from "#web/lib/api-error.ts";
import { read } from "#web/lib/query.ts";
import { LoadError } from "#web/shell/load-error.tsx";
import { LeaveQuestion } from "#web/ui/leave-question.tsx";

import { EditEntry, type EditFormProps } from "./edit-entry.tsx";
import { EditExchange } from "./edit-exchange.tsx";
import type { EditHandle } from "./edit-frame.tsx";
import { EditHawala } from "./edit-hawala.tsx";
import { EditTransfer } from "./edit-transfer.tsx";
import { accountOf, byId } from "./search-accounts.tsx";
import classes from "./search.module.css";

interface EditDialogProps {
  /** The transaction being edited; undefined while the dialog is closed. */
  readonly id: number | undefined;
  readonly onClose: () => void;
}

/** Edits one transaction, laid out by its type. Closing it asks first when something was typed. */
export function EditDialog({ id, onClose }: EditDialogProps) {
  const { t } = useTranslation(["search", "common"]);
  const handle = useRef<EditHandle>(null);
  const [asked, setAsked] = useState(false);
  const { data } = useQuery({ ...read(getTransaction, { params: { id: id ?? 0 } }), enabled: id !== undefined });
  const type = data?.transType;
  const close = (): void => {
    // Asked after the event: the Escape key that closes this dialog would otherwise answer the question as well.
    if (handle.current?.isDirty() === true) setTimeout(() => setAsked(true));
    else onClose();
  };
  const title = type === undefined ? t("search:edit.titleOfAny") : t("search:edit.title", { type });
  return (
    <>
      <Modal
        opened={id !== undefined}
        onClose={close}
        title={title}
        size="62rem"
        closeOnClickOutside={false}
        closeOnEscape={!asked}
        closeButtonProps={{ "aria-label": t("common:close") }}
        classNames={{ body: classes["ground"] ?? "" }}
      >
        {id === undefined ? null : <Content key={id} id={id} title={title} handle={handle} onClose={onClose} onCancel={close} />}
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

interface ContentProps {
  readonly id: number;
  readonly title: string;
  readonly handle: RefObject<EditHandle | null>;
  readonly onClose: () => void;
  readonly onCancel: () => void;
}

/** Waits for the transaction as it is stored now: a form that began from an older copy would meet it as a conflict. */
function Content({ id, title, handle, onClose, onCancel }: ContentProps) {
  const { t } = useTranslation("search");
  const [begun, setBegun] = useState<ListedTransaction>();
  const stored = useQuery({ ...read(getTransaction, { params: { id } }), refetchOnMount: "always" });
  const sides = begun === undefined ? [] : [...new Set([begun.outAccountId, begun.inAccountId])];
  const accounts = useQueries({ queries: sides.map(accountOf) });
  if (begun !== undefined && accounts.every(({ data }) => data !== undefined)) {
    const known = byId(accounts.flatMap(({ data }) => data ?? []));
    return <EditForm stored={begun} accounts={known} handle={handle} label={title} onSaved={onClose} onCancel={onCancel} />;
  }
  const failed = [stored, ...accounts].find(({ error, isFetching }) => error !== null && !isFetching);
  if (failed?.error) return <Failed id={id} error={failed.error} onRetry={failed.refetch} />;
  if (begun === undefined && stored.data !== undefined && stored.isFetchedAfterMount) {
    if (stored.data.deleted) return <Text role="alert">{t("edit.gone")}</Text>;
    // What is read later must not change the form under the person's hands.
    setBegun(stored.data);
  }
  return (
    <Stack align="center" py="xl" role="status">
      <Loader size="sm" aria-hidden />
      <Text size="sm" c="dimmed">
        {t("details.loading")}
      </Text>
    </Stack>
  );
}

interface FailedProps {
  readonly id: number;
  readonly error: Error;
  readonly onRetry: () => Promise<unknown>;
}

function Failed({ id, error, onRetry }: FailedProps) {
  const { t } = useTranslation("search");
  if (error instanceof ApiError && error.status === 404) return <Text role="alert">{t("details.notFound", { id })}</Text>;
  return <LoadError title={t("details.failed")} error={error} onRetry={() => void onRetry()} />;
}

function EditForm(props: EditFormProps) {
  switch (props.stored.transType) {
    case "Debit":
    case "Credit":
      return <EditEntry {...props} type={props.stored.transType} />;
    case "Transfer":
      return <EditTransfer {...props} />;
    case "Exchange":
      return <EditExchange {...props} />;
    case "Hawala":
      return <EditHawala {...props} />;
  }
}
