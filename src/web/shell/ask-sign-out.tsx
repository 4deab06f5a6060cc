import { Text } from "@mantine/core";
import { modals } from "@mantine/modals";

import { i18n } from "#web/i18n/setup.ts";
import { signOut } from "#web/lib/sign-out.ts";
import { discardUnsaved, isBeingSaved, isSomethingUnanswered, isSomethingUnsaved } from "#web/lib/unsaved.ts";

/**
 * Logs out. Where something on the page has not been saved it asks first, and then forgets it: no draft of it stays. What is being saved
 * just then is not stopped, but nobody would be told how it went.
 */
export async function askSignOut(): Promise<void> {
  if (!isSomethingUnsaved() || (await isSure())) {
    discardUnsaved();
    await signOut();
  }
}

function isSure(): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const words = isBeingSaved() ? "signOut.sending" : isSomethingUnanswered() ? "signOut.unanswered" : "signOut.unsaved";
  modals.openConfirmModal({
    title: i18n.t(`shell:${words}.title`),
    children: <Text size="sm">{i18n.t(`shell:${words}.text`)}</Text>,
    labels: { confirm: i18n.t(`shell:${words}.leave`), cancel: i18n.t(`shell:${words}.stay`) },
    confirmProps: { color: "red" },
    cancelProps: { "data-autofocus": true },
    closeButtonProps: { "aria-label": i18n.t("common:close") },
    centered: true,
    onConfirm: () => resolve(true),
    // Also after the confirmation, which has then been given already.
    onClose: () => resolve(false),
  });
  return promise;
}
