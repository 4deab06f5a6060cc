/**
 * The one field whose `<label>` reads so, all of it or by a pattern: from the few labels to their fields, where `getByLabelText` asks every element
 * of the page for its labels. Names without a `<label>`, such as those of lists, do not count.
 */
export function labelled(text: string | RegExp): HTMLInputElement {
  const labels = [...document.querySelectorAll("label")].map((label) => ({ name: nameIn(label), label }));
  const meant = labels.filter(({ name }) => (typeof text === "string" ? name === text : text.test(name)));
  const fields = new Set(meant.flatMap(({ label }) => label.control ?? []));
  const [field] = fields;
  if (field === undefined || fields.size > 1) {
    const names = labels.map(({ name }) => `“${name}”`).join(", ");
    throw new Error(`${String(fields.size)} fields are labelled ${String(text)}; the labels are ${names}`);
  }
  return field as HTMLInputElement;
}

function nameIn(label: HTMLLabelElement): string {
  return label.textContent.trim().replaceAll(/\s+/g, " ");
}
