import { notifications } from "@mantine/notifications";
import { createElement } from "react";

import { i18n } from "#web/i18n/setup.ts";

import { isServerFault, messageOf } from "./api-error.ts";
import { inTab } from "./browser-storage.ts";
import { focusListeners, giveFocusBack } from "./toast-focus.ts";
import { ToastText, type ToastAction } from "./toast-text.tsx";

const id = "toast";
const successMs = 5_000;
/** Time to read it, to think, and to reach it. */
const actionMs = 12_000;
const carriedKey = "sarraf-toast";
/** What can be said after a new load of the page. */
const carried = ["auth:signedIn", "auth:change.saved"] as const;
type Carried = (typeof carried)[number];
let shown = 0;
/** What has failed, of which the toast on screen tells. */
let failedAct: string | undefined;

/**
 * One toast at a time, the newest wins; errors stay until they are closed, or until what has failed succeeds, and every one while the
 * focus is in it.
 */
export const toast = {
  /** With actions, such as Undo, it stays longer; choosing one closes it. */
  success(title: string, text?: string, ...actions: readonly ToastAction[]): void {
    shown += 1;
    const words =
      actions.length === 0
        ? { title, message: text ?? "" }
        : { message: createElement(ToastText, { title, text, actions, onDone: () => notifications.hide(id) }) };
    // A duration that differs from the last one is what restarts the clock of the toast already on screen.
    const autoClose = (actions.length === 0 ? successMs : actionMs) + (shown % 2);
    put({ title: undefined, ...words, color: "teal", role: "status", autoClose });
  },
  /** With the name of an act whose success says nothing by a toast of its own, but by {@link toast.overcome}. */
  error(title: string, text?: string, act?: string): void {
    put({ title, message: text ?? "", color: "red", role: "alert", autoClose: false }, act);
  },
  /** Takes away what was said of the failure of an act, which has succeeded since. */
  overcome(act: string): void {
    if (failedAct === act) notifications.hide(id);
  },
  /** A failed action: title "Error", the server's own sentence or the fallback. */
  failure(error: unknown, fallback: string): void {
    toast.error(i18n.t("common:error"), messageOf(error, fallback));
  },
  /** A save without an answer, where saving again records only once. */
  unanswered(): void {
    toast.error(i18n.t("ui:form.unanswered.title"), i18n.t("ui:form.unanswered.once"));
  },
  /** A save under a key that failed; one that may have been recorded is not said to have. A server that says it failed is told in its words. */
  notSaved(error: unknown, fallback: string, mayBeRecorded: boolean): void {
    if (mayBeRecorded && !isServerFault(error)) toast.unanswered();
    else toast.failure(error, fallback);
  },
  /** Shown after the page has been loaded anew, in the language that it speaks then: who has signed in may read another one. */
  afterReload(key: Carried): void {
    inTab.keep(carriedKey, key);
  },
  /** Shows what was left for this load of the page. */
  showCarried(): void {
    const left = inTab.textOf(carriedKey);
    inTab.drop(carriedKey);
    const key = carried.find((one) => one === left);
    if (key !== undefined) toast.success(i18n.t(key));
  },
};

type Shown = Parameters<typeof notifications.show>[0];

function put(toShow: Shown, act?: string): void {
  failedAct = act;
  const closeButtonProps = { "aria-label": i18n.t("common:dismiss") };
  // The button that had the focus in the toast before goes with its words.
  giveFocusBack();
  const listeners = focusListeners(
    () => notifications.update({ ...full, autoClose: false }),
    () => notifications.update(full),
  );
  const full: Shown = { ...toShow, id, closeButtonProps, ...listeners, onClose: giveFocusBack };
  notifications.update(full);
  notifications.show(full);
}
