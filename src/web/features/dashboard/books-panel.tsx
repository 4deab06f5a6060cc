import { Button, List, Skeleton, Text } from "@mantine/core";
import { IconAlertTriangle, IconCircleCheck, IconHelpCircle } from "@tabler/icons-react";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";

import { mayCall } from "#contract/permissions.ts";
import { lastVerification, runVerification, type Verification } from "#contract/verification.ts";
import { call } from "#web/lib/api.ts";
import { formatInstant } from "#web/lib/instant.ts";
import { queryKeys, read } from "#web/lib/query.ts";
import { useOffice, useSession } from "#web/lib/session.ts";
import { toast } from "#web/lib/toast.ts";
import { LoadError } from "#web/shell/load-error.tsx";

import classes from "./dashboard.module.css";
import { Panel } from "./panel.tsx";

const faultsShown = 5;

/** The light of the books: whether the last verification found everything in order. */
export function BooksPanel() {
  const { t } = useTranslation("dashboard");
  const { role } = useSession();
  const { data, error, refetch } = useQuery(read(lastVerification));
  return (
    <Panel title={t("books.title")} aside={mayCall(role, runVerification.access) ? <VerifyButton /> : undefined}>
      {data !== undefined ? (
        <Light last={data} />
      ) : error === null ? (
        <Skeleton height={66} aria-hidden />
      ) : (
        <LoadError error={error} onRetry={() => void refetch()} />
      )}
    </Panel>
  );
}

function Light({ last }: { readonly last: Verification | null }) {
  const { t } = useTranslation("dashboard");
  const { timeZone } = useOffice();
  if (last === null) return <Said state="unknown" title={t("books.unknown")} text={t("books.neverVerified")} />;
  const when = t("books.verifiedAt", { when: formatInstant(last.finishedAt, timeZone) });
  if (last.balanced) return <Said state="balanced" title={t("books.balanced")} text={`${when}. ${t("books.explanation")}`} />;
  return (
    <>
      <Said
        state="unbalanced"
        title={t("books.unbalanced")}
        text={`${when}. ${t("books.faults", { count: last.faults.length })}:`}
      />
      <List size="sm" mt="xs">
        {last.faults.slice(0, faultsShown).map((fault) => (
          <List.Item key={fault}>{fault}</List.Item>
        ))}
      </List>
    </>
  );
}

const icons = { balanced: IconCircleCheck, unbalanced: IconAlertTriangle, unknown: IconHelpCircle } as const;

function Said({ state, title, text }: { readonly state: keyof typeof icons; readonly title: string; readonly text: string }) {
  const Sign = icons[state];
  return (
    <div className={classes["light"]} data-state={state}>
      <Sign className={classes["sign"]} size={34} stroke={1.7} aria-hidden />
      <div>
        <Text fw={600} role="status">
          {title}
        </Text>
        <Text size="sm" c="dimmed">
          {text}
        </Text>
      </div>
    </div>
  );
}

function VerifyButton() {
  const { t } = useTranslation("dashboard");
  const client = useQueryClient();
  const verifying = useMutation({
    mutationFn: () => call(runVerification),
    onSuccess: (verification) => client.setQueryData(queryKeys.of(lastVerification), verification),
    onError: (error) => toast.failure(error, t("books.failed")),
  });
  return (
    <Button size="xs" variant="default" disabled={verifying.isPending} onClick={() => verifying.mutate()}>
      {verifying.isPending ? t("books.verifying") : t("books.verify")}
    </Button>
  );
}
