import { Modal } from "@mantine/core";
import { createContext, use, useCallback, useMemo, useRef, useState, type ReactNode, type RefObject } from "react";
import { useTranslation } from "react-i18next";

import { LeaveQuestion } from "#web/ui/leave-question.tsx";

import classes from "./users.module.css";

/** What a form knows of the dialog it stands in. */
interface Around {
  /** Where the form tells whether something was typed in it. */
  readonly isDirty: RefObject<(() => boolean) | null>;
  /** Closes the dialog, which asks first when something was typed. */
  readonly close: () => void;
}

const AroundContext = createContext<Around>({ isDirty: { current: null }, close: () => undefined });

/** The dialog around a form. */
export function useFormDialog(): Around {
  return use(AroundContext);
}

interface FormDialogProps {
  readonly opened: boolean;
  readonly title: string;
  readonly onClose: () => void;
  /** The form; it is there while the dialog is open. */
  readonly children: ReactNode;
}

/** A dialog with a form in it. Closing it asks first when something was typed. */
export function FormDialog({ opened, title, onClose, children }: FormDialogProps) {
  const { t } = useTranslation("common");
  const isDirty = useRef<(() => boolean) | null>(null);
  const [asked, setAsked] = useState(false);
  const close = useCallback(() => {
    // Asked after the event: the Escape key that closes this dialog would otherwise answer the question as well.
    if (isDirty.current?.() === true) setTimeout(() => setAsked(true));
    else onClose();
  }, [onClose]);
  const around = useMemo((): Around => ({ isDirty, close }), [close]);
  return (
    <>
      <Modal
        opened={opened}
        onClose={close}
        title={title}
        size="lg"
        closeOnClickOutside={false}
        closeOnEscape={!asked}
        closeButtonProps={{ "aria-label": t("close") }}
        classNames={{ body: classes["dialog"] ?? "" }}
      >
        <AroundContext value={around}>{opened ? children : null}</AroundContext>
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
