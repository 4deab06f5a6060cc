import type { UseFormReturnType } from "@mantine/form";
import type { KeyboardEvent } from "react";

/** Changes the values of a form. */
export type FormChange<Form> = (change: (values: Form) => Form) => void;

/** The one way several fields change at once: field by field, so that the faults of the others stay marked. */
export function changeOf<Form extends Record<string, unknown>>(form: UseFormReturnType<Form>): FormChange<Form> {
  return (change) => {
    const before = form.getValues();
    const after = change(before);
    const changed = Object.keys(after).filter((name) => after[name] !== before[name]);
    for (const name of changed) form.setFieldValue(name, after[name] as never);
  };
}

/**
 * A field that was emptied follows from the others again, once it is left or what stands there is saved. One that was empty in what is
 * edited stays so: nobody guesses at it years later.
 */
export function followsWhenEmpty<Form extends Record<string, unknown>>(form: UseFormReturnType<Form>, name: keyof Form & string) {
  const follow = (): void => {
    if (form.getValues()[name] === "" && form.getInitialValues()[name] !== "") form.setFieldValue(name, null as never);
  };
  return {
    onBlur: follow,
    onKeyDown: ({ key, ctrlKey, metaKey }: KeyboardEvent): void => {
      if (key === "Enter" && (ctrlKey || metaKey)) follow();
    },
  };
}
