import { notifications } from "@mantine/notifications";

import { i18n } from "#web/i18n/setup.ts";

import { messageOf } from "./api-error.ts";

const id = "toast";
const successMs = 5_000;
const carriedKey = "sarraf-toast";
let shown = 0;

/**
 * One toast at a time, the newest wins; errors stay until they are closed.
 */
export const toast = {
  success(title: string, text?: string): void {
    shown += 1;
    // A duration that differs from the last one is what restarts the clock of the toast already on screen.
    put({ title, message: text ?? "", color: "teal", role: "status", autoClose: successMs + (shown % 2) });
  },
  error(title: string, text?: string): void {
    put({ title, message: text ?? "", color: "red", role: "alert", autoClose: false });
  },
  /** A failed action: title "Error", the server's own sentence or the fallback. */
  failure(error: unknown, fallback: string): void {
    toast.error(i18n.t("common:error"), messageOf(error, fallback));
  },
  /** Shown after the page has been loaded anew. */
  afterReload(title: string): void {
    sessionStorage.setItem(carriedKey, title);
  },
  /** Shows what was left for this load of the page. */
  showCarried(): void {
    const title = sessionStorage.getItem(carriedKey);
    sessionStorage.removeItem(carriedKey);
    if (title !== null) toast.success(title);
  },
};

type Shown = Parameters<typeof notifications.show>[0];

function put(toShow: Shown): void {
  const closeButtonProps = { "aria-label": i18n.t("common:dismiss") };
  const full = { ...toShow, id, closeButtonProps };
  notifications.update(full);
  notifications.show(full);
}
