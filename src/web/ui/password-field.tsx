import { PasswordInput } from "@mantine/core";
import { useState, type ReactNode, type Ref } from "react";
import { useTranslation } from "react-i18next";

export interface PasswordFieldProps {
  readonly label: string;
  readonly name: string;
  readonly autoComplete: "current-password" | "new-password";
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly error?: ReactNode;
  /** A line under the field. */
  readonly description?: ReactNode;
  readonly ref?: Ref<HTMLInputElement>;
  /** Takes the focus when a dialog opens. */
  readonly "data-autofocus"?: true;
  /** Its place in a form's values. */
  readonly "data-path"?: string;
  readonly withAsterisk?: boolean;
  readonly "aria-required"?: boolean;
}

/** A password with a show/hide toggle that the keyboard reaches too. */
export function PasswordField({ onChange, error, ref, ...field }: PasswordFieldProps) {
  const { t } = useTranslation("auth");
  const [visible, setVisible] = useState(false);
  return (
    <PasswordInput
      inputWrapperOrder={["label", "input", "description", "error"]}
      {...field}
      {...(ref === undefined ? {} : { ref })}
      error={error}
      aria-invalid={Boolean(error)}
      dir="ltr"
      maxLength={255}
      visible={visible}
      onVisibilityChange={setVisible}
      visibilityToggleFocusable
      visibilityToggleButtonProps={{ "aria-label": visible ? t("hidePassword") : t("showPassword"), "aria-pressed": undefined }}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
