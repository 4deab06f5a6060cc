import { i18n } from "#web/i18n/setup.ts";
import { toast } from "#web/lib/toast.ts";
import { isCovered } from "#web/ui/dialogs.ts";

const lookAgainMs = 20;

interface FormRef {
  readonly current: HTMLFormElement | null;
}

/** What a form has to know of a field in which something is looked up. */
export interface Lookup {
  /** The number of the question that the server is being asked; undefined while it is asked none. */
  readonly asking: number | undefined;
  /** The number of the question that was answered last. One that was dropped never is. */
  readonly answered: number | undefined;
  /** A text stands in the field that is no value yet: what was chosen before is not what the person means. */
  readonly isUnsettled: boolean;
  /** Why that text is none, where more is known than that; for people. */
  readonly why?: string | undefined;
}

/** What such a field has for its form to see. */
export function lookupMarks({ asking, answered, isUnsettled, why }: Lookup) {
  const unsettled = { "data-unsettled": isUnsettled || undefined, "data-unsettled-why": isUnsettled ? why : undefined };
  return { "data-looking-up": asking, "data-looked-up": answered, ...unsettled };
}

/** Whether a field of the form is being looked up. */
export function isLookingUp(form: HTMLFormElement | null): boolean {
  return lookedUpIn(form).length > 0;
}

/** Whether a text stands in the form that is no value. */
export function hasUnsettled(form: HTMLFormElement | null): boolean {
  return unsettledIn(form) !== null;
}

/** Says which text of the form is no value yet and puts the focus on it; false where there is none. */
export function refuseUnsettled(form: HTMLFormElement | null): boolean {
  const field = unsettledIn(form);
  if (field === null) return false;
  sayUnsettled(field);
  field.focus();
  return true;
}

/**
 * Returns once no field is looked up any more: whether what was pressed before may go on. It may not where a text turned out to be no value,
 * which is said, nor where a question was dropped meanwhile: somebody went back into the field, and has not pressed anything since.
 */
export async function untilFound(form: FormRef): Promise<boolean> {
  const focused = document.activeElement;
  const asked = new Map<HTMLElement, string | undefined>();
  for (let fields = lookedUpIn(form.current); fields.length > 0; fields = lookedUpIn(form.current)) {
    for (const field of fields) if (!asked.has(field)) asked.set(field, field.dataset["lookingUp"]);
    await new Promise((resolve) => {
      setTimeout(resolve, lookAgainMs);
    });
  }
  const field = unsettledIn(form.current);
  if (field === null) return [...asked].every(([one, question]) => one.isConnected && one.dataset["lookedUp"] === question);
  // Whoever types elsewhere by now goes on there.
  if (document.activeElement === focused && !isCovered(form.current)) field.focus();
  sayUnsettled(field);
  return false;
}

function lookedUpIn(form: HTMLFormElement | null): HTMLElement[] {
  return [...(form?.querySelectorAll<HTMLElement>("[data-looking-up]") ?? [])];
}

function unsettledIn(form: HTMLFormElement | null): HTMLInputElement | null {
  return form?.querySelector<HTMLInputElement>("[data-unsettled]") ?? null;
}

function sayUnsettled({ value, dataset }: HTMLInputElement): void {
  const why = dataset["unsettledWhy"] ?? i18n.t("ui:accountPicker.unsettled", { typed: value.trim() });
  toast.error(why, i18n.t("ui:accountPicker.unsettledNext"));
}
