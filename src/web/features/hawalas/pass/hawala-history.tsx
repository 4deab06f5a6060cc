import { Anchor, Skeleton, Stack } from "@mantine/core";
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
import { LoadError } from "#web/shell/load-error.tsx";
import { BeforeAndAfter, Changes, Told, VersionHistory } from "#web/shell/version-history.tsx";

import { useHawalaHistory } from "./barrier.tsx";

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
    <VersionHistory
      versions={history.data}
      markOf={({ action }) => marks[action]}
      titleOf={({ action, actor }) => t(`history.acts.${action}`, { user: actor })}
    >
      {({ version, action, changes, payout }) => (
        <>
          {["created", "imported"].includes(action) ? null : <HawalaChanges changes={changes} />}
          {payout === null ? null : <Papers id={id} version={version} payout={payout} />}
        </>
      )}
    </VersionHistory>
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
    <Changes>
      {facts.map(([label, value]) =>
        value === null ? null : (
          <Told key={label} label={label}>
            <span dir="auto">{value}</span>
          </Told>
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
    </Changes>
  );
}

function HawalaChanges({ changes }: Pick<HawalaVersion, "changes">) {
  const { t } = useTranslation("passHawala");
  const worded = (text: string | null): string => (text === null || text === "" ? t("history.empty") : text);
  if (changes.length === 0) return null;
  return (
    <Changes>
      {changes.map(({ field, before, after }) => (
        <Told key={field} label={t(`fields.${field}`)}>
          <BeforeAndAfter before={worded(before)} after={worded(after)} />
        </Told>
      ))}
    </Changes>
  );
}
