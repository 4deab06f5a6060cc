import { Alert, Button, Group, Stack, Text, TextInput } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState, type SubmitEvent } from "react";
import { useTranslation } from "react-i18next";

import { plainCode } from "#contract/second-factor.ts";
import { ApiError, isActUnanswered, messageOf } from "#web/lib/api-error.ts";
import { refusedWhile } from "#web/ui/entry/refused.ts";
import { PasswordField } from "#web/ui/password-field.tsx";

import { secondFactorStored } from "./queries.ts";

/** What a person proves that it is really them with. */
interface Proof {
  readonly password: string;
  readonly code: string;
}

type Field = keyof Proof;

interface ProofFormProps<Done> {
  /** What is asked for, in this order. */
  readonly asks: readonly Field[];
  readonly codeLabel?: string;
  readonly submit: string;
  /** The button of something that takes away. */
  readonly isDangerous?: boolean;
  /** What could not be done, where the server has no words of its own. */
  readonly failed: string;
  /** What may have come of it where no answer came; nothing to speak of when left out. */
  readonly unanswered?: string;
  readonly run: (proof: Proof) => Promise<Done>;
  readonly onDone: (done: Done) => void;
  readonly onCancel: () => void;
}

/** A password, a code or both, once more. A wrong one is said at its field and stays, ready to be typed over. */
export function ProofForm<Done>(props: ProofFormProps<Done>) {
  const { asks, codeLabel, submit, isDangerous = false, failed, unanswered, onCancel } = props;
  const { t } = useTranslation(["profile", "common"]);
  const password = useRef<HTMLInputElement>(null);
  const code = useRef<HTMLInputElement>(null);
  const focusOn = (field: Field): void => (field === "password" ? password : code).current?.select();
  const [first = "code"] = asks;
  useEffect(() => (first === "password" ? password : code).current?.focus(), [first]);
  const { proof, proving, wrong, missing, check, change } = useProof(props, focusOn);
  const faultOf = (field: Field, required: string): string | undefined => {
    if (missing.includes(field)) return required;
    return wrong === field ? messageOf(proving.error, failed) : undefined;
  };
  const isBusy = proving.isPending || proving.isSuccess;
  return (
    <form onSubmit={check} noValidate>
      <Stack gap="md">
        {proving.isError && wrong === undefined ? (
          <Alert role="alert" color="red" title={failed}>
            {messageOf(proving.error, failed)}
            {isActUnanswered(proving.error) && unanswered !== undefined ? <Text size="sm">{unanswered}</Text> : null}
          </Alert>
        ) : null}
        {asks.includes("password") ? (
          <PasswordField
            ref={password}
            label={t("profile:secondFactor.password")}
            name="password"
            autoComplete="current-password"
            data-autofocus
            value={proof.password}
            error={faultOf("password", t("profile:secondFactor.passwordRequired"))}
            onChange={(value) => change("password", value)}
          />
        ) : null}
        {asks.includes("code") ? (
          <TextInput
            ref={code}
            label={codeLabel ?? t("profile:secondFactor.anyCode")}
            name="code"
            autoComplete="one-time-code"
            autoCapitalize="none"
            spellCheck={false}
            dir="ltr"
            maxLength={40}
            value={proof.code}
            error={faultOf("code", t("profile:secondFactor.codeRequired"))}
            onChange={(event) => change("code", event.currentTarget.value)}
          />
        ) : null}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onCancel}>
            {t("common:cancel")}
          </Button>
          <Button type="submit" {...refusedWhile(isBusy)} {...(isDangerous ? { color: "red" } : {})}>
            {isBusy ? t("profile:secondFactor.checking") : submit}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

/** What was typed, and what became of it. */
function useProof<Done>({ asks, run, onDone }: ProofFormProps<Done>, focusOn: (field: Field) => void) {
  const client = useQueryClient();
  const [proof, setProof] = useState<Proof>({ password: "", code: "" });
  const [missing, setMissing] = useState<readonly Field[]>([]);
  const proving = useMutation({
    mutationFn: () => run(proof),
    onSuccess: onDone,
    onError: (error) => {
      const field = wrongField(error, asks);
      focusOn(field ?? asks[0] ?? "code");
      // It may have been done without an answer, or elsewhere: what the page says of it is read again.
      if (field === undefined) secondFactorStored(client);
    },
  });
  const wrong = proving.isError ? wrongField(proving.error, asks) : undefined;
  const check = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    if (proving.isPending || proving.isSuccess) return;
    const empty = asks.filter((field) => (field === "code" ? plainCode(proof.code) : proof.password) === "");
    setMissing(empty);
    const [next] = empty;
    if (next === undefined) proving.mutate();
    else focusOn(next);
  };
  const change = (field: Field, value: string): void => {
    setProof({ ...proof, [field]: value });
    setMissing(missing.filter((other) => other !== field));
    if (wrong === field) proving.reset();
  };
  return { proof, proving, wrong, missing, check, change };
}

/** The field that the server marks as wrong, if it is one of these. */
function wrongField(error: Error, asks: readonly Field[]): Field | undefined {
  const paths = error instanceof ApiError ? error.issues.map(({ path }) => path) : [];
  return asks.find((field) => paths.includes(field));
}
