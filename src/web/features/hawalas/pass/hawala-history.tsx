import { Anchor, Skeleton, Stack, Text, Timeline } from "@mantine/core";
import {
  IconArrowBackUp,
  IconBan,
  IconCheck,
  IconChecks,
  IconFileImport,
  IconMailCheck,
  IconPencil,
  IconPlus,
  type Icon,
} from "@tabler/icons-react";
import { useTranslation } from "react-i18next";

import type { HawalaVersion } from "#contract/hawala-lists.ts";
import { hawalaPhoto } from "#contract/hawalas.ts";
import { urlOf } from "#web/lib/api.ts";
import { onwards } from "#web/lib/direction.ts";
import { formatInstant } from "#web/lib/instant.ts";
import { useOffice } from "#web/lib/session.ts";
import { LoadError } from "#web/shell/load-error.tsx";

import { useHawalaHistory } from "./barrier.tsx";
import classes from "./panel.module.css";

const marks: Readonly<Record<HawalaVersion["action"], Icon>> = {
  created: IconPlus,
  imported: IconFileImport,
  edited: IconPencil,
  passed: IconCheck,
  pending: IconArrowBackUp,
  cancelled: IconBan,
  received: IconMailCheck,
  completed: IconChecks,
};

/** Every version of a hawala, the latest first: who did what and when, and what stood before and after. */
export function HawalaHistory({ id }: { readonly id: number }) {
  const { t } = useTranslation("passHawala");
  const { timeZone } = useOffice();
  const history = useHawalaHistory(id, true);
  if (history.isPending)
    return (
      <Stack gap="xs">
        <Skeleton height={20} />
        <Skeleton height={20} />
      </Stack>
    );
  if (history.isError && history.data === undefined)
    return <LoadError title={t("details.historyFailed")} error={history.error} onRetry={() => void history.refetch()} />;
  return (
    <Timeline bulletSize={24} lineWidth={2} active={history.data.length}>
      {history.data.map((version) => {
        const Mark = marks[version.action];
        return (
          <Timeline.Item
            key={version.version}
            bullet={<Mark size={14} aria-hidden />}
            title={t(`history.acts.${version.action}`, { user: version.actor })}
          >
            <Text size="xs" c="dimmed">
              {formatInstant(version.recordedAt, timeZone)} · {t("history.version", { version: version.version })}
            </Text>
            {["created", "imported"].includes(version.action) ? null : <Changes changes={version.changes} />}
            {version.payout === null ? null : <Papers id={id} version={version.version} payout={version.payout} />}
          </Timeline.Item>
        );
      })}
    </Timeline>
  );
}

interface PapersProps {
  readonly id: number;
  readonly version: number;
  readonly payout: NonNullable<HawalaVersion["payout"]>;
}

/** On which papers the receiver was paid, also where that was taken back since. */
function Papers({ id, version, payout: { documentName, documentNumber, hasPhoto, transactionId } }: PapersProps) {
  const { t } = useTranslation("passHawala");
  const facts = [
    [t("payout.documentName"), documentName],
    [t("payout.documentNumber"), documentNumber],
  ] as const;
  return (
    <ul className={classes["changes"]}>
      {facts.map(([label, value]) =>
        value === null ? null : (
          <li key={label}>
            <span className={classes["quiet"]}>{label}: </span>
            <span dir="auto">{value}</span>
          </li>
        ),
      )}
      {hasPhoto ? (
        <li>
          <Anchor
            href={urlOf(hawalaPhoto, { params: { id }, query: { transactionId } })}
            target="_blank"
            rel="noreferrer"
            underline="always"
            inherit
            aria-label={t("history.photoOf", { version })}
          >
            {t("payout.showPhoto")}
          </Anchor>
        </li>
      ) : null}
    </ul>
  );
}

function Changes({ changes }: Pick<HawalaVersion, "changes">) {
  const { t } = useTranslation("passHawala");
  const worded = (text: string | null): string => (text === null || text === "" ? t("history.empty") : text);
  if (changes.length === 0) return null;
  return (
    <ul className={classes["changes"]}>
      {changes.map(({ field, before, after }) => (
        <li key={field}>
          <span className={classes["quiet"]}>{t(`fields.${field}`)}: </span>
          <del dir="auto">{worded(before)}</del> {onwards()} <ins dir="auto">{worded(after)}</ins>
        </li>
      ))}
    </ul>
  );
}
