import { Title } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Suspense, useEffect, type ReactNode } from "react";
import { useTranslation } from "react-i18next";

import { me, type CurrentUser } from "#contract/auth.ts";
import { SignInPage } from "#web/features/auth/sign-in-page.tsx";
import { languageOfBrowser } from "#web/i18n/wanted.ts";
import { ApiError } from "#web/lib/api-error.ts";
import { fetchAhead } from "#web/lib/fetched-ahead.ts";
import { keepLive } from "#web/lib/live.ts";
import { keepOfficeDay } from "#web/lib/office-day.ts";
import { queryClient, read } from "#web/lib/query.ts";
import { readOffice } from "#web/lib/session.ts";

import { AppliedPreferences } from "./appearance.tsx";
import { AwayNotice } from "./away-notice.tsx";
import { lazyPart } from "./lazy-part.tsx";
import { LoadError } from "./load-error.tsx";
import { Splash } from "./splash.tsx";
import { Spoken } from "./spoken.tsx";

const aroundFailure = (failure: ReactNode): ReactNode => <NotOpened>{failure}</NotOpened>;
const ChangePasswordPage = lazyPart(
  async () => (await import("#web/features/auth/change-password-page.tsx")).ChangePasswordPage,
  aroundFailure,
);
const importApp = () => import("./app.tsx");
let isKept = false;
const App = lazyPart(async () => {
  // Before anything is read that could change unnoticed; once, however often the rest is asked for.
  if (!isKept) {
    keepLive(queryClient);
    keepOfficeDay(queryClient);
  }
  isKept = true;
  void queryClient.prefetchQuery(readOffice());
  return (await importApp()).App;
}, aroundFailure);

/** The session check of the start decides what is drawn: the sign-in screen, a change of password that is due, or the application. */
export function Start() {
  return (
    <Suspense fallback={<Splash />}>
      <Checked />
    </Suspense>
  );
}

function Checked() {
  const { data: user, error, refetch } = useQuery(read(me));
  if (user === undefined && error === null) return <Splash />;
  return (
    <Spoken preference={languageOf(user)}>
      <Opened user={user} error={error} onRetry={() => void refetch()} />
    </Spoken>
  );
}

/** Whoever has no way to the profile yet chooses with the switch of the browser, which begins with what stands there. */
function languageOf(user: CurrentUser | undefined): string {
  return user === undefined || user.mustChangePassword ? languageOfBrowser : user.preferences.language;
}

interface OpenedProps {
  readonly user: CurrentUser | undefined;
  /** Why it is not known who is there. */
  readonly error: Error | null;
  readonly onRetry: () => void;
}

function Opened({ user, error, onRetry }: OpenedProps) {
  const { t } = useTranslation("shell");
  if (user !== undefined) {
    return (
      <>
        <AppliedPreferences preferences={user.preferences} />
        {user.mustChangePassword ? <ChangePasswordPage waiting={<Splash />} user={user} /> : <App waiting={<Splash />} />}
        <AwayNotice />
      </>
    );
  }
  if (error instanceof ApiError && error.status === 401) return <SignedOut />;
  return (
    <NotOpened>
      <LoadError error={error} title={t("start.reason")} onRetry={onRetry} />
    </NotOpened>
  );
}

/** While a visitor types name and password, the application comes that they open: it is most of what a slow line has to carry. */
function SignedOut() {
  useEffect(() => fetchAhead([async () => (await importApp()).fetchFirstPage()], 0), []);
  return <SignInPage />;
}

/** The whole screen of a start that came to nothing: why, under a heading. */
function NotOpened({ children }: { readonly children: ReactNode }) {
  const { t } = useTranslation("shell");
  return (
    <Splash>
      <Title order={1} mb="md">
        {t("start.failed")}
      </Title>
      {children}
    </Splash>
  );
}
