import { Text, Timeline } from "@mantine/core";
import type { Icon } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";

import { onwards } from "#web/lib/direction.ts";
import { formatInstant } from "#web/lib/instant.ts";
import { useOffice } from "#web/lib/session.ts";

import classes from "./version-history.module.css";

interface VersionHistoryProps<Version> {
  /** As they are shown: the latest first. */
  readonly versions: readonly Version[];
  readonly markOf: (version: Version) => Icon;
  /** Who did what. */
  readonly titleOf: (version: Version) => string;
  /** What it changed. */
  readonly children: (version: Version) => ReactNode;
}

/** What became of something that has versions: who did what and when. */
export function VersionHistory<Version extends { readonly version: number; readonly recordedAt: string }>({
  versions,
  markOf,
  titleOf,
  children,
}: VersionHistoryProps<Version>) {
  const { t } = useTranslation("common");
  const { timeZone } = useOffice();
  return (
    <Timeline bulletSize={24} lineWidth={2} active={versions.length}>
      {versions.map((version) => {
        const Mark = markOf(version);
        return (
          <Timeline.Item key={version.version} bullet={<Mark size={14} aria-hidden />} title={titleOf(version)}>
            <Text size="xs" c="dimmed">
              {formatInstant(version.recordedAt, timeZone)} · {t("version", { version: version.version })}
            </Text>
            {children(version)}
          </Timeline.Item>
        );
      })}
    </Timeline>
  );
}

/** What a version changed, a {@link Told} for each field. */
export function Changes({ children }: { readonly children: ReactNode }) {
  return <ul className={classes["changes"]}>{children}</ul>;
}

/** A field and what is told of it. */
export function Told({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <li>
      <span className={classes["label"]}>{label}: </span>
      {children}
    </li>
  );
}

/** What stood in a field before and after. */
export function BeforeAndAfter({ before, after }: { readonly before: string; readonly after: string }) {
  return (
    <>
      <del dir="auto">{before}</del> {onwards()} <ins dir="auto">{after}</ins>
    </>
  );
}
