import { Alert, Text } from "@mantine/core";
import { IconBan, IconShieldCheck } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";

import { hawalaHistory, type HawalaVersion } from "#contract/hawala-lists.ts";
import type { Hawala } from "#contract/hawalas.ts";
import { formatInstant } from "#web/lib/instant.ts";
import { read } from "#web/lib/query.ts";
import { useOffice } from "#web/lib/session.ts";
import { agoWords, useNow } from "#web/ui/date/ago.ts";

import { usePayerLabel } from "./payer.ts";

/** Every version of a hawala, the latest first. */
export function useHawalaHistory(id: number, enabled: boolean) {
  return useQuery({ ...read(hawalaHistory, { params: { id } }), enabled });
}

type History = readonly HawalaVersion[] | undefined;

/** The first act of the payout that stands: whoever recovered it since has paid nobody. */
export function payoutAct(history: History, { transactionId }: Pick<Hawala, "transactionId">): HawalaVersion | undefined {
  const paid = String(transactionId);
  return history?.findLast(
    ({ action, changes }) =>
      action === "passed" && changes.some(({ field, after }) => field === "transactionId" && after === paid),
  );
}

function cancelAct(history: History): HawalaVersion | undefined {
  return history?.find(({ action }) => action === "cancelled");
}

interface BarrierProps {
  readonly hawala: Hawala;
  /** Something was typed for a payout, and waits. */
  readonly isTyped: boolean;
}

/** Stands before every button of a hawala that must not be paid: by whom and when it was passed or cancelled. */
export function Barrier({ hawala, isTyped }: BarrierProps) {
  const { t } = useTranslation("passHawala");
  const { id, hawalaStatus, paidFromCode, direction } = hawala;
  const isPassed = hawalaStatus === "Passed";
  const isBarred = isPassed || hawalaStatus.toLowerCase() === "cancelled";
  const history = useHawalaHistory(id, isBarred);
  const payer = usePayerLabel(paidFromCode);
  if (!isBarred) return null;
  const cancelled = direction === "incoming" ? t("barrier.cancelled") : t("barrier.cancelledOutgoing");
  const by = isPassed ? payoutAct(history.data, hawala) : cancelAct(history.data);
  return (
    <Alert
      color={isPassed ? "orange" : "red"}
      variant="outline"
      icon={isPassed ? <IconShieldCheck aria-hidden /> : <IconBan aria-hidden />}
      title={isPassed ? t("barrier.passedTitle") : t("barrier.cancelledTitle")}
      styles={{ title: { color: "var(--mantine-color-text)" }, message: { color: "var(--mantine-color-text)" } }}
    >
      <Text size="sm">{isPassed ? t("barrier.passed") : cancelled}</Text>
      <Text size="sm" mih="1.25rem">
        {by === undefined ? null : <Who by={by} />} {isPassed && payer !== null ? t("barrier.paidFrom", { payer }) : null}
      </Text>
      {isTyped ? <Text size="sm">{t("barrier.kept")}</Text> : null}
    </Alert>
  );
}

function Who({ by }: { readonly by: HawalaVersion }) {
  const { t } = useTranslation("passHawala");
  const { timeZone } = useOffice();
  const ago = agoWords(by.recordedAt, useNow());
  return <strong>{t("barrier.who", { user: by.actor, ago, when: formatInstant(by.recordedAt, timeZone) })}</strong>;
}
