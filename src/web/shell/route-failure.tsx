import { useQueryErrorResetBoundary } from "@tanstack/react-query";
import { useRouter, type ErrorComponentProps } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";

import { LoadError } from "./load-error.tsx";
import { Page } from "./page.tsx";
import { useRetryWhenBack } from "./retry-when-back.ts";

/** The error boundary of every page: the frame stays, the page says what went wrong and can be tried again. */
export function RouteFailure({ error, reset }: ErrorComponentProps) {
  const { t } = useTranslation("shell");
  const router = useRouter();
  const queries = useQueryErrorResetBoundary();
  const retry = async (): Promise<void> => {
    queries.reset();
    // A page that was not fetched is fetched by this; one that was is drawn anew.
    await router.invalidate();
    reset();
  };
  const onRetry = useRetryWhenBack(error, () => void retry());
  return (
    <Page title={t("failed.title")}>
      <LoadError error={error} onRetry={onRetry} />
    </Page>
  );
}
