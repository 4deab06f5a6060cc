import { ActionIcon, Button, Card, Skeleton } from "@mantine/core";
import { IconArrowsLeftRight } from "@tabler/icons-react";
import { useRef, useState, type SubmitEvent } from "react";
import { useTranslation } from "react-i18next";

import type { Currency } from "#contract/currencies.ts";
import { useUrlState } from "#web/lib/url.ts";
import { LoadError } from "#web/shell/load-error.tsx";
import { Page } from "#web/shell/page.tsx";
import { AmountInput } from "#web/ui/amount/amount-input.tsx";
import { CurrencySelect } from "#web/ui/currency-select.tsx";
import { focusFirstWrong } from "#web/ui/entry/enter-order.ts";
import { requiredMark } from "#web/ui/entry/required-mark.ts";

import { ConversionResult, PairRates } from "./conversion-result.tsx";
import { conversionState, faultsOf, pairOf, type ConversionField, type ConversionState } from "./conversion-rules.ts";
import classes from "./conversion.module.css";
import { useFreshCurrencies } from "./queries.ts";

/** Currency Conversion: what an amount comes to by the rates of the board. The address holds what was converted last. */
export function ConversionPage() {
  const { t } = useTranslation("currencies");
  const list = useFreshCurrencies();
  return (
    <Page title={t("conversion.title")} description={t("conversion.description")}>
      {list.isError ? <LoadError title={t("list.failed")} error={list.error} onRetry={() => void list.refetch()} /> : null}
      {list.isPending ? <Skeleton height={240} radius="md" role="status" aria-label={t("list.loading")} /> : null}
      {list.data === undefined ? null : <Converter currencies={list.data} />}
    </Page>
  );
}

function Converter({ currencies }: { readonly currencies: readonly Currency[] }) {
  const { typed, shown, faults, form, type, convert, swap } = useConverter(currencies);
  return (
    <div className={classes["columns"]}>
      <Card withBorder>
        <Inputs
          currencies={currencies}
          typed={typed}
          faults={faults}
          form={form}
          onType={type}
          onConvert={convert}
          onSwap={swap}
        />
      </Card>
      <Card withBorder className={classes["result"] ?? ""}>
        <ConversionResult state={shown} pair={pairOf(shown, currencies)} />
        <PairRates pair={pairOf(typed, currencies)} />
      </Card>
    </div>
  );
}

const nothing = conversionState.parse({});

/** What is typed now, and what was converted last and therefore stands in the address. */
function useConverter(currencies: readonly Currency[]) {
  const [converted, setConverted] = useUrlState(conversionState);
  const address = JSON.stringify(converted);
  const [draft, setDraft] = useState({ address, typed: converted, isRefused: false });
  const form = useRef<HTMLFormElement>(null);
  // An address that came from elsewhere (a link, the back button) replaces what was typed.
  const { typed, isRefused } = draft.address === address ? draft : { typed: converted, isRefused: false };
  const faults = faultsOf(typed, pairOf(typed, currencies));
  const change = (next: ConversionState, refused: boolean): void => setDraft({ address, typed: next, isRefused: refused });
  return {
    typed,
    /** From a refusal to the next conversion nothing: the figure of before would pass for that of what was refused. */
    shown: isRefused ? nothing : converted,
    form,
    /** Said once a conversion was refused, and until the next one. */
    faults: isRefused ? faults : {},
    type: (field: ConversionField, text: string) => change({ ...typed, [field]: text }, isRefused),
    convert: (): void => {
      const wrong = Object.keys(faults);
      change(typed, wrong.length > 0);
      if (wrong.length === 0) setConverted(typed);
      else focusFirstWrong(form.current, wrong);
    },
    swap: (): void => {
      const turned = { ...typed, from: typed.to, to: typed.from };
      // What is on screen as a result is turned with it; what is still being typed is not converted by the way.
      const isResult = Object.keys(faults).length === 0 && JSON.stringify(typed) === address;
      if (isResult) setConverted(turned);
      else change(turned, isRefused);
    },
  };
}

interface InputsProps {
  readonly currencies: readonly Currency[];
  readonly typed: ConversionState;
  readonly faults: ReturnType<typeof faultsOf>;
  readonly form: React.RefObject<HTMLFormElement | null>;
  readonly onType: (field: ConversionField, text: string) => void;
  readonly onConvert: () => void;
  readonly onSwap: () => void;
}

function Inputs({ currencies, typed, faults, form, onType, onConvert, onSwap }: InputsProps) {
  const { t } = useTranslation(["currencies", "ui"]);
  const { from, to } = pairOf(typed, currencies);
  const said = (field: ConversionField): string | undefined => {
    const fault = faults[field];
    if (fault === undefined) return undefined;
    return fault === "unreadable" ? t("ui:amountFault.unreadable") : t(`currencies:conversion.${fault}`);
  };
  const select = (field: "from" | "to", chosen: Currency | undefined) => (
    <CurrencySelect
      label={t(`currencies:conversion.${field}`)}
      data-path={field}
      {...requiredMark}
      value={chosen?.id ?? null}
      error={said(field)}
      onChange={(id) => onType(field, currencies.find((currency) => currency.id === id)?.code ?? "")}
    />
  );
  const submit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    onConvert();
  };
  return (
    <form ref={form} noValidate aria-label={t("currencies:conversion.title")} className={classes["form"]} onSubmit={submit}>
      <div className={classes["pair"]}>
        {select("from", from)}
        <ActionIcon
          variant="default"
          size={36}
          className={classes["swap"] ?? ""}
          aria-label={t("currencies:conversion.swap")}
          title={t("currencies:conversion.swap")}
          onClick={onSwap}
        >
          <IconArrowsLeftRight size={18} aria-hidden />
        </ActionIcon>
        {select("to", to)}
      </div>
      <AmountInput
        label={t("currencies:conversion.amount")}
        data-path="amount"
        {...requiredMark}
        value={typed.amount}
        currency={from?.code}
        error={said("amount")}
        onChange={(text) => onType("amount", text)}
      />
      <Button type="submit">{t("currencies:conversion.convert")}</Button>
    </form>
  );
}
