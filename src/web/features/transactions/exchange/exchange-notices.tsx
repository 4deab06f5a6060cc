import { Alert, Button, Group, Text } from "@mantine/core";
import { IconAlertTriangle } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";

import { nearestDeals, rateOfAmounts } from "#kernel/exchange-deal.ts";
import { amountsMeet, sellingAmount, type Deal } from "#kernel/exchange.ts";
import { rateText } from "#kernel/rate.ts";
import { useCodeOf, useDeal, useExchangeChange, type ExchangeFormState } from "#web/features/transactions/exchange-change.ts";
import { choosesCurrency, dealOf, withDeal, type ExchangeSide } from "#web/features/transactions/exchange-rules.ts";
import { formatRate } from "#web/lib/format.ts";
import { paths } from "#web/paths.ts";
import { ButtonLink } from "#web/shell/button-link.tsx";

import { openCurrency } from "./exchange-inputs.tsx";
import { inWords } from "./exchange-words.ts";
import classes from "./exchange.module.css";

interface DealNoticeProps {
  readonly title: string;
  readonly text: string;
  /** What can be done about it. */
  readonly children: ReactNode;
}

/** Something about the deal to look at while it is typed. It keeps nobody from going on. */
export function DealNotice({ title, text, children }: DealNoticeProps) {
  return (
    <Alert
      variant="default"
      role="alert"
      p="xs"
      title={title}
      icon={<IconAlertTriangle size={18} aria-hidden />}
      classNames={{ root: classes["notice"] ?? "", icon: classes["noticeIcon"] ?? "" }}
    >
      <Text size="sm">{text}</Text>
      <Group gap={6} mt={6}>
        {children}
      </Group>
    </Alert>
  );
}

interface WayOutProps {
  readonly onClick: () => void;
  readonly children: ReactNode;
}

/** A way out that a notice offers. */
export function WayOut({ onClick, children }: WayOutProps) {
  return (
    <Button size="compact-sm" variant="default" className={classes["wayOut"] ?? ""} onClick={onClick}>
      {children}
    </Button>
  );
}

/** Says that both sides have one currency, and how to go on. */
export function SameCurrency({ form }: { readonly form: ExchangeFormState }) {
  const { t } = useTranslation("exchange");
  const codeOf = useCodeOf();
  const values = useDeal(form.values);
  const currency = codeOf(values.purchaseCurrencyId);
  if (currency === undefined || values.purchaseCurrencyId !== values.sellingCurrencyId) return null;
  const side: ExchangeSide = choosesCurrency(values, "selling") ? "purchase" : "selling";
  return (
    <DealNotice title={t("same.title", { currency })} text={t("same.text")}>
      {choosesCurrency(values, side) ? null : <WayOut onClick={() => openCurrency({ form, side })}>{t("same.other")}</WayOut>}
      <ButtonLink size="compact-sm" variant="default" to={paths.transfer}>
        {t("same.transfer")}
      </ButtonLink>
    </DealNotice>
  );
}

interface FitProps {
  readonly form: ExchangeFormState;
  readonly onTake: (rate: string) => void;
}

/**
 * Says that a hundredth of the purchase currency is too coarse for the selling amount that was typed, with the deals that
 * can be made: the two nearest ones, or both amounts at the rate that they come to.
 */
export function FitNotice({ form, onTake }: FitProps) {
  const { t } = useTranslation("exchange");
  const change = useExchangeChange(form);
  const deal = dealOf(form.values, useCodeOf());
  const settle = (near: Deal): void => {
    change((values) => withDeal(values, near));
    // The notice goes with the button that was pressed.
    form.getInputNode("rate")?.focus();
  };
  if (deal === undefined || amountsMeet(deal, deal.pair)) return null;
  const { purchase, selling, rate, pair } = deal;
  const meeting = rateOfAmounts(deal, pair);
  const said = {
    rate: formatRate(rateText(rate)),
    purchase: inWords(purchase, pair.from),
    made: inWords(sellingAmount(purchase, rate, pair), pair.to),
    selling: inWords(selling, pair.to),
  };
  return (
    <DealNotice title={t("fit.title")} text={t("fit.text", said)}>
      {nearestDeals(selling, rate, pair).map((near) => (
        <WayOut key={near.purchase.toString()} onClick={() => settle(near)}>
          {t("fit.deal", { purchase: inWords(near.purchase, pair.from), selling: inWords(near.selling, pair.to) })}
        </WayOut>
      ))}
      {meeting === undefined ? null : (
        <WayOut onClick={() => onTake(rateText(meeting))}>{t("fit.rate", { rate: formatRate(rateText(meeting)) })}</WayOut>
      )}
    </DealNotice>
  );
}
