import { Text } from "@mantine/core";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";

import { mayCall, type Access } from "#contract/permissions.ts";
import { useSession } from "#web/lib/session.ts";
import { paths } from "#web/paths.ts";

import { ButtonLink } from "./button-link.tsx";
import { Page } from "./page.tsx";

/** Shows the page to those who may see it, and says so plainly to the others. The server decides anyway. */
export function Allowed({ access, children }: { readonly access: Access; readonly children: ReactNode }) {
  const { role } = useSession();
  const { t } = useTranslation("shell");
  if (mayCall(role, access)) return children;
  return (
    <Page title={t("noAccess.title")}>
      <Text c="dimmed">{t("noAccess.text")}</Text>
      <div>
        <ButtonLink to={paths.dashboard}>{t("notFound.back")}</ButtonLink>
      </div>
    </Page>
  );
}
