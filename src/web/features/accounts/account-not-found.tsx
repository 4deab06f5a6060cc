import { Text } from "@mantine/core";
import { IconArrowLeft } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";

import { paths } from "#web/paths.ts";
import { ButtonLink } from "#web/shell/button-link.tsx";
import { Page } from "#web/shell/page.tsx";

import { listAsLeft } from "./list-place.ts";

/** The page of an account that does not exist. */
export function AccountNotFound() {
  const { t } = useTranslation("accounts");
  return (
    <Page title={t("view.notFound")}>
      <Text c="dimmed">{t("view.notFoundText")}</Text>
      <div>
        <ButtonLink to={paths.accounts} search={listAsLeft()} leftSection={<IconArrowLeft size={16} aria-hidden />}>
          {t("view.back")}
        </ButtonLink>
      </div>
    </Page>
  );
}
