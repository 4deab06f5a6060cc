import type { UseQueryResult } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";

import { LoadError } from "./load-error.tsx";

/** A reading whose figures stay on the screen also where it cannot be done again. */
export type KeptReading = Pick<UseQueryResult, "isRefetchError" | "isFetching" | "error" | "refetch">;

/**
 * Says that figures stand here which could not be read again, so that nobody takes them for those of now; nothing where they could. It stays
 * while they are read once more: until that has come they are no younger.
 */
export function MayBeOld({ readings }: { readonly readings: readonly KeptReading[] }) {
  const { t } = useTranslation("shell");
  const old = readings.filter(({ isRefetchError }) => isRefetchError);
  if (old[0] === undefined) return null;
  return (
    <LoadError
      title={t("mayBeOld")}
      error={old[0].error}
      isRetrying={old.some(({ isFetching }) => isFetching)}
      onRetry={() => {
        for (const { refetch } of old) void refetch();
      }}
    />
  );
}
