import { Button, Card, Group, Text, Title } from "@mantine/core";
import { IconCircleCheck, IconCopy, IconShieldCheck } from "@tabler/icons-react";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useId } from "react";
import { useTranslation } from "react-i18next";

import { auditChain } from "#contract/audit-log.ts";
import { lastVerification, runVerification, type Verification } from "#contract/verification.ts";
import { refusalInLanguage } from "#web/i18n/refusals.ts";
import { call } from "#web/lib/api.ts";
import { copyText } from "#web/lib/copy-text.ts";
import { formatInstant } from "#web/lib/instant.ts";
import { nounsChanged, nounsOf, queryKeys, read } from "#web/lib/query.ts";
import type { ReplyOf } from "#web/lib/route-types.ts";
import { useOffice } from "#web/lib/session.ts";
import { toast } from "#web/lib/toast.ts";
import { LoadError } from "#web/shell/load-error.tsx";
import { MayBeOld } from "#web/shell/may-be-old.tsx";

import classes from "./audit-log.module.css";

/** How far the log is sealed, what the last verification of the books found, and another one. */
export function ChainCard() {
  const { t } = useTranslation("auditLog");
  const heading = useId();
  const client = useQueryClient();
  const chain = useQuery({ ...read(auditChain), refetchOnMount: "always" });
  const last = useQuery(read(lastVerification));
  const verifying = useMutation({
    mutationFn: () => call(runVerification),
    onSuccess: (result) => {
      client.setQueryData(queryKeys.of(lastVerification), result);
      if (result.balanced) toast.success(t("chain.whole"));
      else toast.error(t("chain.broken"), refusalInLanguage(result.faults[0] ?? ""));
    },
    onError: (error) => toast.failure(error, t("chain.verifyFailed")),
    // The light of the dashboard tells the same.
    onSettled: () => nounsChanged(client, ["audit-log", ...nounsOf.verification]),
  });
  const hasHead = chain.data !== undefined && chain.data.seals > 0;
  return (
    <Card withBorder padding="sm" component="section" aria-labelledby={heading}>
      <Group justify="space-between" gap="sm">
        <div className={classes["chain"]}>
          <Title order={2} size="h5" id={heading}>
            {t("chain.title")}
          </Title>
          {chain.data === undefined ? null : <Sealed chain={chain.data} />}
          {last.data === undefined ? null : <Verified last={last.data} />}
          {hasHead ? (
            <Text size="xs" c="dimmed">
              {t("chain.headHint")}
            </Text>
          ) : null}
        </div>
        <Group gap="xs">
          {hasHead ? <CopyHead head={chain.data.head} /> : null}
          <Button
            leftSection={<IconShieldCheck size={16} aria-hidden />}
            aria-disabled={verifying.isPending}
            onClick={() => {
              if (!verifying.isPending) verifying.mutate();
            }}
          >
            {verifying.isPending ? t("chain.verifying") : t("chain.verify")}
          </Button>
        </Group>
      </Group>
      {chain.isError && chain.data === undefined ? (
        <LoadError title={t("chain.failed")} error={chain.error} onRetry={() => void chain.refetch()} />
      ) : null}
      {last.isError && last.data === undefined ? (
        <LoadError title={t("chain.lastFailed")} error={last.error} onRetry={() => void last.refetch()} />
      ) : null}
      <MayBeOld readings={[chain, last]} />
    </Card>
  );
}

function Sealed({ chain: { sealedUpTo, waiting, most } }: { readonly chain: ReplyOf<typeof auditChain> }) {
  const { t } = useTranslation("auditLog");
  const { timeZone } = useOffice();
  const sealed = sealedUpTo === null ? t("chain.notSealed") : t("chain.sealed", { when: formatInstant(sealedUpTo, timeZone) });
  const rest = waiting === 0 ? undefined : waiting >= most ? t("chain.manyWaiting") : t("chain.waiting", { count: waiting });
  return <Text size="sm">{[sealed, rest].filter((part) => part !== undefined).join(" · ")}</Text>;
}

function Verified({ last }: { readonly last: Verification | null }) {
  const { t } = useTranslation("auditLog");
  const { timeZone } = useOffice();
  if (last === null) return <Text size="sm">{t("chain.neverVerified")}</Text>;
  const when = formatInstant(last.finishedAt, timeZone);
  if (last.balanced)
    return (
      <Text size="sm" className={classes["good"] ?? ""}>
        <IconCircleCheck size={16} aria-hidden /> {t("chain.verified", { when })}
      </Text>
    );
  const hidden = last.faults.length - mostFaults;
  return (
    <div role="alert">
      <Text size="sm" className={classes["bad"] ?? ""}>
        {t("chain.faults", { when, count: last.faults.length })}
      </Text>
      <ul className={classes["list"]}>
        {last.faults.slice(0, mostFaults).map((fault) => (
          <li key={fault}>{refusalInLanguage(fault)}</li>
        ))}
        {hidden > 0 ? <li>{t("chain.moreFaults", { count: hidden })}</li> : null}
      </ul>
    </div>
  );
}

const mostFaults = 5;

/** Whoever keeps the end of the chain elsewhere can tell a log that was cut short. */
function CopyHead({ head }: { readonly head: string }) {
  const { t } = useTranslation("auditLog");
  return (
    <Button
      variant="default"
      leftSection={<IconCopy size={16} aria-hidden />}
      onClick={() =>
        void copyText(head).then((copied) =>
          copied ? toast.success(t("chain.copied"), head) : toast.error(t("chain.notCopied"), head),
        )
      }
    >
      {t("chain.copyHead")}
    </Button>
  );
}
