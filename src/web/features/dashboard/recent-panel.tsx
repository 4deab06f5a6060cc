import { Skeleton, Stack, Text } from "@mantine/core";
import { IconArrowRight } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";

import type { Dashboard } from "#contract/dashboard.ts";
import { paths } from "#web/paths.ts";
import { ButtonLink } from "#web/shell/button-link.tsx";
import { isTurned } from "#web/ui/date/periods.ts";
import { SettledRows } from "#web/ui/settled-rows.tsx";
import surfaces from "#web/ui/surfaces.module.css";

import dashboard from "./dashboard.module.css";
import classes from "./hawala-row.module.css";
import { HawalaRow } from "./hawala-row.tsx";
import { Panel } from "./panel.tsx";
import type { TimeFrame } from "./place.ts";

interface RecentPanelProps {
  readonly figures: Dashboard | undefined;
  readonly frame: TimeFrame;
}

/** The five newest hawalas of the time frame. What other desks add does not push a row from under the pointer. */
export function RecentPanel({ figures, frame }: RecentPanelProps) {
  const { t } = useTranslation("dashboard");
  const isUnknown = isTurned(frame);
  const recent = isUnknown ? undefined : figures?.recent;
  return (
    <Panel title={t("recent.title")}>
      <div className={classes["recent"]}>
        {isUnknown ? (
          <div className={surfaces["empty"]}>
            <Text size="sm" c="dimmed">
              {t("filter.ended")}
            </Text>
          </div>
        ) : null}
        {figures === undefined && !isUnknown ? <Waiting /> : null}
        {recent?.length === 0 ? (
          <div className={surfaces["empty"]} role="status">
            <Text fw={600}>{t("recent.none")}</Text>
            <Text size="sm" c="dimmed">
              {t("recent.noneNext")}
            </Text>
          </div>
        ) : null}
        {recent === undefined || recent.length === 0 ? null : (
          <SettledRows page={{ rows: recent, isCut: true }} list={JSON.stringify(frame)}>
            {(settled) => (
              <ul className={classes["list"]} aria-label={t("recent.title")}>
                {settled.map((hawala) => (
                  <li key={hawala.id}>
                    <HawalaRow hawala={hawala} />
                  </li>
                ))}
              </ul>
            )}
          </SettledRows>
        )}
      </div>
      <ButtonLink
        to={paths.passHawala}
        variant="default"
        size="sm"
        fullWidth
        classNames={{ root: dashboard["button"] ?? "", label: dashboard["buttonWords"] ?? "" }}
        rightSection={<IconArrowRight size={16} aria-hidden />}
      >
        {t("recent.viewAll")}
      </ButtonLink>
    </Panel>
  );
}

const placeholders = [1, 2, 3, 4, 5] as const;

function Waiting() {
  return (
    <Stack gap={13} pt={8} aria-hidden>
      {placeholders.map((row) => (
        <Skeleton key={row} height={44} />
      ))}
    </Stack>
  );
}
