import { ActionIcon, Avatar, Text, Tooltip, VisuallyHidden } from "@mantine/core";
import { IconLogout, IconMoon, IconSun } from "@tabler/icons-react";
import { useMutation } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";

import type { SignedInUser } from "#contract/auth.ts";
import { nameOf } from "#web/lib/session.ts";
import { useSigningOut } from "#web/lib/sign-out.ts";
import { paths } from "#web/paths.ts";

import { askSignOut } from "./ask-sign-out.tsx";
import { useSchemeSwitch } from "./scheme-switch.ts";
import classes from "./user-card.module.css";

export interface UserCardProps {
  readonly user: SignedInUser;
  /** Called when the profile is chosen. */
  readonly onChoose?: (() => void) | undefined;
}

/** Who is signed in and the way to their profile, the way out, and light or dark. */
export function UserCard({ user, onChoose }: UserCardProps) {
  const { t } = useTranslation(["shell", "auth", "profile"]);
  const leaving = useMutation({ mutationFn: askSignOut });
  // The palette logs out as well.
  const isLeaving = useSigningOut() || leaving.isPending;
  return (
    <div className={classes["card"]}>
      <Link to={paths.profile} className={classes["profile"]} onClick={onChoose}>
        <Avatar name={nameOf(user)} color="accent" variant="light" radius="xl" size={36} aria-hidden />
        <div className={classes["who"]}>
          <Text size="sm" fw={600} lh={1.25} lineClamp={2} title={nameOf(user)}>
            {nameOf(user)}
          </Text>
          <Text size="xs" c="dimmed">
            {t(`shell:roles.${user.role}`)}
          </Text>
          <VisuallyHidden>{t("profile:title")}</VisuallyHidden>
        </div>
      </Link>
      <ColorSchemeToggle />
      <Tooltip label={t("auth:logOut")} withArrow>
        <ActionIcon
          variant="subtle"
          color="gray"
          size="lg"
          aria-label={isLeaving ? t("auth:loggingOut") : t("auth:logOut")}
          loading={isLeaving}
          onClick={() => leaving.mutate()}
        >
          <IconLogout size={18} stroke={1.7} aria-hidden />
        </ActionIcon>
      </Tooltip>
    </div>
  );
}

function ColorSchemeToggle() {
  const { isDark, label, change } = useSchemeSwitch();
  return (
    <Tooltip label={label} withArrow>
      <ActionIcon variant="subtle" color="gray" size="lg" aria-label={label} onClick={change}>
        {isDark ? <IconSun size={18} stroke={1.7} aria-hidden /> : <IconMoon size={18} stroke={1.7} aria-hidden />}
      </ActionIcon>
    </Tooltip>
  );
}
