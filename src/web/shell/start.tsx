import { Title } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense } from "react";
import { useTranslation } from "react-i18next";

import { me } from "#contract/auth.ts";
import { getOffice } from "#contract/office.ts";
import { SignInPage } from "#web/features/auth/sign-in-page.tsx";
import { ApiError } from "#web/lib/api-error.ts";
import { keepLive } from "#web/lib/live.ts";
import { queryClient, read } from "#web/lib/query.ts";

import { AppliedPreferences } from "./appearance.tsx";
import { LoadError } from "./load-error.tsx";
import { Splash } from "./splash.tsx";

const ChangePasswordPage = lazy(async () => ({
  default: (await import("#web/features/auth/change-password-page.tsx")).ChangePasswordPage,
}));
const App = lazy(async () => {
  // Before anything is read that could change unnoticed.
  keepLive(queryClient);
  void queryClient.prefetchQuery(read(getOffice));
  return { default: (await import("./app.tsx")).App };
});

/** The session check of the start decides what is drawn: the sign-in screen, a change of password that is due, or the application. */
export function Start() {
  return <Suspense fallback={<Splash />}>{<Checked />}</Suspense>;
}

function Checked() {
  const { t } = useTranslation("shell");
  const { data: user, error, refetch } = useQuery(read(me));
  if (user !== undefined) {
    return (
      <>
        <AppliedPreferences preferences={user.preferences} />
        {user.mustChangePassword ? <ChangePasswordPage user={user} /> : <App />}
      </>
    );
  }
  if (error === null) return <Splash />;
  if (error instanceof ApiError && error.status === 401) return <SignInPage />;
  return (
    <Splash>
      <Title order={1} mb="md">
        {t("start.failed")}
      </Title>
      <LoadError error={error} title={t("start.reason")} onRetry={() => void refetch()} />
    </Splash>
  );
}
