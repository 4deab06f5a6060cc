import { Card, Skeleton, Stack, Text } from "@mantine/core";
import { useTranslation } from "react-i18next";

import { paths } from "#web/paths.ts";
import { ButtonLink } from "#web/shell/button-link.tsx";
import surfaces from "#web/ui/surfaces.module.css";

import classes from "./list-page.module.css";

const placeholders = [1, 2, 3] as const;

/** Three rows that stand in for those on their way. */
export function PlaceholderRows() {
  const { t } = useTranslation("accounts");
  return (
    <Card withBorder padding={0} role="status" aria-label={t("list.loading")}>
      {placeholders.map((row) => (
        <div key={row} className={classes["placeholder"]}>
          <Skeleton circle height={36} />
          <Stack gap={8} flex={1}>
            <Skeleton height={14} width="35%" />
            <Skeleton height={12} width="60%" />
          </Stack>
          <Skeleton height={28} width={120} />
        </div>
      ))}
    </Card>
  );
}

/** Says that the list is empty, and what to do next. */
export function NoAccounts({ isSearch }: { readonly isSearch: boolean }) {
  const { t } = useTranslation("accounts");
  return (
    <Card withBorder padding={0}>
      <div className={surfaces["empty"]} role="status">
        <Text fw={600}>{isSearch ? t("list.noMatch") : t("list.none")}</Text>
        <Text size="sm" c="dimmed">
          {isSearch ? t("list.noMatchNext") : t("list.noneNext")}
        </Text>
        <ButtonLink to={paths.newAccount} variant="default" size="xs">
          {t("list.openFirst")}
        </ButtonLink>
      </div>
    </Card>
  );
}
