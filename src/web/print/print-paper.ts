import { i18n } from "#web/i18n/setup.ts";
import { toast } from "#web/lib/toast.ts";
import { useWindowKeys } from "#web/lib/window-keys.ts";

/** How browsers call themselves that stand inside another application: "wv" on Android, and no Safari on a telephone of Apple's. */
const insideApplication = /; wv\)|\((?:iPhone|iPad|iPod)(?!.*Safari\/)/;

/**
 * Whether this browser prints; the person is told where it does not. Those that stand inside another application of a telephone, such as a chat,
 * do not. To be asked before a print is counted.
 */
export function canPrint(): boolean {
  if (printsAtAll()) return true;
  toast.error(i18n.t("print:unable"), i18n.t("print:unableText"));
  return false;
}

function printsAtAll(): boolean {
  // Declared as always there, which it is not.
  const { print } = window as Partial<Window>;
  if (print === undefined) return false;
  // Inside another application it is there and does nothing, without a word, unless that has put one of its own in its place.
  const { userAgent, standalone = false } = navigator as Navigator & { readonly standalone?: boolean };
  return !insideApplication.test(userAgent) || standalone || !String(print).includes("[native code]");
}

/**
 * Prints the sheet that is on the page, once everything on it is there. Resolves when the browser's dialog has been closed, on
 * paper or not.
 */
export async function printPaper(): Promise<void> {
  await fontsOf(document);
  const closed = Promise.withResolvers<void>();
  const back = new AbortController();
  // Some browsers of telephones do not say when their dialog closes; whoever types or touches is back from it.
  for (const event of ["afterprint", "keydown", "pointerdown"])
    window.addEventListener(event, () => closed.resolve(), { signal: back.signal });
  window.print();
  await closed.promise;
  back.abort();
}

/** The fonts of all that is laid out. Some wait to be fetched until something has been laid out with them. */
async function fontsOf({ body, fonts }: { readonly body: HTMLElement; readonly fonts?: FontFaceSet }): Promise<void> {
  body.getBoundingClientRect();
  await fonts?.ready;
}

/** Ctrl+P does what the page's own button does. A physical key, so that it works on a Persian layout. */
export function usePrintKey(print: () => void): void {
  useWindowKeys((event) => {
    if (event.code !== "KeyP" || !(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey) return;
    event.preventDefault();
    if (!event.repeat) print();
  });
}
