import { useQueryErrorResetBoundary } from "@tanstack/react-query";
import { useRouter, type ErrorComponentProps } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";

import { LoadError } from "./load-error.tsx";
import { Page } from "./page.tsx";

/** The error boundary of every page: the frame stays, the page says what went wrong and can be tried again. */
export function RouteFailure({ error, reset }: ErrorComponentProps) {
  const { t } = useTranslation("shell");
  const router = useRouter();
  const queries = useQueryErrorResetBoundary();
  const retry = (): void => {
    queries.reset();
    reset();
    void router.invalidate();
  };
  return (
    <Page title={t("failed.title")}>
      <LoadError error={error} onRetry={retry} />
    </Page>
  );
}
