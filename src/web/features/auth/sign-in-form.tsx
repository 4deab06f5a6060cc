import { Alert, Button, Stack, TextInput } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useEffect, useRef, useState, type SubmitEvent } from "react";
import { useTranslation } from "react-i18next";

import { login, type SignedInUser } from "#contract/auth.ts";
import { messageOf } from "#web/lib/api-error.ts";
import { call } from "#web/lib/api.ts";

import { PasswordField } from "./password-field.tsx";

export interface SignInFormProps {
  /** Who is expected; the password field then has the focus. */
  readonly expected?: string;
  readonly onSignedIn: (user: SignedInUser) => void;
}

/** Username and password. A wrong one leaves what was typed and says why. */
export function SignInForm({ expected = "", onSignedIn }: SignInFormProps) {
  const { t } = useTranslation(["auth", "common"]);
  const [username, setUsername] = useState(expected);
  const [password, setPassword] = useState("");
  const [isIncomplete, setIncomplete] = useState(false);
  const usernameRef = useRef<HTMLInputElement>(null);
  const passwordRef = useRef<HTMLInputElement>(null);
  useEffect(() => {
    // A dialog gives the focus by itself, to the field that asks for it.
    if (expected === "") usernameRef.current?.focus();
  }, [expected]);
  const signingIn = useMutation({
    mutationFn: () => call(login, { body: { username, password } }),
    onSuccess: onSignedIn,
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
  const fault = isIncomplete
    ? t("auth:bothRequired")
    : signingIn.isError
      ? messageOf(signingIn.error, t("auth:signInFailed"))
      : "";
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
          dir="auto"
          maxLength={100}
          value={username}
          error={isIncomplete && username.trim() === ""}
          onChange={(event) => setUsername(event.currentTarget.value)}
        />
        <PasswordField
          ref={passwordRef}
          label={t("auth:password")}
          name="password"
          autoComplete="current-password"
          {...(expected === "" ? {} : { "data-autofocus": true })}
          value={password}
          error={isIncomplete && password === ""}
          onChange={setPassword}
        />
        <Button type="submit" fullWidth disabled={isBusy}>
          {isBusy ? t("auth:signingIn") : t("auth:signIn")}
        </Button>
      </Stack>
    </form>
  );
}
