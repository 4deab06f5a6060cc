import { Alert, Button, Group, Loader, Modal, Stack, Text } from "@mantine/core";
import { IconLock } from "@tabler/icons-react";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent } from "react";
import { useTranslation } from "react-i18next";

import { currencyUse, deleteCurrency, updateCurrency, type Currency } from "#contract/currencies.ts";
import { refusalInLanguage } from "#web/i18n/refusals.ts";
import { isConflict, messageOf } from "#web/lib/api-error.ts";
import { call } from "#web/lib/api.ts";
import { placeInstead } from "#web/lib/page-heading.ts";
import { read } from "#web/lib/query.ts";
import { useOffice } from "#web/lib/session.ts";
import { toast } from "#web/lib/toast.ts";
import { LoadError } from "#web/shell/load-error.tsx";
import { SaveFailure } from "#web/ui/entry/entry-notices.tsx";
import { onFirstPress } from "#web/ui/entry/second-press.ts";

import classes from "./currencies.module.css";
import { currenciesStored } from "./queries.ts";
import { isCountedIn } from "./rules.ts";

interface DeleteDialogProps {
  /** The currency in question; undefined while the dialog is closed. */
  readonly currency: Currency | undefined;
  /** It was deleted meanwhile: the dialog says so and closes. */
  readonly isGone: boolean;
  readonly onClose: () => void;
}

/** Asks before a currency is deleted; where something uses it, says what, and offers to make it inactive instead. */
export function DeleteDialog({ currency, isGone, onClose }: DeleteDialogProps) {
  const { t } = useTranslation(["currencies", "common"]);
  const deletion = useDeletion(onClose);
  const forget = (): void => {
    deletion.reset();
    onClose();
  };
  const deactivation = useDeactivation(forget);
  const isAwaited = deletion.isPending || deactivation.isPending;
  const close = (): void => {
    // What comes of it would be said of the currency that is asked about next.
    if (!isAwaited) forget();
  };
  const closeOverNothing = useEffectEvent(() => {
    toast.error(t("currencies:edit.gone"));
    forget();
  });
  const isOver = isGone && !isAwaited;
  useEffect(() => {
    if (isOver) closeOverNothing();
  }, [isOver]);
  return (
    <Modal
      opened={currency !== undefined}
      onClose={close}
      title={currency === undefined ? "" : t("currencies:delete.title", { code: currency.code })}
      closeButtonProps={{ "aria-label": t("common:close") }}
      centered
    >
      {currency === undefined ? null : (
        <Question key={currency.id} currency={currency} deletion={deletion} deactivation={deactivation} onClose={close} />
      )}
    </Modal>
  );
}

interface QuestionProps {
  readonly currency: Currency;
  readonly deletion: ReturnType<typeof useDeletion>;
  readonly deactivation: ReturnType<typeof useDeactivation>;
  readonly onClose: () => void;
}

function Question({ currency, deletion, deactivation, onClose }: QuestionProps) {
  const { t } = useTranslation(["currencies", "common"]);
  const use = useQuery({ ...read(currencyUse, { params: { id: currency.id } }), refetchOnMount: "always" });
  const failed = t("currencies:delete.failed");
  // What the server said when it was asked to delete counts for more than what it said before. A failure is no reason to keep the currency.
  const kept = use.data?.keptBecause;
  const knownReason = typeof kept === "string" ? refusalInLanguage(kept) : kept;
  const reason = isConflict(deletion.error) ? messageOf(deletion.error, failed) : knownReason;
  const isKept = typeof reason === "string";
  return (
    <Stack gap="md">
      <Answer use={use} currency={currency} reason={reason} />
      {deletion.isError && !isKept ? <SaveFailure error={deletion.error} title={failed} unanswered={false} /> : null}
      <Group justify="flex-end" gap="xs">
        <Button variant="default" data-autofocus aria-disabled={deletion.isPending || deactivation.isPending} onClick={onClose}>
          {t("common:cancel")}
        </Button>
        {isKept ? (
          <Deactivate currency={currency} deactivation={deactivation} />
        ) : (
          <Button
            ref={placeInstead}
            color="red"
            loading={deletion.isPending}
            // Known to be free, or not known at all: the server judges in any case.
            disabled={use.isFetching}
            onClick={onFirstPress(() => deletion.mutate(currency))}
          >
            {t("currencies:delete.confirm")}
          </Button>
        )}
      </Group>
    </Stack>
  );
}

interface AnswerProps {
  readonly use: { readonly isFetching: boolean; readonly error: unknown; readonly refetch: () => unknown };
  readonly currency: Currency;
  readonly reason: string | null | undefined;
}

function Answer({ use, currency, reason }: AnswerProps) {
  const { t } = useTranslation("currencies");
  const { baseCurrency } = useOffice();
  const { code, name } = currency;
  if (typeof reason === "string") {
    const next = currency.isActive ? t("delete.instead") : t("delete.alreadyInactive");
    return (
      <Alert
        role="alert"
        color="orange"
        variant="outline"
        title={t("delete.kept", { code })}
        icon={<IconLock aria-hidden />}
        classNames={{ title: classes["noticeTitle"] ?? "" }}
      >
        <Text size="sm">{reason}</Text>
        {isCountedIn(code, baseCurrency) ? null : (
          <Text size="sm" mt="xs">
            {next}
          </Text>
        )}
      </Alert>
    );
  }
  if (use.error !== null && !use.isFetching)
    return <LoadError title={t("delete.checkFailed")} error={use.error} onRetry={() => void use.refetch()} />;
  return (
    <>
      <Text size="sm">{t("delete.text", { name })}</Text>
      {use.isFetching ? (
        <Group gap="xs" role="status">
          <Loader size="xs" aria-hidden />
          <Text size="sm" c="dimmed">
            {t("delete.checking")}
          </Text>
        </Group>
      ) : null}
    </>
  );
}

function Deactivate({ currency, deactivation }: Pick<QuestionProps, "currency" | "deactivation">) {
  const { t } = useTranslation("currencies");
  const { baseCurrency } = useOffice();
  if (!currency.isActive || isCountedIn(currency.code, baseCurrency)) return null;
  return (
    <Button loading={deactivation.isPending} onClick={onFirstPress(() => deactivation.mutate(currency))}>
      {t("delete.deactivate")}
    </Button>
  );
}

function useDeactivation(onDone: () => void) {
  const { t } = useTranslation(["currencies", "common"]);
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id, version }: Currency) =>
      call(updateCurrency, { params: { id }, body: { isActive: false }, ifMatch: version }),
    onSuccess: () => {
      toast.success(t("common:success"), t("currencies:edit.updated"));
      onDone();
    },
    onError: (error) => toast.failure(error, t("currencies:edit.failed")),
    onSettled: () => currenciesStored(client),
  });
}

function useDeletion(onDone: () => void) {
  const { t } = useTranslation(["currencies", "common"]);
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id }: Currency) => call(deleteCurrency, { params: { id } }),
    onSuccess: () => {
      toast.success(t("common:success"), t("currencies:delete.deleted"));
      onDone();
    },
    onError: (error) => toast.failure(error, t("currencies:delete.failed")),
    onSettled: () => currenciesStored(client),
  });
}
