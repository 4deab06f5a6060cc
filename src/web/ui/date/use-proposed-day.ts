import type { UseFormReturnType } from "@mantine/form";
import { useLayoutEffect, useRef, type RefObject } from "react";

interface ProposedDayInput<Values> {
  readonly form: UseFormReturnType<Values>;
  /** The field of the day. Without one, as where something stored is edited, no day ever moves. */
  readonly field: (keyof Values & string) | undefined;
  /** The form as it would be opened now. */
  readonly blank: Values;
  /** Whether what stands in the form may be sent once more under its key and must stay as it is. */
  readonly isHeld: () => boolean;
}

interface ProposedDay<Values> {
  /** The day that the form proposes, which may be one of before as long as it is held. Set back, the form moves on from there anew. */
  readonly proposed: RefObject<unknown>;
  /** These values with the day that is proposed now. */
  readonly asOfNow: (values: Values) => Values;
}

/**
 * Has a form that is left open over midnight propose the new day. A day that was chosen, which is any other than the one that was
 * proposed, stays; and the move alone makes nothing typed out of a form in which nothing was.
 */
export function useProposedDay<Values extends Record<string, unknown>>(input: ProposedDayInput<Values>): ProposedDay<Values> {
  const { form, field, isHeld } = input;
  const today = field === undefined ? undefined : input.blank[field];
  const proposed = useRef(today);
  const asOfNow = (values: Values): Values => (field === undefined ? values : { ...values, [field]: today });
  // After every rendering, since a form stops being held in many ways; before it is painted, since nobody should save the day before.
  useLayoutEffect(() => {
    const before = proposed.current;
    if (field === undefined || today === before || isHeld()) return;
    proposed.current = today;
    const moved = (values: Values): Values => (values[field] === before ? asOfNow(values) : values);
    const shown = form.getValues();
    form.setInitialValues(moved(form.getInitialValues()));
    // Also where they stay as they are: which fields count as typed is told anew, for all of them. What was wrong is wrong still.
    form.setValues(moved(shown));
    form.setErrors(shown[field] === before ? { ...form.errors, [field]: undefined } : form.errors);
  });
  return { proposed, asOfNow };
}
