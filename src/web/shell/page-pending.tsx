import { Skeleton, Stack } from "@mantine/core";
import { useTranslation } from "react-i18next";

/** Stands where a page will be while its code is on its way. */
export function PagePending() {
  const { t } = useTranslation();
  return (
    <Stack role="status" aria-label={t("loading")}>
      <Skeleton height={32} width={220} />
      <Skeleton height={140} />
      <Skeleton height={220} />
    </Stack>
  );
}
