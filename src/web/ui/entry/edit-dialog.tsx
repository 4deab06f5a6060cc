import { Loader, Modal, Stack, Text, type ModalProps } from "@mantine/core";
import type { UseQueryResult } from "@tanstack/react-query";
import {
  createContext,
  use,
  useCallback,
  useEffect,
  useImperativeHandle,
  useMemo,
  useRef,
  useState,
  type ReactNode,
  type RefObject,
} from "react";
import { useTranslation } from "react-i18next";

import { isNotThere, messageOf } from "#web/lib/api-error.ts";
import { LoadError } from "#web/shell/load-error.tsx";
import surfaces from "#web/ui/surfaces.module.css";

import { EntryForm, type EntryFormProps } from "./entry-form.tsx";
import { FormActions, type FormActionsProps } from "./form-actions.tsx";
import { LeaveQuestion, useNeedlessQuestion, type Leaving } from "./leave-question.tsx";
import type { Conflict } from "./use-versioned-edit.ts";
import { VersionConflict, type ConflictingChange } from "./version-conflict.tsx";

/** What a form knows of the dialog it stands in. */
interface Around {
  /** Where the form tells whether something was typed in it. */
  readonly isDirty: RefObject<(() => boolean) | null>;
  /** Where it says that this is on its way to the server, or may have been saved. */
  readonly say: (underWay: UnderWay) => void;
  readonly close: () => void;
}

type UnderWay = Required<Omit<Leaving, "isDirty">>;
const nothing: UnderWay = { sending: false, unanswered: false };

const AroundContext = createContext<Around | undefined>(undefined);

/**
 * Lets the dialog around a form ask before it closes over something typed, and gives what closes that dialog. A form that
 * stands on a page closes nothing.
 */
export function useDialogAround({ isDirty, sending = false, unanswered = false }: Leaving): () => void {
  const around = use(AroundContext);
  const say = around?.say;
  useImperativeHandle(around?.isDirty, () => isDirty);
  useEffect(() => {
    say?.({ sending, unanswered });
    return () => say?.(nothing);
  }, [say, sending, unanswered]);
  return around?.close ?? nothingToClose;
}

function nothingToClose(): void {
  // The page around a form is left by its links.
}

interface FormDialogProps {
  readonly opened: boolean;
  readonly title: string;
  readonly size?: ModalProps["size"];
  readonly onClose: () => void;
  /** The form; it is there while the dialog is open. */
  readonly children: ReactNode;
}

/** A dialog with a form in it. Closing it asks first when something was typed; a form that is saved closes it by itself, and its question with it. */
export function FormDialog({ opened, title, size = "lg", onClose, children }: FormDialogProps) {
  const { t } = useTranslation("common");
  const isDirty = useRef<(() => boolean) | null>(null);
  const [asked, setAsked] = useState(false);
  const [underWay, say] = useState(nothing);
  useNeedlessQuestion({ isDirty: () => isDirty.current?.() === true, ...underWay }, asked, () => setAsked(false));
  const close = useCallback(() => {
    // Asked after the event: the Escape key that closes this dialog would otherwise answer the question as well.
    if (isDirty.current?.() === true) setTimeout(() => setAsked(true));
    else onClose();
  }, [onClose]);
  const around = useMemo((): Around => ({ isDirty, say, close }), [close]);
  return (
    <>
      <Modal
        opened={opened}
        onClose={close}
        title={title}
        size={size}
        closeOnClickOutside={false}
        closeOnEscape={!asked}
        closeButtonProps={{ "aria-label": t("close") }}
        classNames={{ body: surfaces["formDialog"] ?? "" }}
      >
        <AroundContext value={around}>{opened ? children : null}</AroundContext>
      </Modal>
      <LeaveQuestion
        asked={asked}
        {...underWay}
        onStay={() => setAsked(false)}
        onLeave={() => {
          setAsked(false);
          onClose();
        }}
      />
    </>
  );
}

interface FreshlyReadProps<Read, Stored> {
  /** Reads anew when the dialog opens. */
  readonly query: UseQueryResult<Read>;
  /** What is edited among what was read; undefined where it is not there any more. */
  readonly pick: (read: Read) => Stored | undefined;
  readonly texts: {
    readonly loading: string;
    readonly failed: string;
    readonly gone: string;
    /** Where the server does not know it; the same as `gone` unless it is said. */
    readonly unknown?: string;
  };
  readonly children: (stored: Stored) => ReactNode;
}

/** Waits for something as it is stored now: a form that began from an older copy would meet it as a conflict. */
export function FreshlyRead<Read, Stored>({ query, pick, texts, children }: FreshlyReadProps<Read, Stored>) {
  const [begun, setBegun] = useState<{ readonly stored: Stored }>();
  if (begun !== undefined) return children(begun.stored);
  if (query.isError && !query.isFetching) {
    if (isNotThere(query.error)) return <Text role="alert">{texts.unknown ?? texts.gone}</Text>;
    return <LoadError title={texts.failed} error={query.error} onRetry={() => void query.refetch()} />;
  }
  if (query.data !== undefined && query.isFetchedAfterMount) {
    const stored = pick(query.data);
    if (stored === undefined) return <Text role="alert">{texts.gone}</Text>;
    // What is read later must not change the form under the person's hands.
    setBegun({ stored });
  }
  return <Loading text={texts.loading} />;
}

/** Says inside a dialog that its form is on its way. */
export function Loading({ text }: { readonly text: string }) {
  return (
    <Stack align="center" py="xl" role="status">
      <Loader size="sm" aria-hidden />
      <Text size="sm" c="dimmed">
        {text}
      </Text>
    </Stack>
  );
}

interface VersionedEdit<Values> {
  readonly entry: EntryFormProps<Values>["entry"];
  readonly conflict: Conflict<Values> | undefined;
  readonly refusal: unknown;
  readonly keepMine: () => Promise<void>;
  readonly takeTheirs: () => void;
}

interface VersionedFormProps<Values> extends Omit<EntryFormProps<Values>, "entry"> {
  readonly edit: VersionedEdit<Values>;
  readonly conflictTitle?: string;
  /** How a field is called. */
  readonly labelOf: (field: keyof Values & string) => string;
  /** How the value of a field reads. */
  readonly words: (values: Values, field: keyof Values & string) => string;
  /** The whole sentence about a change whose values cannot be read out; undefined for any other. */
  readonly sentence?: (values: Values, field: keyof Values & string) => string | undefined;
  /** What is said in place of both ways on, where the version of the others takes no edit any more. */
  readonly closed?: ReactNode;
  /** What else they have changed, beside the fields of the form. */
  readonly alsoChanged?: readonly ConflictingChange[];
  /** The buttons beside Save, given what closes the dialog. */
  readonly actions?: (close: () => void) => Omit<FormActionsProps, "saving">;
}

/** The form of something that has versions: its fields, what somebody else has saved meanwhile, and its buttons. */
export function VersionedForm<Values>({ edit, labelOf, words, sentence, closed, actions, ...props }: VersionedFormProps<Values>) {
  const { entry, conflict } = edit;
  const said = entry.failure ?? edit.refusal;
  const close = useDialogAround(entry);
  // The conflict says it all, and a second notice at the foot of the form would cover it.
  const shown = conflict === undefined ? entry : { ...entry, failure: undefined };
  return (
    <EntryForm entry={shown} label={props.label} failureTitle={props.failureTitle}>
      {props.children}
      {closed}
      {conflict === undefined || closed !== undefined ? null : (
        <VersionConflict
          {...(props.conflictTitle === undefined ? {} : { title: props.conflictTitle })}
          {...(said === undefined ? {} : { said: messageOf(said, props.failureTitle) })}
          changes={conflict.changed
            .map(({ field, mineToo }): ConflictingChange => ({
              field: labelOf(field),
              before: words(conflict.before, field),
              after: words(conflict.theirs, field),
              sentence: sentence?.(conflict.theirs, field),
              mineToo,
            }))
            .concat(props.alsoChanged ?? [])}
          isSaved={conflict.isSaved}
          onKeepMine={() => void edit.keepMine()}
          onTakeTheirs={edit.takeTheirs}
        />
      )}
      <FormActions saving={entry.saving} {...actions?.(close)} />
    </EntryForm>
  );
}
