import { Alert, Button, Group, Stack, Text } from "@mantine/core";
import { IconAlertTriangle, IconInfoCircle } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";

import type { PartnerSettlement } from "#contract/partner-settlements.ts";
import { nameOf } from "#web/features/reports/names.tsx";
import { formatDigits } from "#web/lib/format.ts";
import { useSession } from "#web/lib/session.ts";
import { accountLabel } from "#web/ui/account/account-label.ts";
import { useAccount } from "#web/ui/account/account-search.ts";
import { useCurrencies } from "#web/ui/currency-select.tsx";
import { AfterEffect } from "#web/ui/entry/after-effect.tsx";
import type { Movement } from "#web/ui/entry/balance-effect.ts";
import type { Doubt } from "#web/ui/entry/use-entry-form.ts";

import { counterAccountOf, dealOf, standingBalances, unpaidOf, type SettlementDeal, type TypedSettlement } from "./rules.ts";
import type { OpenHawalas } from "./use-open-hawalas.ts";

interface SettlementPreviewProps {
  readonly figures: PartnerSettlement;
  readonly open: OpenHawalas;
  readonly typed: TypedSettlement;
  /** It is on its way to the server. */
  readonly sending: boolean;
  /** Nobody knows whether it has been recorded already. */
  readonly unanswered: boolean;
  /** What is odd about the rate. */
  readonly doubt: Doubt | undefined;
  /** Takes an amount that the rate meets. */
  readonly onAmount: (amount: string) => void;
}

/** Reads the deal back, and shows what it will do to both accounts. */
export function SettlementPreview({ figures, open, typed, sending, unanswered, doubt, onAmount }: SettlementPreviewProps) {
  const { t } = useTranslation("partnerSettlement");
  const { role } = useSession();
  const currencies = useCurrencies();
  const codeOf = (id: number | null): string => currencies.find((currency) => currency.id === id)?.code ?? "";
  const account = useAccount(counterAccountOf(typed, figures));
  const deal = dealOf(typed, codeOf);
  const [own, other] = [codeOf(typed.currencyId), codeOf(typed.counterCurrencyId)];
  const isCash = typed.means === "cash" && own === other;
  const isReady = deal !== undefined && deal.instead.length === 0 && own !== "" && other !== "" && account !== undefined;
  return (
    <Stack gap="sm">
      {deal === undefined || deal.instead.length === 0 ? null : (
        <Group gap="xs" role="status">
          <Text size="sm">{t("record.off")}</Text>
          {deal.instead.map((amount) => (
            <Button key={amount} size="compact-sm" variant="default" onClick={() => onAmount(amount)}>
              {formatDigits(amount)} {own}
            </Button>
          ))}
        </Group>
      )}
      {doubt === undefined ? null : (
        <Alert role="status" color="orange" variant="outline" icon={<IconAlertTriangle aria-hidden />} title={doubt.title}>
          {doubt.text}
        </Alert>
      )}
      {isCash && role !== "admin" ? (
        <Alert role="status" color="orange" variant="outline" icon={<IconInfoCircle aria-hidden />}>
          {t("record.adminAlone")}
        </Alert>
      ) : null}
      {isReady ? (
        <Text size="sm" fw={600} role="status">
          {t(`record.${typed.direction}`, {
            paid: `${formatDigits(deal.counter)} ${other}`,
            account: accountLabel(account),
            amount: `${formatDigits(deal.his)} ${own}`,
          })}
        </Text>
      ) : null}
      {open.isRead || typed.through === "" || standingBalances(figures).length < 2 ? null : (
        <Alert role="status" color="orange" variant="outline" icon={<IconAlertTriangle aria-hidden />}>
          {t("record.unpaid.unknown")}
        </Alert>
      )}
      {unpaidOf(typed, figures, open.rows).map(({ currency, direction, count, amount }) => (
        <Alert
          key={`${currency} ${direction}`}
          role="status"
          color="orange"
          variant="outline"
          icon={<IconAlertTriangle aria-hidden />}
        >
          {t(`record.unpaid.${direction}`, { count, amount: `${formatDigits(amount)} ${currency}` })}
        </Alert>
      ))}
      <AfterEffect
        title={t("record.effect")}
        unanswered={unanswered}
        movements={isReady ? movementsOf(figures, typed, { deal, account, own, other }) : []}
        sending={sending}
      />
    </Stack>
  );
}

interface Known {
  readonly deal: SettlementDeal;
  readonly account: NonNullable<ReturnType<typeof useAccount>>;
  readonly own: string;
  readonly other: string;
}

function movementsOf({ partner }: PartnerSettlement, typed: TypedSettlement, known: Known): Movement[] {
  const { deal, account, own, other } = known;
  const isReceived = typed.direction === "received";
  return [
    {
      accountId: partner.id,
      accountType: partner.type,
      account: nameOf(partner),
      currencyId: typed.currencyId ?? 0,
      currency: own,
      side: isReceived ? "credited" : "debited",
      amount: deal.his,
    },
    {
      accountId: account.id,
      accountType: account.accountType,
      account: accountLabel(account),
      currencyId: typed.counterCurrencyId ?? 0,
      currency: other,
      side: isReceived ? "debited" : "credited",
      amount: deal.counter,
    },
  ];
}
