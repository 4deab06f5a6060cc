import { useForm, type FormErrors, type UseFormReturnType } from "@mantine/form";
import {
  useEffect,
  useEffectEvent,
  useReducer,
  useRef,
  useState,
  type FormEvent,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
} from "react";
import type { z } from "zod";

import type { VoucherOf } from "#web/print/print-voucher.ts";
import { hasUnsettled } from "#web/ui/account/lookups.ts";
import { useProposedDay } from "#web/ui/date/use-proposed-day.ts";
import { isCovered } from "#web/ui/dialogs.ts";

import { focusFirstField, walkOrSave } from "./enter-order.ts";
import { formResolver, type FieldNames, type Unfinished } from "./form-resolver.ts";
import { noInput } from "./no-input.ts";
import { noteGoneOn, noteShown } from "./second-press.ts";
import { useDraft, type Ended, type FormMemory, type Restored } from "./use-draft.ts";
import { areAlike, useSaving } from "./use-saving.ts";

export interface EntryFormInput<Values, Schema extends z.ZodType, Reply> {
  /** What its drafts are kept under. A form without a name keeps none, and has no last entry to repeat. */
  readonly name?: string;
  readonly initialValues: Values;
  /** The field in which `initialValues` propose the office's day of today: while no other day is chosen there, it moves on with that. */
  readonly dayField?: keyof Values & string;
  /** The schema of the call's body: the rules of the form. */
  readonly schema: Schema;
  readonly toSent: (values: Values) => Unfinished<z.input<Schema>>;
  /** Where the form's fields have other names than the body's. */
  readonly fields?: FieldNames;
  /**
   * The values with what they follow from beside the form, such as the board's rate, written down: what may have been recorded without
   * an answer is sent once more as it was, whatever that says by then.
   */
  readonly held?: (values: Values) => Values;
  /** Rules of the screen that the call does not have. They win over the schema's message of the same field; undefined takes it back. */
  readonly alsoCheck?: (values: Values) => FormErrors;
  /** What should be looked at before these values are saved, for the person to decide; saving once more then saves. */
  readonly doubtOf?: (values: Values) => Promise<Doubt | undefined>;
  /** Makes the call. The key stays the same until the entry has been recorded, so that no retry records it twice. */
  readonly record: (body: z.input<Schema>, idempotencyKey: string) => Promise<Reply>;
  /** What the next entry starts from. */
  readonly next: (values: Values) => Values;
  /** The last entry as it is offered once more, seen from what stands in the form. Without it nothing is repeated. */
  readonly repeated?: (last: Values, now: Values) => Values;
  readonly onRecorded: (reply: Reply, values: Values) => void;
  /** What can be printed of what was recorded; without it saving and printing is saving. */
  readonly voucherOf?: (reply: Reply) => VoucherOf;
  readonly onInvalid?: (errors: FormErrors, values: Values) => void;
  readonly onFailed: (error: unknown) => void;
  /**
   * Says that no answer came, and so nobody knows whether it was recorded. Given where saving again records only once, since the call takes
   * the key; without it, and where the server itself says that it failed, that is told as any other failure.
   */
  readonly onUnanswered?: () => void;
}

/** A reason to look again before saving. */
export interface Doubt {
  readonly title: string;
  readonly text: ReactNode;
  /** Another reason, told below it. */
  readonly also?: Doubt;
}

/** Two reasons as one, as far as there are two. */
export function bothDoubts(first: Doubt | undefined, second: Doubt | undefined): Doubt | undefined {
  return first === undefined || second === undefined ? (first ?? second) : { ...first, also: second };
}

export interface EntryFormState<Values> {
  readonly form: UseFormReturnType<Values>;
  readonly saving: boolean;
  /** It is being saved, and what has to be looked at before is past: it is on its way to the server. */
  readonly sending: boolean;
  /** How often the form has been filled anew: begun over, or with the last entry. As a key it lets an input begin anew that knows more than its value. */
  readonly round: number;
  /** Why the latest attempt failed; undefined once something is tried anew. */
  readonly failure: unknown;
  /** What stands in the form has been sent, and nobody knows whether it was recorded; saving it again records it only once. */
  readonly unanswered: boolean;
  /** What kept the latest attempt from being sent; undefined once something is typed after it has come. */
  readonly doubt: Doubt | undefined;
  /** The form was opened with a draft; undefined once that is saved or discarded. */
  readonly restored: Restored | undefined;
  readonly isDirty: () => boolean;
  /** Forgets what was typed and begins another entry from these values. */
  readonly startOver: (values: Values) => void;
  /** Forgets what was typed and begins again as the form was opened. */
  readonly discard: () => void;
  /**
   * Fills the form with the entry saved last; undefined where there is none. Returns how to go back to what was typed before, with
   * the attempt to save that; undefined where there was nothing.
   */
  readonly repeatLast: (() => (() => void) | undefined) | undefined;
  /** Saves as the Save button does. */
  readonly save: () => void;
  /** Saves, and prints the voucher once it is recorded; undefined where there is none. */
  readonly saveAndPrint: (() => void) | undefined;
  /** What the `<form>` element takes. */
  readonly formProps: ReturnType<typeof noInput> & {
    readonly ref: RefObject<HTMLFormElement | null>;
    readonly noValidate: true;
    readonly onSubmit: (event: FormEvent<HTMLFormElement>) => void;
    readonly onKeyDown: (event: KeyboardEvent<HTMLFormElement>) => void;
    readonly onInput: () => void;
  };
}

/**
 * The one way an entry is typed and saved: Enter walks through the fields, Ctrl+Enter saves, the first wrong field is
 * focused, pressing twice saves once, a failed save keeps everything, what is not saved stays as a draft, and after a
 * success the form stands ready again with the focus on its first field. While it is on its way to the server it takes no input, which
 * could only be lost.
 */
export function useEntryForm<Values extends Record<string, unknown>, Schema extends z.ZodType, Reply>(
  input: EntryFormInput<Values, Schema, Reply>,
): EntryFormState<Values> {
  const memory = useDraft(input.name, input.initialValues);
  const form = useRememberedForm(input, memory);
  const ref = useRef<HTMLFormElement>(null);
  const [restored, setRestored] = useState(memory.restored);
  const [round, countRound] = useReducer((before: number) => before + 1, 0);
  const startOver = (values: Values): void => {
    form.setInitialValues(values);
    form.reset();
    memory.renew();
    setRestored(undefined);
    countRound();
    // Left by then, nothing new is shown.
    if (ref.current !== null) noteShown();
    // Whoever has opened a dialog over the form while it was being saved goes on typing there.
    if (!isCovered(ref.current)) focusFirstField(ref.current);
  };
  const { save, forget, stageNow, drawn } = useSaving(input, { form, memory, ref, startOver });
  const isSaving = (): boolean => stageNow() !== undefined;
  const isSending = (): boolean => stageNow() === "sending";
  const isHeld = (): boolean => isSaving() || memory.attempt.unanswered;
  const day = useProposedDay({ form, field: input.dayField, blank: input.initialValues, isHeld });
  const begin = (values: Values): void => {
    if (isSending()) return;
    startOver(values);
    // Last, so that what is pressed after it is a decision of its own.
    forget();
  };
  const discard = (): void => begin(day.asOfNow(memory.blank));
  const noteRefused = (): void => setRestored((before) => before && { ...before, unanswered: false });
  useHeldDraft({ form, memory, isSaving }, discard, noteRefused);
  const last = input.repeated === undefined ? undefined : memory.last;
  const repeat = (entry: Values): (() => void) | undefined => {
    if (isSaving()) return undefined;
    const typed = isTyped(form) ? { values: form.getValues(), attempt: memory.attempt, day: day.proposed.current } : undefined;
    forget();
    memory.renew();
    form.setValues(input.repeated?.(entry, form.getValues()) ?? entry);
    countRound();
    focusFirstField(ref.current);
    if (typed === undefined) return undefined;
    return () => {
      if (isSaving()) return;
      forget();
      memory.resume(typed.attempt);
      day.proposed.current = typed.day;
      form.setValues(typed.values);
      countRound();
    };
  };
  return {
    form,
    ...drawn,
    round,
    restored,
    isDirty: () => isTyped(form) || hasUnsettled(ref.current),
    startOver: begin,
    discard,
    repeatLast: last === undefined ? undefined : () => repeat(last),
    save: () => void save(false),
    saveAndPrint: input.voucherOf === undefined ? undefined : () => void save(true),
    formProps: { ref, ...handlersOf(save, isSending) },
  };
}

function handlersOf(
  save: (andPrint: boolean) => Promise<void>,
  isSending: () => boolean,
): Omit<EntryFormState<unknown>["formProps"], "ref"> {
  return {
    noValidate: true,
    onSubmit: (event) => {
      event.preventDefault();
      void save(false);
    },
    onKeyDown: (event) => walkOrSave(event, (andPrint) => void save(andPrint)),
    onInput: noteGoneOn,
    ...noInput(isSending),
  };
}

interface HeldDraft<Values> {
  readonly form: UseFormReturnType<Values>;
  readonly memory: FormMemory<Values & Record<string, unknown>>;
  readonly isSaving: () => boolean;
}

/**
 * Holds the draft, and follows how its attempt ends where it had been sent before the form was left and opened again. What was changed since
 * is kept where it is recorded: the key tells the two apart.
 */
function useHeldDraft<Values extends Record<string, unknown>>(
  { form, memory, isSaving }: HeldDraft<Values>,
  onRecorded: () => void,
  onRefused: () => void,
): void {
  const follow = useEffectEvent((how: Ended): void => {
    if (how === "recorded" && areAlike(memory.start, form.getValues())) onRecorded();
    if (how === "recorded" || isSaving()) return;
    memory.noteFailed(form.getValues(), false);
    onRefused();
  });
  useEffect(() => memory.hold((how) => follow(how)), [memory]);
}

/**
 * Whether something stands in a form that it did not begin with. The library looks at the fields touched last alone, and would
 * forget the rest of what was restored or filled in at once.
 */
function isTyped<Values extends Record<string, unknown>>(form: UseFormReturnType<Values>): boolean {
  return !areAlike(form.getInitialValues(), form.getValues());
}

/** The form, filled from its draft, with every change kept as one. */
function useRememberedForm<Values extends Record<string, unknown>, Schema extends z.ZodType, Reply>(
  input: EntryFormInput<Values, Schema, Reply>,
  memory: FormMemory<Values>,
): UseFormReturnType<Values> {
  const resolve = formResolver(input.schema, input.toSent, input.fields);
  const form: UseFormReturnType<Values> = useForm<Values>({
    mode: "controlled",
    initialValues: memory.start,
    validate: (values) => ({ ...resolve(values), ...input.alsoCheck?.(values) }),
    onValuesChange: (values) => {
      if (isTyped(form)) memory.keep(values);
      else memory.drop();
    },
  });
  const { setInitialValues } = form;
  // A restored draft is something typed and not saved.
  useEffect(() => setInitialValues(memory.blank), [setInitialValues, memory]);
  return form;
}
