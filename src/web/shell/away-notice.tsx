import { Button, CloseButton, Paper, Text } from "@mantine/core";
import { IconCloudOff, IconPlugConnectedX, IconRefresh } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";

import { readyz } from "#contract/health.ts";
import { useConnection } from "#web/lib/connection.ts";
import { useLiveness } from "#web/lib/live.ts";
import { putOffNewerVersion, useNewerVersion } from "#web/lib/newer-version.ts";
import { headingInstead } from "#web/lib/page-heading.ts";
import { read } from "#web/lib/query.ts";
import { useSigningOut } from "#web/lib/sign-out.ts";
import { refusedWhile } from "#web/ui/entry/refused.ts";

import classes from "./away-notice.module.css";
import { useReadAgain } from "./read-again.ts";

const askAgainMs = 5_000;

/**
 * While the server cannot be reached: says so, asks again by itself, and then loads what had failed. More quietly it says that
 * what other desks do does not arrive here, as long as nobody has asked for anything; and, back again, that it has another version.
 */
export function AwayNotice() {
  const { t } = useTranslation(["shell", "common"]);
  const connection = useConnection();
  const liveness = useLiveness();
  const isNewer = useNewerVersion();
  const away = connection === "away";
  const isLeaving = useSigningOut();
  const ready = { ...read(readyz), enabled: away, staleTime: 0, refetchInterval: askAgainMs };
  const { refetch, isFetching, errorUpdateCount } = useQuery(ready);
  useReadAgain(away, errorUpdateCount);
  return (
    <div role="status" className={classes["place"]}>
      {away ? (
        <Paper withBorder shadow="md" p="sm" className={classes["notice"]}>
          <IconPlugConnectedX size={22} stroke={1.7} className={classes["sign"]} aria-hidden />
          <div>
            <Text size="sm" fw={600}>
              {t("shell:away.title")}
            </Text>
            <Text size="xs" c="dimmed" className={classes["words"] ?? ""}>
              {isLeaving ? t("shell:away.leaving") : t("shell:away.text")}
            </Text>
          </div>
          <Button
            ref={headingInstead}
            size="xs"
            flex="none"
            variant="default"
            {...refusedWhile(isFetching)}
            onClick={() => isFetching || void refetch()}
          >
            {t("common:retry")}
          </Button>
        </Paper>
      ) : liveness === "lost" ? (
        <Paper withBorder radius="xl" px="sm" py={4} className={classes["notice"]}>
          <IconCloudOff size={16} stroke={1.7} aria-hidden />
          <Text size="xs" c="dimmed">
            {t("shell:lost")}
          </Text>
        </Paper>
      ) : isNewer ? (
        <NewerVersion />
      ) : null}
    </div>
  );
}

/** Loads the page anew only when told to: the browser asks before something typed is lost, and drafts stand there again afterwards. */
function NewerVersion() {
  const { t } = useTranslation("shell");
  return (
    <Paper withBorder shadow="md" px="sm" py={4} className={`${classes["notice"] ?? ""} ${classes["offer"] ?? ""}`}>
      <IconRefresh size={16} stroke={1.7} aria-hidden />
      <Text size="sm">{t("newer.text")}</Text>
      <Button size="xs" flex="none" variant="default" onClick={() => location.reload()}>
        {t("newer.reload")}
      </Button>
      <CloseButton ref={headingInstead} size="sm" aria-label={t("newer.later")} onClick={putOffNewerVersion} />
    </Paper>
  );
}
