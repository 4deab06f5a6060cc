import { Modal, Skeleton, Stack, Text, Title } from "@mantine/core";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";

import { currencyRates, type Currency } from "#contract/currencies.ts";
import { readPages } from "#web/lib/query.ts";
import { serverTime } from "#web/lib/server-clock.ts";
import { lazyPart } from "#web/shell/lazy-part.tsx";
import { LoadError } from "#web/shell/load-error.tsx";
import { ReadOn } from "#web/shell/read-on.tsx";

import { chartHeight } from "./chart-points.ts";
import { RateTable } from "./rate-table.tsx";
import { UseFacts } from "./use-facts.tsx";

const RateChart = lazyPart(async () => (await import("./rate-chart.tsx")).RateChart);

interface HistoryDialogProps {
  /** The currency looked at; undefined while the dialog is closed. */
  readonly currency: Currency | undefined;
  readonly onClose: () => void;
}

/** What became of a currency's rate, as a picture and as a list, and what uses the currency. */
export function HistoryDialog({ currency, onClose }: HistoryDialogProps) {
  const { t } = useTranslation(["currencies", "common"]);
  return (
    <Modal
      opened={currency !== undefined}
      onClose={onClose}
      title={currency === undefined ? "" : t("currencies:history.title", { code: currency.code })}
      size="xl"
      closeButtonProps={{ "aria-label": t("common:close") }}
    >
      {currency === undefined ? null : (
        <Stack gap="md">
          <UseFacts currency={currency} />
          <Rates currency={currency} />
        </Stack>
      )}
    </Modal>
  );
}

function Rates({ currency }: { readonly currency: Currency }) {
  const { t } = useTranslation("currencies");
  const rates = useInfiniteQuery({ ...readPages(currencyRates, { params: { id: currency.id } }), refetchOnMount: "always" });
  const found = rates.data?.pages.flatMap(({ rows }) => rows);
  return (
    <Stack component="section" gap="sm" aria-label={t("history.rates")}>
      <Title order={3} size="h4">
        {t("history.rates")}
      </Title>
      {rates.isError && !rates.isFetchNextPageError ? (
        <LoadError title={t("history.ratesFailed")} error={rates.error} onRetry={() => void rates.refetch()} />
      ) : null}
      {rates.isPending ? (
        <Skeleton height={chartHeight} role="status" aria-label={t("history.loading")} />
      ) : found === undefined ? null : (
        <>
          {found.length < 2 && !rates.hasNextPage ? (
            <Text size="sm" c="dimmed">
              {t("history.single")}
            </Text>
          ) : (
            <RateChart
              waiting={<Skeleton height={chartHeight} />}
              code={currency.code}
              rates={found}
              readAt={serverTime(rates.dataUpdatedAt)}
            />
          )}
          <RateTable code={currency.code} rates={found} isWhole={!rates.hasNextPage} />
          <ReadOn list={rates} label={t("history.more")} failed={t("history.moreFailed")} />
        </>
      )}
    </Stack>
  );
}
