import { Card, Text, Title } from "@mantine/core";
import { useId } from "react";
import { useTranslation } from "react-i18next";

import type { Backup } from "#contract/backups.ts";
import { formatInstant } from "#web/lib/instant.ts";
import { useOffice } from "#web/lib/session.ts";
import surfaces from "#web/ui/surfaces.module.css";

import { BackupRow } from "./backup-row.tsx";
import classes from "./backups.module.css";

interface BackupRowsProps {
  readonly backups: readonly Backup[];
  readonly nextAt: string;
}

/** Every backup, the latest first. */
export function BackupRows({ backups, nextAt }: BackupRowsProps) {
  const { t } = useTranslation("backups");
  const { timeZone } = useOffice();
  const heading = useId();
  return (
    <section aria-labelledby={heading}>
      <Title order={2} id={heading} size="h4" mb="xs">
        {t("heading")}
      </Title>
      <Card withBorder padding={0}>
        {backups.length === 0 ? (
          <div className={surfaces["empty"]} role="status">
            <Text fw={600}>{t("none")}</Text>
            <Text size="sm" c="dimmed">
              {t("noneNext", { when: formatInstant(nextAt, timeZone) })}
            </Text>
          </div>
        ) : (
          <ul className={classes["rows"]} aria-labelledby={heading}>
            {backups.map((backup) => (
              <BackupRow key={backup.id} backup={backup} />
            ))}
          </ul>
        )}
      </Card>
    </section>
  );
}
