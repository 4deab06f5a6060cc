import { Text } from "@mantine/core";
import { useTranslation } from "react-i18next";

import { paths } from "#web/paths.ts";

import { ButtonLink } from "./button-link.tsx";
import { Page } from "./page.tsx";

/** Shown at any address that is no page. */
export function NotFoundPage() {
  const { t } = useTranslation("shell");
  return (
    <Page title={t("notFound.title")}>
      <Text c="dimmed">{t("notFound.text")}</Text>
      <div>
        <ButtonLink to={paths.dashboard}>{t("notFound.back")}</ButtonLink>
      </div>
    </Page>
  );
}
