import { Alert, Button, Stack, Text, TextInput } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useEffect, useRef, useState, type RefObject, type SubmitEvent } from "react";
import { useTranslation } from "react-i18next";

import { secondStep, type SignedInUser } from "#contract/auth.ts";
import { plainCode } from "#contract/second-factor.ts";
import { ApiError, messageOf } from "#web/lib/api-error.ts";
import { call } from "#web/lib/api.ts";
import { refusedWhile } from "#web/ui/entry/refused.ts";

export interface CodeFormProps {
  /** What the password was answered with. */
  readonly challenge: string;
  readonly username: string;
  readonly onSignedIn: (user: SignedInUser) => void;
  /** Back to the password, with why where the server asks for that. */
  readonly onStartAgain: (why?: Error) => void;
}

type Kind = "authenticator" | "recovery";

/** The second step: six digits from the authenticator, or a recovery code. A wrong one stays typed, ready to be typed over. */
export function CodeForm({ challenge, username, onSignedIn, onStartAgain }: CodeFormProps) {
  const { t } = useTranslation(["auth", "common"]);
  const [kind, setKind] = useState<Kind>("authenticator");
  const [code, setCode] = useState("");
  const [isMissing, setMissing] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const verifying = useMutation({
    mutationFn: () => call(secondStep, { body: { challenge, code } }),
    onSuccess: onSignedIn,
    onError: (error) => {
      if (hasExpired(error)) onStartAgain(error);
      else field.current?.select();
    },
  });
  const submit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    if (verifying.isPending || verifying.isSuccess) return;
    const missing = plainCode(code) === "";
    setMissing(missing);
    if (missing) field.current?.focus();
    else verifying.mutate();
  };
  const change = (next: Kind): void => {
    setKind(next);
    setCode("");
    setMissing(false);
    verifying.reset();
  };
  const isBusy = verifying.isPending || verifying.isSuccess;
  const isAuthenticator = kind === "authenticator";
  return (
    <form onSubmit={submit} noValidate aria-label={t("auth:code.heading")}>
      <Stack gap="md">
        {verifying.isError ? (
          <Alert color="red" title={t("common:error")}>
            {messageOf(verifying.error, t("auth:code.failed"))}
          </Alert>
        ) : null}
        <Text size="sm">{isAuthenticator ? t("auth:code.authenticator", { username }) : t("auth:code.recovery")}</Text>
        <CodeField
          // Another field, and not the same one under another name: what the browser offers to fill in differs.
          key={kind}
          ref={field}
          kind={kind}
          value={code}
          error={isMissing ? t("auth:code.required") : verifying.isError}
          onChange={(typed) => {
            setCode(typed);
            setMissing(false);
          }}
        />
        <Button type="submit" fullWidth {...refusedWhile(isBusy)}>
          {isBusy ? t("auth:code.verifying") : t("auth:code.verify")}
        </Button>
        <Stack gap={4}>
          <Button variant="subtle" fullWidth onClick={() => change(isAuthenticator ? "recovery" : "authenticator")}>
            {isAuthenticator ? t("auth:code.useRecovery") : t("auth:code.useAuthenticator")}
          </Button>
          <Button variant="subtle" color="gray" fullWidth onClick={() => onStartAgain()}>
            {t("auth:code.back")}
          </Button>
        </Stack>
      </Stack>
    </form>
  );
}

interface CodeFieldProps {
  readonly kind: Kind;
  readonly value: string;
  readonly error: string | boolean;
  readonly onChange: (typed: string) => void;
  readonly ref: RefObject<HTMLInputElement | null>;
}

function CodeField({ kind, onChange, ref, ...field }: CodeFieldProps) {
  const { t } = useTranslation("auth");
  useEffect(() => ref.current?.focus(), [ref]);
  const isAuthenticator = kind === "authenticator";
  return (
    <TextInput
      {...field}
      ref={ref}
      label={isAuthenticator ? t("code.authenticatorLabel") : t("code.recoveryLabel")}
      name={isAuthenticator ? "code" : "recovery-code"}
      autoComplete={isAuthenticator ? "one-time-code" : "off"}
      inputMode={isAuthenticator ? "numeric" : "text"}
      autoCapitalize="none"
      spellCheck={false}
      dir="ltr"
      maxLength={40}
      data-autofocus
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}

/** The step itself is over; a wrong code is said at its field, and leaves the step open. */
function hasExpired(error: Error): boolean {
  return error instanceof ApiError && error.status === 401 && error.issues.length === 0;
}
