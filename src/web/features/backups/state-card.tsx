import { Card, Text, Title } from "@mantine/core";
import { IconAlertTriangle, IconShieldCheck } from "@tabler/icons-react";
import { useId, type ReactNode } from "react";
import { useTranslation } from "react-i18next";

import type { BackupList } from "#contract/backups.ts";
import { formatInstant } from "#web/lib/instant.ts";
import { useOffice } from "#web/lib/session.ts";
import { paths } from "#web/paths.ts";
import { ButtonLink } from "#web/shell/button-link.tsx";
import { useBackupOverdue } from "#web/ui/backup-overdue.ts";
import { agoWords, useNow } from "#web/ui/date/ago.ts";

import classes from "./backups.module.css";

/** Whether the office has a good backup that is young enough, and when the next is made. */
export function StateCard({ state }: { readonly state: BackupList }) {
  const { t } = useTranslation("backups");
  const { timeZone } = useOffice();
  const now = useNow();
  const heading = useId();
  const { lastGood, nextAt, folder } = state;
  const isOverdue = useBackupOverdue(state.isOverdue, lastGood);
  return (
    <Card component="section" withBorder aria-labelledby={heading}>
      <Title order={2} id={heading} size="h4" mb="xs">
        {t("state.heading")}
      </Title>
      <Light isOverdue={isOverdue} hasGood={lastGood !== null} />
      <dl className={classes["list"]}>
        <Fact name={t("state.lastGood")}>
          {lastGood === null
            ? t("state.never")
            : `${formatInstant(lastGood.finishedAt, timeZone)} (${agoWords(lastGood.finishedAt, now)})`}
        </Fact>
        <Fact name={t("state.next")}>{formatInstant(nextAt, timeZone)}</Fact>
        <Fact name={t("state.folder")}>
          <span dir="ltr" className={classes["folder"]}>
            {folder}
          </span>
        </Fact>
      </dl>
      <ButtonLink to={paths.businessSettings} variant="default" size="xs" mt="sm">
        {t("state.schedule")}
      </ButtonLink>
    </Card>
  );
}

function Light({ isOverdue, hasGood }: { readonly isOverdue: boolean; readonly hasGood: boolean }) {
  const { t } = useTranslation("backups");
  if (!isOverdue && !hasGood) return null;
  return (
    <div className={classes["light"]} data-well={!isOverdue} role="status">
      {isOverdue ? <IconAlertTriangle size={20} aria-hidden /> : <IconShieldCheck size={20} aria-hidden />}
      <div>
        <Text fw={600} size="sm">
          {isOverdue ? t(hasGood ? "state.overdue" : "state.overdueNever") : t("state.good")}
        </Text>
        {isOverdue ? <Text size="sm">{t("state.overdueNext")}</Text> : null}
      </div>
    </div>
  );
}

function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </>
  );
}
