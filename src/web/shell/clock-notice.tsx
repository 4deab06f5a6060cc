import { Alert } from "@mantine/core";
import { IconClockExclamation } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";

import { formatInstant } from "#web/lib/instant.ts";
import { useOffice } from "#web/lib/session.ts";

import classes from "./clock-notice.module.css";

/** Says, on every page, that the server's clock went back: the day that it gives to whatever is entered is one of the past. */
export function ClockNotice() {
  const { t } = useTranslation("shell");
  const { lastWritten, timeZone, today } = useOffice();
  if (lastWritten === undefined) return null;
  return (
    <Alert color="red" icon={<IconClockExclamation aria-hidden />} title={t("clock.title")} className={classes["notice"]}>
      {t("clock.text", { today, when: formatInstant(lastWritten, timeZone) })}
    </Alert>
  );
}
