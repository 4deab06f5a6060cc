import { Avatar, Badge, Button, Card } from "@mantine/core";
import { IconCalendar, IconMail, IconPhone } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";

import type { User } from "#contract/users.ts";
import { formatInstant } from "#web/lib/instant.ts";
import { nameOf, useOffice, useSession } from "#web/lib/session.ts";

import classes from "./users.module.css";

/** What an administrator wants to do with a user. */
export interface Asked {
  readonly what: "edit" | "sessions" | "deactivate" | "delete" | "reset";
  readonly user: User;
}

interface UserCardProps {
  readonly user: User;
  readonly onAsk: (asked: Asked) => void;
  readonly onActivate: () => void;
  readonly isActivating: boolean;
}

/** One user: who, what they may do, and what can be done about them. */
export function UserCard({ user, onAsk, onActivate, isActivating }: UserCardProps) {
  return (
    <Card component="li" withBorder className={classes["card"] ?? ""}>
      <Who user={user} />
      <Badges user={user} />
      <Facts user={user} />
      <Buttons user={user} onAsk={onAsk} onActivate={onActivate} isActivating={isActivating} />
    </Card>
  );
}

function Who({ user }: { readonly user: User }) {
  const { t } = useTranslation("users");
  const session = useSession();
  return (
    <div className={classes["head"]}>
      <Avatar name={nameOf(user)} color={user.isActive ? "accent" : "gray"} variant="light" radius="xl" size={40} aria-hidden />
      <div className={classes["who"]}>
        <div className={classes["name"]}>{nameOf(user)}</div>
        <div className={classes["username"]}>{user.username}</div>
      </div>
      {user.id === session.id ? (
        <Badge variant="outline" tt="none">
          {t("you")}
        </Badge>
      ) : null}
    </div>
  );
}

function Badges({ user }: { readonly user: User }) {
  const { t } = useTranslation(["users", "shell"]);
  return (
    <div className={classes["badges"]}>
      <Badge variant="light" color={user.role === "admin" ? "accent" : "gray"} tt="none">
        {t(`shell:roles.${user.role}`)}
      </Badge>
      <Badge variant="dot" color={user.isActive ? "green" : "gray"} tt="none">
        {user.isActive ? t("users:active") : t("users:inactive")}
      </Badge>
      {user.hasSecondFactor ? (
        <Badge variant="light" color="accent" tt="none">
          {t("users:secondFactor")}
        </Badge>
      ) : null}
      {user.mustChangePassword ? (
        <Badge variant="light" color="orange" c="var(--mantine-color-text)" tt="none">
          {t("users:passwordDue")}
        </Badge>
      ) : null}
    </div>
  );
}

function Facts({ user }: { readonly user: User }) {
  const { t } = useTranslation("users");
  const { timeZone } = useOffice();
  return (
    <ul className={classes["facts"]}>
      <li>
        <IconMail size={16} stroke={1.6} aria-hidden />
        {user.email === null ? t("noEmail") : <bdi dir="ltr">{user.email}</bdi>}
      </li>
      <li>
        <IconPhone size={16} stroke={1.6} aria-hidden />
        {user.phone === null ? t("noPhone") : <bdi dir="ltr">{user.phone}</bdi>}
      </li>
      <li>
        <IconCalendar size={16} stroke={1.6} aria-hidden />
        {t("added", { time: formatInstant(user.createdAt, timeZone) })}
      </li>
    </ul>
  );
}

function Buttons({ user, onAsk, onActivate, isActivating }: UserCardProps) {
  const { t } = useTranslation("users");
  const name = nameOf(user);
  const act = { size: "xs", variant: "default" } as const;
  return (
    <div className={classes["buttons"]}>
      <Button {...act} aria-label={t("actions.editOf", { name })} onClick={() => onAsk({ what: "edit", user })}>
        {t("actions.edit")}
      </Button>
      {user.isActive ? (
        <Button {...act} aria-label={t("actions.deactivateOf", { name })} onClick={() => onAsk({ what: "deactivate", user })}>
          {t("actions.deactivate")}
        </Button>
      ) : (
        <Button {...act} aria-label={t("actions.activateOf", { name })} loading={isActivating} onClick={onActivate}>
          {t("actions.activate")}
        </Button>
      )}
      <Button {...act} aria-label={t("actions.sessionsOf", { name })} onClick={() => onAsk({ what: "sessions", user })}>
        {t("actions.sessions")}
      </Button>
      {user.hasSecondFactor ? (
        <Button {...act} aria-label={t("actions.resetSecondFactorOf", { name })} onClick={() => onAsk({ what: "reset", user })}>
          {t("actions.resetSecondFactor")}
        </Button>
      ) : null}
      <Button
        size="xs"
        variant="subtle"
        color="red"
        c="var(--negative)"
        aria-label={t("actions.deleteOf", { name })}
        onClick={() => onAsk({ what: "delete", user })}
      >
        {t("actions.delete")}
      </Button>
    </div>
  );
}
