const written = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,6})?(?:Z|[+-]\d\d:\d\d)$/;

/**
 * Whether a text is an instant as programs write it, and one that there is: "2026-03-05T10:03:00Z". What people type begins like one
 * at most.
 */
export function isInstant(text: string): boolean {
  return written.test(text) && !Number.isNaN(Date.parse(text));
}
