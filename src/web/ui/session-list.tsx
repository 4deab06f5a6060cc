import { Badge, Button, Group } from "@mantine/core";
import { IconDeviceDesktop, IconDeviceMobile } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";

import type { Session } from "#contract/sessions.ts";
import { formatInstant } from "#web/lib/instant.ts";
import { placeInstead } from "#web/lib/page-heading.ts";
import { useOffice } from "#web/lib/session.ts";

import { deviceOf } from "./device-words.ts";
import { onFirstPress } from "./entry/second-press.ts";
import classes from "./session-list.module.css";

export interface SessionListProps {
  /** What the list is called, for those who cannot see its heading. */
  readonly label: string;
  readonly sessions: readonly Session[];
  /** The session that is being ended at this moment. */
  readonly endingId: number | undefined;
  readonly onEnd: (session: Session) => void;
  /** The way to end all of them at once but the one that looks. */
  readonly all: { readonly label: string; readonly isEnding: boolean; readonly onEnd: () => void };
}

/** Where somebody is signed in, and ways to end that. The session that looks at the list ends by logging out. */
export function SessionList({ label, sessions, endingId, onEnd, all }: SessionListProps) {
  return (
    <>
      <ul className={classes["list"]} aria-label={label}>
        {sessions.map((session) => (
          <SessionRow key={session.id} session={session} isEnding={endingId === session.id} onEnd={() => onEnd(session)} />
        ))}
      </ul>
      {sessions.every(({ current }) => current) ? null : (
        <Group justify="flex-end" mt="sm">
          <Button ref={placeInstead} color="red" variant="light" loading={all.isEnding} onClick={onFirstPress(all.onEnd)}>
            {all.label}
          </Button>
        </Group>
      )}
    </>
  );
}

interface SessionRowProps {
  readonly session: Session;
  readonly isEnding: boolean;
  readonly onEnd: () => void;
}

function SessionRow({ session, isEnding, onEnd }: SessionRowProps) {
  const { t } = useTranslation("ui");
  const { timeZone } = useOffice();
  const words = useDeviceWords(session.userAgent);
  const Icon = deviceOf(session.userAgent).isHandheld ? IconDeviceMobile : IconDeviceDesktop;
  return (
    <li className={classes["session"]}>
      <Icon className={classes["icon"]} size={22} stroke={1.6} aria-hidden />
      <div>
        <div className={classes["device"]}>
          <span>{words}</span>
          {session.current ? (
            <Badge size="sm" variant="light" tt="none">
              {t("sessions.current")}
            </Badge>
          ) : null}
        </div>
        <div className={classes["facts"]}>
          <span>{t("sessions.lastUsed", { time: formatInstant(session.lastSeenAt, timeZone) })}</span>
          <span>{t("sessions.begun", { time: formatInstant(session.createdAt, timeZone) })}</span>
          {session.ip === null ? null : <bdi dir="ltr">{session.ip}</bdi>}
        </div>
      </div>
      {session.current ? null : (
        <Button
          ref={placeInstead}
          size="xs"
          variant="default"
          loading={isEnding}
          aria-label={t("sessions.endOf", { device: words, time: formatInstant(session.lastSeenAt, timeZone) })}
          // The second half of a double click comes where the next session has moved to by then.
          onClick={onFirstPress(onEnd)}
        >
          {t("sessions.end")}
        </Button>
      )}
    </li>
  );
}

function useDeviceWords(userAgent: string | null): string {
  const { t } = useTranslation("ui");
  const { browser, system } = deviceOf(userAgent);
  if (browser === undefined) return system ?? t("sessions.unknownDevice");
  return system === undefined ? browser : t("sessions.device", { browser, system });
}
