import { Alert, Button, Text } from "@mantine/core";
import { IconAlertTriangle, IconRefresh } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";

import { ApiError, wordsOf } from "#web/lib/api-error.ts";
import { placeInstead } from "#web/lib/page-heading.ts";

export interface LoadErrorProps {
  /** What was thrown. */
  readonly error: unknown;
  /** The heading; a general one when left out. */
  readonly title?: string;
  /** It is being tried, while this stays on the screen. */
  readonly isRetrying?: boolean;
  readonly onRetry: () => void;
}

/** Says that something could not be loaded, with the server's words, the request id and a way to try again. */
export function LoadError({ error, title, isRetrying = false, onRetry }: LoadErrorProps) {
  const { t } = useTranslation(["common", "shell"]);
  const requestId = error instanceof ApiError ? error.requestId : "";
  return (
    <Alert role="alert" color="red" title={title ?? t("shell:failed.title")} icon={<IconAlertTriangle aria-hidden />}>
      <Text size="sm">{wordsOf(error, t("common:unexpected"))}</Text>
      {requestId === "" ? null : (
        <Text size="xs" mt={4}>
          {t("common:requestId", { requestId })}
        </Text>
      )}
      <Button
        ref={placeInstead}
        mt="sm"
        size="xs"
        variant="default"
        loading={isRetrying}
        leftSection={<IconRefresh size={14} aria-hidden />}
        onClick={onRetry}
      >
        {t("common:retry")}
      </Button>
    </Alert>
  );
}
