import { Alert, Button, Stack, TextInput } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useEffect, useRef, useState, type SubmitEvent } from "react";
import { useTranslation } from "react-i18next";

import { login } from "#contract/auth.ts";
import { ApiError, messageOf } from "#web/lib/api-error.ts";
import { call } from "#web/lib/api.ts";
import type { ReplyOf } from "#web/lib/route-types.ts";
import { refusedWhile } from "#web/ui/entry/refused.ts";
import { freeText } from "#web/ui/free-text.ts";
import { PasswordField } from "#web/ui/password-field.tsx";

export interface CredentialsFormProps {
  readonly username: string;
  readonly onUsername: (username: string) => void;
  /** The username is known: the password field has the focus. */
  readonly startsAtPassword: boolean;
  /** Why the second step is over, where that is why it is asked again. */
  readonly ended: Error | undefined;
  /** The password is right: with the user, or with what the second step needs. */
  readonly onAdmitted: (answer: ReplyOf<typeof login>) => void;
}

/** Username and password. A wrong one leaves what was typed and says why. */
export function CredentialsForm({ username, onUsername, startsAtPassword, ended, onAdmitted }: CredentialsFormProps) {
  const { t } = useTranslation(["auth", "common"]);
  const [password, setPassword] = useState("");
  const [isIncomplete, setIncomplete] = useState(false);
  const usernameRef = useRef<HTMLInputElement>(null);
  const passwordRef = useRef<HTMLInputElement>(null);
  const [startsHere] = useState(startsAtPassword);
  useEffect(() => (startsHere ? passwordRef : usernameRef).current?.focus(), [startsHere]);
  const signingIn = useMutation({
    mutationFn: () => call(login, { body: { username, password } }),
    onSuccess: onAdmitted,
    onError: () => passwordRef.current?.select(),
  });
  const submit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    if (signingIn.isPending || signingIn.isSuccess) return;
    const missing = username.trim() === "" ? usernameRef : password === "" ? passwordRef : undefined;
    setIncomplete(missing !== undefined);
    if (missing === undefined) signingIn.mutate();
    else missing.current?.focus();
  };
  // Without words of its own it is a proxy's answer, and no judgement of what was typed unless it says so.
  const unworded = isRefused(signingIn.error) ? t("auth:signInFailed") : t("common:offline");
  const notice = ended === undefined ? "" : messageOf(ended, t("auth:code.failed"));
  const failure = signingIn.isError ? messageOf(signingIn.error, unworded) : notice;
  const fault = isIncomplete ? t("auth:bothRequired") : failure;
  const isBusy = signingIn.isPending || signingIn.isSuccess;
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        {fault === "" ? null : (
          <Alert color="red" title={t("common:error")}>
            {fault}
          </Alert>
        )}
        <TextInput
          ref={usernameRef}
          label={t("auth:username")}
          name="username"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          {...freeText}
          maxLength={100}
          value={username}
          error={isIncomplete && username.trim() === ""}
          onChange={(event) => onUsername(event.currentTarget.value)}
        />
        <PasswordField
          ref={passwordRef}
          label={t("auth:password")}
          name="password"
          autoComplete="current-password"
          {...(startsHere ? { "data-autofocus": true } : {})}
          value={password}
          error={isIncomplete && password === ""}
          onChange={setPassword}
        />
        <Button type="submit" fullWidth {...refusedWhile(isBusy)}>
          {isBusy ? t("auth:signingIn") : t("auth:signIn")}
        </Button>
      </Stack>
    </form>
  );
}

function isRefused(error: Error | null): boolean {
  return error instanceof ApiError && error.status === 401;
}
