import { Button, Modal, Text } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";

import { me, type CurrentUser, type SignedInUser } from "#contract/auth.ts";
import { whenSignedOut } from "#web/lib/api.ts";
import { queryKeys } from "#web/lib/query.ts";
import { announceSession } from "#web/lib/session-channel.ts";
import { readOffice } from "#web/lib/session.ts";
import { reloadNow } from "#web/lib/unsaved.ts";
import { ChangePasswordForm } from "#web/ui/change-password-form.tsx";

import { useAfterTyping } from "./after-typing.ts";
import { SignInForm } from "./sign-in-form.tsx";

/** What a person does to have the page ask the server for something: a screen reader presses a button without a pointer or a key. */
const signsOfAct = ["click", "keydown", "input", "drop"];

/** One question for all the calls that failed together. */
interface Question {
  readonly answer: Promise<boolean>;
  readonly give: (signedIn: boolean) => void;
  /** Not before whoever is typing makes a pause. */
  isShown: boolean;
}

/**
 * The dialog over the page when the session has ended: nothing typed is lost, and the calls that were refused go on after
 * the same person has signed in. Another person gets a fresh page.
 */
export function SignInAgain({ user }: { readonly user: SignedInUser }) {
  const { t } = useTranslation("auth");
  const client = useQueryClient();
  const { opened, settle } = useQuestion();
  const [mustChange, setMustChange] = useState<SignedInUser>();
  const enter = (signedIn: SignedInUser): void => {
    announceSession(signedIn.id);
    if (signedIn.id !== user.id) {
      reloadNow();
      return;
    }
    setMustChange(signedIn.mustChangePassword ? signedIn : undefined);
    if (signedIn.mustChangePassword) return;
    client.setQueryData<CurrentUser>(queryKeys.of(me), (before) => (before === undefined ? before : { ...before, ...signedIn }));
    settle(true);
    // The office's day may be another one by now. A reading that waited for this goes on by itself.
    void client.invalidateQueries({ queryKey: readOffice().queryKey }, { cancelRefetch: false });
  };
  return (
    <Modal
      opened={opened}
      onClose={() => settle(false)}
      title={mustChange === undefined ? t("again.title") : t("change.title")}
      closeButtonProps={{ "aria-label": t("again.notNow") }}
      closeOnClickOutside={false}
      closeOnEscape={false}
      zIndex={900}
      centered
    >
      <Text size="sm" c="dimmed" mb="md">
        {mustChange === undefined ? t("again.text") : t("change.text")}
      </Text>
      {mustChange === undefined ? (
        <SignInForm expected={user.username} onSignedIn={enter} />
      ) : (
        <ChangePasswordForm user={mustChange} onChanged={enter} startsHere />
      )}
      <Button mt="xs" fullWidth variant="subtle" color="gray" onClick={() => settle(false)}>
        {t("again.notNow")}
      </Button>
    </Modal>
  );
}

function useQuestion(): { readonly opened: boolean; readonly settle: (signedIn: boolean) => void } {
  const [opened, setOpened] = useState(false);
  const question = useRef<Question>(undefined);
  const isDeclined = useRef(false);
  const afterTyping = useAfterTyping();
  const settle = useCallback((signedIn: boolean) => {
    question.current?.give(signedIn);
    question.current = undefined;
    isDeclined.current = !signedIn;
    setOpened(false);
  }, []);
  useEffect(
    () =>
      whenSignedOut(() => {
        // What the page itself goes on to ask for is no reason to ask anew: a refused save reads again what it would have changed.
        if (isDeclined.current) return Promise.resolve(false);
        const { promise, resolve } = Promise.withResolvers<boolean>();
        question.current ??= { answer: promise, give: resolve, isShown: false };
        const asked = question.current;
        afterTyping(() => {
          asked.isShown = true;
          setOpened(true);
        });
        return asked.answer;
      }),
    [afterTyping],
  );
  useEffect(() => {
    // Before any handler of the page: what it asks for then is the person's.
    const act = (): void => void (isDeclined.current = false);
    for (const sign of signsOfAct) window.addEventListener(sign, act, { capture: true });
    // Heard before any dialog of the page hears it: Escape must not close the one underneath, with what was typed in it.
    const hear = (event: KeyboardEvent): void => {
      if (event.key !== "Escape" || question.current?.isShown !== true) return;
      event.stopImmediatePropagation();
      settle(false);
    };
    // What waits has been refused, and its draft says so to the next page, which somebody else may open. Before that draft is left.
    const leave = (): void => settle(false);
    window.addEventListener("keydown", hear, { capture: true });
    window.addEventListener("pagehide", leave, { capture: true });
    return () => {
      for (const sign of signsOfAct) window.removeEventListener(sign, act, { capture: true });
      window.removeEventListener("keydown", hear, { capture: true });
      window.removeEventListener("pagehide", leave, { capture: true });
    };
  }, [settle]);
  return { opened, settle };
}
