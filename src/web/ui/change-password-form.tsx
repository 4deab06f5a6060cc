import { Alert, Button, List, Stack, Text } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useEffect, useRef, useState, type RefObject, type SubmitEvent } from "react";
import { useTranslation } from "react-i18next";

import { changePassword, newPassword, type SignedInUser } from "#contract/auth.ts";
import { refusalInLanguage } from "#web/i18n/refusals.ts";
import { i18n } from "#web/i18n/setup.ts";
import { ApiError, messageOf } from "#web/lib/api-error.ts";
import { call } from "#web/lib/api.ts";
import { placeInstead } from "#web/lib/page-heading.ts";
import { LeaveGuard } from "#web/ui/entry/leave-guard.tsx";
import { noInput } from "#web/ui/entry/no-input.ts";
import { refusedWhile } from "#web/ui/entry/refused.ts";

import { PasswordField } from "./password-field.tsx";

type Field = "current" | "new" | "repeat";
type Typed = Readonly<Record<Field, string>>;
/** Said when they are shown: the language may be another one by then, where there is a switch below the form. */
type Faults = Readonly<Partial<Record<Field, () => string>>>;
const fields: readonly Field[] = ["current", "new", "repeat"];
const nothing: Typed = { current: "", new: "", repeat: "" };
/** What the call calls those that it may find wrong. */
const pathOf: Readonly<Partial<Record<Field, string>>> = { current: "currentPassword", new: "newPassword" };

export interface ChangePasswordFormProps {
  readonly user: SignedInUser;
  readonly onChanged: (user: SignedInUser) => void;
  /** Told when the server refuses, beside the words that are shown. */
  readonly onRefused?: (error: Error) => void;
  /** There is nothing else to do here: the first field has the focus. */
  readonly startsHere?: true;
  /** Asks before a page is left on which something is typed here. */
  readonly guarded?: true;
}

/** A new password, with the rules in sight. The server refuses the common ones; its words then stand above the fields. */
export function ChangePasswordForm({ user, onChanged, onRefused, startsHere, guarded }: ChangePasswordFormProps) {
  const { t } = useTranslation(["auth", "common"]);
  const [typed, setTyped] = useState<Typed>(nothing);
  const [faults, setFaults] = useState<Faults>({});
  const { refs, focusOn } = useInputs(startsHere);
  const changing = useMutation({
    mutationFn: () => call(changePassword, { body: { currentPassword: typed.current, newPassword: typed.new } }),
    onSuccess: onChanged,
    onError: (error) => {
      focusOn(wrongField(error) ?? "current");
      onRefused?.(error);
    },
  });
  const submit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    if (changing.isPending || changing.isSuccess) return;
    const found = faultsOf(typed);
    setFaults(found);
    const first = fields.find((field) => found[field] !== undefined);
    if (first === undefined) changing.mutate();
    else focusOn(first);
  };
  const wrong = wrongField(changing.error);
  const field = (name: Field, autoComplete: "current-password" | "new-password") => (
    <PasswordField
      ref={refs[name]}
      name={name}
      label={t(`auth:change.${name}`)}
      autoComplete={autoComplete}
      value={typed[name]}
      error={faults[name]?.() ?? wrong === name}
      onChange={(value) => {
        setTyped({ ...typed, [name]: value });
        setFaults({ ...faults, [name]: undefined });
      }}
    />
  );
  const isBusy = changing.isPending || changing.isSuccess;
  const isDirty = (): boolean => !changing.isSuccess && fields.some((name) => typed[name] !== "");
  return (
    <form ref={placeInstead} onSubmit={submit} noValidate {...noInput(() => changing.isPending)}>
      <Stack gap="md">
        {changing.isError ? (
          <Alert color="red" title={t("common:error")}>
            {messageOf(changing.error, t("auth:change.failed"))}
          </Alert>
        ) : null}
        {/* Tells the browser's password store whose password this is. */}
        <input type="text" name="username" autoComplete="username" value={user.username} readOnly hidden />
        {guarded ? <LeaveGuard isDirty={isDirty} sending={changing.isPending} onDiscard={() => setTyped(nothing)} /> : null}
        {field("current", "current-password")}
        {field("new", "new-password")}
        <Rules />
        {field("repeat", "new-password")}
        <Button type="submit" fullWidth {...refusedWhile(isBusy)}>
          {isBusy ? t("common:saving") : t("auth:change.save")}
        </Button>
      </Stack>
    </form>
  );
}

/** The three inputs, the first of which has the focus where there is nothing else to do; and how another one gets it. */
function useInputs(startsHere: true | undefined) {
  const refs: Readonly<Record<Field, RefObject<HTMLInputElement | null>>> = {
    current: useRef(null),
    new: useRef(null),
    repeat: useRef(null),
  };
  const { current: start } = refs;
  useEffect(() => {
    if (startsHere) start.current?.focus();
  }, [startsHere, start]);
  const focusOn = (field: Field): void => {
    const input = refs[field].current;
    input?.focus();
    input?.select();
  };
  return { refs, focusOn };
}

function Rules() {
  const { t } = useTranslation("auth");
  return (
    <div>
      <Text size="xs" c="dimmed">
        {t("change.rules")}
      </Text>
      <List size="xs" c="dimmed" withPadding={false} ps="md">
        <List.Item>{t("change.ruleLength")}</List.Item>
        <List.Item>{t("change.ruleCommon")}</List.Item>
        <List.Item>{t("change.ruleDifferent")}</List.Item>
      </List>
    </div>
  );
}

/** The field that the server marks as wrong, if it is one of these. */
function wrongField(error: Error | null): Field | undefined {
  const paths = error instanceof ApiError ? error.issues.map(({ path }) => path) : [];
  return fields.find((field) => paths.some((path) => path === pathOf[field]));
}

/** What is wrong with the three fields, as far as the browser can tell. */
export function faultsOf(typed: Typed): Faults {
  const fresh = newPassword.safeParse(typed.new);
  const faults: Partial<Record<Field, () => string>> = {};
  if (typed.current === "") faults.current = () => i18n.t("auth:change.currentRequired");
  if (!fresh.success) faults.new = () => refusalInLanguage(fresh.error.issues[0]?.message ?? i18n.t("auth:change.failed"));
  else if (typed.new === typed.current) faults.new = () => i18n.t("auth:change.sameAsCurrent");
  if (typed.repeat !== typed.new) faults.repeat = () => i18n.t("auth:change.repeatWrong");
  return faults;
}
