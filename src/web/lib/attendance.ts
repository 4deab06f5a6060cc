/** The server notes once a minute that a session is used, so no finer measure is needed. */
const unattendedAfterMs = 60_000;
/** Screen readers press by a click alone; dictation and some keyboards of telephones type without keys. */
const signsOfLife = ["keydown", "pointerdown", "pointermove", "wheel", "click", "input"] as const;

let lastSignOfLife = Date.now();
for (const sign of signsOfLife) {
  window.addEventListener(sign, () => (lastSignOfLife = Date.now()), { capture: true, passive: true });
}

/**
 * Whether nobody has touched this page for a minute. What it then asks by itself, to keep its figures fresh, is no use of the
 * session: a screen left open at a counter would otherwise never be signed out.
 */
export function isUnattended(): boolean {
  // A clock that was put back would make whoever left an hour ago be there for as long as it was put back.
  return Math.abs(Date.now() - lastSignOfLife) > unattendedAfterMs;
}
