import { ActionIcon } from "@mantine/core";
import { IconRefresh } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";

import { formatInstant } from "#web/lib/instant.ts";
import { serverTime } from "#web/lib/server-clock.ts";
import { useOffice } from "#web/lib/session.ts";

import classes from "./list-page.module.css";

interface LastUpdatedProps {
  /** When the list was loaded, in milliseconds by the browser's clock; undefined before it was. */
  readonly at: number | undefined;
  readonly onReload: () => void;
  readonly isLoading: boolean;
}

/** Says when the list was loaded, on the office's clock, and loads it again. */
export function LastUpdated({ at, onReload, isLoading }: LastUpdatedProps) {
  const { t } = useTranslation("accounts");
  const { timeZone } = useOffice();
  return (
    <span className={classes["updated"]}>
      {t("list.lastUpdated", { time: at === undefined ? "…" : formatInstant(serverTime(at), timeZone) })}
      <ActionIcon variant="subtle" color="gray" size="sm" loading={isLoading} aria-label={t("list.reload")} onClick={onReload}>
        <IconRefresh size={14} aria-hidden />
      </ActionIcon>
    </span>
  );
}
