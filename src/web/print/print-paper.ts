import { i18n } from "#web/i18n/setup.ts";
import { toast } from "#web/lib/toast.ts";
import { useWindowKeys } from "#web/lib/window-keys.ts";

/**
 * Whether this browser prints; the person is told where it does not. Those that stand inside another application of a telephone, such as a chat,
 * do not. To be asked before a print is counted.
 */
export function canPrint(): boolean {
  // Declared as always there, which it is not.
  if ((window as Partial<Window>).print !== undefined) return true;
  toast.error(i18n.t("print:unable"), i18n.t("print:unableText"));
  return false;
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
