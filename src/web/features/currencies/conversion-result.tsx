import { Text, Title } from "@mantine/core";
import { useId } from "react";
import { useTranslation } from "react-i18next";

import type { Currency } from "#contract/currencies.ts";
import { formatDigits, formatRate, useFormatAmount } from "#web/lib/format.ts";
import { formatInstant } from "#web/lib/instant.ts";
import { useOffice } from "#web/lib/session.ts";

import { conversionOf, directionalRate, type ConversionState, type Pair } from "./conversion-rules.ts";
import classes from "./conversion.module.css";
import { measureCode } from "./rules.ts";

interface ConversionResultProps {
  readonly state: ConversionState;
  readonly pair: Pair;
}

/** What was converted last, and what it comes to. It names the amount too: what is typed meanwhile is another one. */
export function ConversionResult({ state, pair }: ConversionResultProps) {
  const { t } = useTranslation("currencies");
  const formatAmount = useFormatAmount();
  const id = useId();
  const { from, to } = pair;
  const conversion = conversionOf(state, pair);
  return (
    <section aria-labelledby={id}>
      <Title order={2} id={id} mb="xs">
        {t("conversion.result")}
      </Title>
      <div role="status">
        {conversion === undefined || from === undefined || to === undefined ? (
          <Text size="sm" c="dimmed">
            {t("conversion.waiting")}
          </Text>
        ) : (
          <>
            <Text size="sm" c="dimmed">
              {t("conversion.equals", { amount: `${formatDigits(conversion.amount)} ${from.code}` })}
            </Text>
            <p className={classes["figure"]}>
              <bdi dir="ltr">
                {formatAmount(conversion.result, to.code)} <span className={classes["code"]}>{to.code}</span>
              </bdi>
            </p>
          </>
        )}
      </div>
    </section>
  );
}

/** What one unit of each currency is in the other, and the day of the rates behind it. */
export function PairRates({ pair }: { readonly pair: Pair }) {
  const { t } = useTranslation("currencies");
  const id = useId();
  const { from, to } = pair;
  // Of one currency on both sides the rate is said once.
  const rated = [...new Set([from, to])].filter(
    (currency) => currency !== undefined && currency.code !== measureCode,
  ) as Currency[];
  return (
    <section aria-labelledby={id}>
      <Title order={2} id={id} mb="xs">
        {t("conversion.rates")}
      </Title>
      <dl className={classes["rates"]}>
        <dt>{t("conversion.forward")}</dt>
        <dd>
          <Directional pair={{ from, to }} />
        </dd>
        <dt>{t("conversion.backward")}</dt>
        <dd>
          <Directional pair={{ from: to, to: from }} />
        </dd>
      </dl>
      {rated.map((currency) => (
        <AsOf key={currency.code} currency={currency} />
      ))}
    </section>
  );
}

function Directional({ pair }: { readonly pair: Pair }) {
  const { t } = useTranslation("currencies");
  const rate = directionalRate(pair);
  if (rate === undefined || pair.from === undefined || pair.to === undefined) return t("conversion.notAvailable");
  const words = rate === "tiny" ? t("conversion.tiny") : rate;
  return t("conversion.rate", { from: pair.from.code, rate: words, to: pair.to.code });
}

function AsOf({ currency: { code, exchangeRate, ratedAt } }: { readonly currency: Currency }) {
  const { t } = useTranslation("currencies");
  const { timeZone } = useOffice();
  return (
    <Text size="xs" c="dimmed">
      {t("conversion.asOf", { code, rate: formatRate(exchangeRate), time: formatInstant(ratedAt, timeZone) })}
    </Text>
  );
}
