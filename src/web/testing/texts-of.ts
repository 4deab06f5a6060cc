/** The texts of a catalogue or of a part of it, each by its key in there: `shell.pages.users`. */
export function textsOf(part: object, path = ""): readonly (readonly [key: string, text: string])[] {
  return Object.entries(part).flatMap(([name, value]: [string, unknown]) =>
    typeof value === "string" ? [[`${path}${name}`, value] as const] : textsOf(value as object, `${path}${name}.`),
  );
}
