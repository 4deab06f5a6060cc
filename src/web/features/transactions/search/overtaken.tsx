import { Alert, Text } from "@mantine/core";
import { IconUsers } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";

import { getTransaction, transactionHistory, type Transaction } from "#contract/transactions.ts";
import { formatInstant } from "#web/lib/instant.ts";
import { read } from "#web/lib/query.ts";
import type { ReplyOf } from "#web/lib/route-types.ts";
import { useOffice } from "#web/lib/session.ts";

/** A transaction as it stands now, deleted or not. */
export type StoredTransaction = ReplyOf<typeof getTransaction>;

/** What stands where another desk has made another version than this one; undefined as long as this one stands. */
export function useNewerThan({ id, version }: Transaction): StoredTransaction | undefined {
  const { data } = useQuery(read(getTransaction, { params: { id } }));
  return data !== undefined && data.version > version ? data : undefined;
}

interface OvertakenProps {
  /** What stands by now. */
  readonly stored: StoredTransaction;
  /** What the dialog was opened for. */
  readonly act: "edit" | "delete" | "recover";
}

/**
 * Says that another desk was quicker: what it did, who that was and when, as the history tells, and what to do now. It did what was asked
 * about, or it left the transaction otherwise than it was.
 */
export function Overtaken({ stored: { id, version, deleted }, act }: OvertakenProps) {
  const { t } = useTranslation("search");
  const { timeZone } = useOffice();
  const { data = [] } = useQuery(read(transactionHistory, { params: { id } }));
  // One read before is not of this act.
  const isRead = data.some((made) => made.version === version);
  const said = saidOf(act, deleted);
  const made = isRead ? data.findLast(({ action }) => said !== "recover" || action === "recovered") : undefined;
  return (
    <Alert
      role="alert"
      color="orange"
      variant="outline"
      icon={<IconUsers aria-hidden />}
      title={t(`overtaken.${said}.title`)}
      styles={{ title: { color: "var(--mantine-color-text)" } }}
    >
      {made === undefined ? null : (
        <Text size="sm">
          {t(`details.acts.${made.action}`, {
            user: t("fields.byAt", { user: made.actor, when: formatInstant(made.recordedAt, timeZone) }),
          })}
        </Text>
      )}
      <Text size="sm">{t(`overtaken.${said}.next`)}</Text>
    </Alert>
  );
}

/** The words for what stands by now, seen from what the dialog was opened for. */
function saidOf(act: OvertakenProps["act"], deleted: boolean) {
  if (act === "edit") return deleted ? "editDeleted" : act;
  return deleted === (act === "delete") ? act : (`${act}Changed` as const);
}
