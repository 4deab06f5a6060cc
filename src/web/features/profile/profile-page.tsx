import { Text } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import { me, type CurrentUser, type SignedInUser } from "#contract/auth.ts";
import { ApiError } from "#web/lib/api-error.ts";
import { nounsChanged, queryKeys } from "#web/lib/query.ts";
import { useSession } from "#web/lib/session.ts";
import { toast } from "#web/lib/toast.ts";
import { Page } from "#web/shell/page.tsx";
import { ChangePasswordForm } from "#web/ui/change-password-form.tsx";

import { ProfileCard } from "./card.tsx";
import classes from "./profile.module.css";
import { ScreensCard } from "./screens-card.tsx";
import { SecondFactorCard } from "./second-factor-card.tsx";
import { SessionsCard } from "./sessions-card.tsx";

/** One's own profile: who one is here, how the screens look, and everything about signing in. */
export function ProfilePage() {
  const { t } = useTranslation("profile");
  return (
    <Page title={t("title")}>
      <div className={classes["columns"]}>
        <div className={classes["column"]}>
          <DetailsCard />
          <ScreensCard />
          <SessionsCard />
        </div>
        <div className={classes["column"]}>
          <SecondFactorCard />
          <PasswordCard />
        </div>
      </div>
    </Page>
  );
}

function DetailsCard() {
  const { t } = useTranslation(["profile", "shell"]);
  const { fullName, username, role, email } = useSession();
  const facts = [
    [t("profile:details.fullName"), fullName],
    [t("profile:details.username"), username],
    [t("profile:details.role"), t(`shell:roles.${role}`)],
    [t("profile:details.email"), email],
  ] as const;
  return (
    <ProfileCard title={t("profile:details.heading")}>
      <dl className={classes["facts"]}>
        {facts.map(([label, value]) => (
          <div key={label} style={{ display: "contents" }}>
            <dt>{label}</dt>
            <dd>{value === null || value === "" ? "—" : value}</dd>
          </div>
        ))}
      </dl>
      {role === "admin" ? null : (
        <Text size="xs" c="dimmed" mt="sm">
          {t("profile:details.note")}
        </Text>
      )}
    </ProfileCard>
  );
}

function PasswordCard() {
  const { t } = useTranslation(["profile", "auth"]);
  const client = useQueryClient();
  const user = useSession();
  const [changes, setChanges] = useState(0);
  const changed = (fresh: SignedInUser): void => {
    client.setQueryData<CurrentUser>(queryKeys.of(me), (before) => (before === undefined ? before : { ...before, ...fresh }));
    void nounsChanged(client, ["sessions"]);
    toast.success(t("auth:change.saved"));
    setChanges(changes + 1);
  };
  const refused = (error: Error): void => {
    // Also for whoever has left the page meanwhile.
    toast.failure(error, t("auth:change.failed"));
    // The call itself works without a session to go on with, so it does not ask for one; the list of sessions does.
    if (error instanceof ApiError && error.status === 401) void nounsChanged(client, ["sessions"]);
  };
  return (
    <ProfileCard title={t("profile:password.heading")}>
      <Text size="sm" c="dimmed" mb="md">
        {t("profile:password.note")}
      </Text>
      {/* An empty form after each change. */}
      <ChangePasswordForm key={changes} user={user} onChanged={changed} onRefused={refused} guarded />
    </ProfileCard>
  );
}
