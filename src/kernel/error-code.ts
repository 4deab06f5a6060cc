/** The code of an error: PostgreSQL's five characters, or a name such as ENOENT from the system. Undefined where it has none. */
export function codeOf(error: unknown): string | undefined {
  return typeof error === "object" && error !== null && "code" in error ? textOrNone(error.code) : undefined;
}

/** The name of the constraint of the database that an error is about. Undefined where it is about none. */
export function constraintOf(error: unknown): string | undefined {
  return typeof error === "object" && error !== null && "constraint" in error ? textOrNone(error.constraint) : undefined;
}

const full: ReadonlySet<string> = new Set(["ENOSPC", "EDQUOT", "EFBIG"]);

/** Whether the system says that the disk has no room. */
export function isFull(error: unknown): boolean {
  return full.has(codeOf(error) ?? "");
}

function textOrNone(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}
