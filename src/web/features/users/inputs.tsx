import { Checkbox, NativeSelect, SimpleGrid, Stack, Switch, Text, TextInput } from "@mantine/core";
import type { UseFormReturnType } from "@mantine/form";
import { useTranslation } from "react-i18next";

import { roles } from "#contract/permissions.ts";
import { requiredMark } from "#web/ui/entry/required-mark.ts";
import { freeText } from "#web/ui/free-text.ts";
import { PasswordField } from "#web/ui/password-field.tsx";

import type { UserForm } from "./rules.ts";

interface UserInputsProps {
  readonly form: UseFormReturnType<UserForm>;
  /** A new user, somebody else, or oneself: one's own password is changed in the profile. */
  readonly of: "new" | "other" | "self";
}

/** Every field of a user, for the Add User and the Edit User form. */
export function UserInputs({ form, of }: UserInputsProps) {
  const { t } = useTranslation(["users", "shell"]);
  const ltr = { autoComplete: "off", dir: "ltr" } as const;
  return (
    <Stack gap="md">
      <SimpleGrid type="container" cols={{ base: 1, "460px": 2 }} spacing="md">
        <TextInput
          label={t("users:fields.username")}
          {...requiredMark}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          {...freeText}
          {...form.getInputProps("username")}
        />
        <TextInput label={t("users:fields.fullName")} autoComplete="off" {...freeText} {...form.getInputProps("fullName")} />
        <TextInput
          label={t("users:fields.email")}
          {...requiredMark}
          inputMode="email"
          autoCapitalize="none"
          {...ltr}
          {...form.getInputProps("email")}
        />
        <TextInput label={t("users:fields.phone")} type="tel" {...ltr} {...form.getInputProps("phone")} />
        <NativeSelect
          label={t("users:fields.role")}
          {...requiredMark}
          description={t(`users:hints.role.${form.values.role}`)}
          inputWrapperOrder={["label", "input", "description", "error"]}
          data={roles.map((role) => ({ value: role, label: t(`shell:roles.${role}`) }))}
          {...form.getInputProps("role")}
        />
        {of === "self" ? null : <PasswordInputs form={form} isNew={of === "new"} />}
      </SimpleGrid>
      {of === "self" ? (
        <Text size="sm" c="dimmed">
          {t("users:hints.ownPassword")}
        </Text>
      ) : (
        <Checkbox
          label={of === "new" ? t("users:fields.mustChangePassword") : t("users:fields.mustChangePasswordNext")}
          description={of === "new" ? undefined : t("users:hints.mustChangePasswordNext")}
          {...form.getInputProps("mustChangePassword", { type: "checkbox" })}
        />
      )}
      {of === "new" ? (
        <Switch
          label={t("users:fields.isActive")}
          description={t("users:hints.inactive")}
          {...form.getInputProps("isActive", { type: "checkbox" })}
        />
      ) : null}
    </Stack>
  );
}

function PasswordInputs({ form, isNew }: { readonly form: UserInputsProps["form"]; readonly isNew: boolean }) {
  const { t } = useTranslation("users");
  return (
    <PasswordField
      label={t("fields.password")}
      name="password"
      data-path="password"
      autoComplete="new-password"
      {...(isNew ? requiredMark : {})}
      description={isNew ? t("hints.password") : t("hints.keepPassword")}
      value={form.values.password}
      error={form.errors["password"]}
      onChange={(password) => form.setFieldValue("password", password)}
    />
  );
}
