import type { UseFormReturnType } from "@mantine/form";

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

/** A field that was emptied follows from the others again, once it is left. */
export function followsWhenEmpty<Form extends Record<string, unknown>>(
  change: FormChange<Form>,
  name: keyof Form & string,
): { readonly onBlur: () => void } {
  return { onBlur: () => change((values) => (values[name] === "" ? { ...values, [name]: null } : values)) };
}
