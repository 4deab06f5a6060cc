import { ActionIcon, Avatar, Text, Tooltip, useComputedColorScheme, useMantineColorScheme } from "@mantine/core";
import { IconLogout, IconMoon, IconSun } from "@tabler/icons-react";
import { useMutation } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";

import type { SignedInUser } from "#contract/auth.ts";
import { nameOf } from "#web/lib/session.ts";
import { signOut } from "#web/lib/sign-out.ts";

import classes from "./user-card.module.css";

/** Who is signed in, the way out, and light or dark. */
export function UserCard({ user }: { readonly user: SignedInUser }) {
  const { t } = useTranslation(["shell", "auth"]);
  const leaving = useMutation({ mutationFn: signOut });
  return (
    <div className={classes["card"]}>
      <Avatar name={nameOf(user)} color="accent" variant="light" radius="xl" size={36} aria-hidden />
      <div className={classes["who"]}>
        <Text size="sm" fw={600} lh={1.25} lineClamp={2} title={nameOf(user)}>
          {nameOf(user)}
        </Text>
        <Text size="xs" c="dimmed">
          {t(`shell:roles.${user.role}`)}
        </Text>
      </div>
      <ColorSchemeToggle />
      <Tooltip label={t("auth:logOut")} withArrow>
        <ActionIcon
          variant="subtle"
          color="gray"
          size="lg"
          aria-label={leaving.isPending ? t("auth:loggingOut") : t("auth:logOut")}
          loading={leaving.isPending}
          onClick={() => leaving.mutate()}
        >
          <IconLogout size={18} stroke={1.7} aria-hidden />
        </ActionIcon>
      </Tooltip>
    </div>
  );
}

function ColorSchemeToggle() {
  const { t } = useTranslation("shell");
  const { setColorScheme } = useMantineColorScheme();
  const isDark = useComputedColorScheme("light") === "dark";
  const label = isDark ? t("lightMode") : t("darkMode");
  return (
    <Tooltip label={label} withArrow>
      <ActionIcon
        variant="subtle"
        color="gray"
        size="lg"
        aria-label={label}
        onClick={() => setColorScheme(isDark ? "light" : "dark")}
      >
        {isDark ? <IconSun size={18} stroke={1.7} aria-hidden /> : <IconMoon size={18} stroke={1.7} aria-hidden />}
      </ActionIcon>
    </Tooltip>
  );
}
