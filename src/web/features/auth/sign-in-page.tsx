import { Paper, Text, Title } from "@mantine/core";
import { useTranslation } from "react-i18next";

import type { SignedInUser } from "#contract/auth.ts";
import { announceSession } from "#web/lib/session-channel.ts";
import { toast } from "#web/lib/toast.ts";
import { BrandMark } from "#web/shell/brand-mark.tsx";

import classes from "./auth.module.css";
import { LanguageSwitch } from "./language-switch.tsx";
import { SignInForm } from "./sign-in-form.tsx";

/** What a visitor without a session sees, whatever the address; the address is kept for after the sign-in. */
export function SignInPage() {
  const { t } = useTranslation("auth");
  const enter = (user: SignedInUser): void => {
    announceSession(user.id);
    toast.afterReload("auth:signedIn");
    location.reload();
  };
  return (
    <main className={classes["screen"]}>
      <title>{`${t("signIn")} · ${t("title")}`}</title>
      <Paper withBorder shadow="sm" radius="lg" className={classes["card"]}>
        <div className={classes["head"]}>
          <BrandMark size={48} />
          <Title order={1}>{t("title")}</Title>
          <Text c="dimmed" size="sm">
            {t("subtitle")}
          </Text>
        </div>
        <SignInForm onSignedIn={enter} />
        <LanguageSwitch />
      </Paper>
    </main>
  );
}
