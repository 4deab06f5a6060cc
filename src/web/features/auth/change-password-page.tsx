import { Button, Paper, Text, Title } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";

import type { SignedInUser } from "#contract/auth.ts";
import { signOut } from "#web/lib/sign-out.ts";
import { toast } from "#web/lib/toast.ts";
import { BrandMark } from "#web/shell/brand-mark.tsx";
import { ChangePasswordForm } from "#web/ui/change-password-form.tsx";

import classes from "./auth.module.css";
import { LanguageSwitch } from "./language-switch.tsx";

/** Stands in the way of everything else while a password change is due. */
export function ChangePasswordPage({ user }: { readonly user: SignedInUser }) {
  const { t } = useTranslation("auth");
  const leaving = useMutation({ mutationFn: signOut });
  const enter = (): void => {
    toast.afterReload("auth:change.saved");
    location.reload();
  };
  return (
    <main className={classes["screen"]}>
      <title>{`${t("change.title")} · ${t("title")}`}</title>
      <Paper withBorder shadow="sm" radius="lg" className={classes["card"]}>
        <div className={classes["head"]}>
          <BrandMark size={40} />
          <Title order={1}>{t("change.title")}</Title>
          <Text c="dimmed" size="sm">
            {t("change.text")}
          </Text>
        </div>
        <ChangePasswordForm user={user} onChanged={enter} startsHere />
        <Button mt="sm" fullWidth variant="subtle" color="gray" onClick={() => leaving.mutate()} loading={leaving.isPending}>
          {t("logOut")}
        </Button>
        <LanguageSwitch />
      </Paper>
    </main>
  );
}
