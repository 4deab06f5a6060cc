import { SimpleGrid, Stack, Switch, TextInput, type TextInputProps } from "@mantine/core";
import type { UseFormReturnType } from "@mantine/form";
import { useTranslation } from "react-i18next";

import type { Currency } from "#contract/currencies.ts";
import { useOffice } from "#web/lib/session.ts";
import { requiredMark } from "#web/ui/entry/required-mark.ts";
import { freeText } from "#web/ui/free-text.ts";
import { isComposed, type Change } from "#web/ui/typing.ts";

import { BoardRateInput } from "./board-rate-input.tsx";
import { RateReading } from "./rate-reading.tsx";
import { isCountedIn, measureCode, suggestionFor, type CurrencyForm } from "./rules.ts";

interface InputsProps {
  readonly form: UseFormReturnType<CurrencyForm>;
}

const text = { autoComplete: "off", spellCheck: false } as const;
const hintBelow: Pick<TextInputProps, "inputWrapperOrder"> = { inputWrapperOrder: ["label", "input", "description", "error"] };
const columns = { type: "container", cols: { base: 1, "420px": 2, "760px": 4 }, spacing: "md" } as const;
const dialogColumns = { type: "container", cols: { base: 1, "420px": 2 }, spacing: "md" } as const;

/** The fields of a new currency. What ISO knows of a code is proposed, and stays free to be typed over. */
export function NewCurrencyInputs({ form }: InputsProps) {
  const { t } = useTranslation("currencies");
  const { code, rate } = form.values;
  const propose = ({ currentTarget: input, nativeEvent }: Change): void => {
    // A word that is still being composed is left alone: the browser would begin it anew behind the capitals.
    const typed = isComposed(nativeEvent) ? input.value : input.value.toUpperCase();
    const before = suggestionFor(form.values.code);
    const next = suggestionFor(typed);
    form.setFieldValue("code", typed);
    for (const field of ["name", "symbol"] as const) {
      const value = form.values[field];
      if (value === "" || value === before?.[field]) form.setFieldValue(field, next?.[field] ?? "");
    }
  };
  return (
    <Stack gap="xs">
      <SimpleGrid {...columns}>
        <TextInput
          label={t("fields.code")}
          description={t("form.codeHint")}
          {...hintBelow}
          {...requiredMark}
          {...text}
          {...form.getInputProps("code")}
          dir="ltr"
          maxLength={3}
          onChange={propose}
          onCompositionEnd={propose}
        />
        <TextInput label={t("fields.name")} {...requiredMark} {...text} {...freeText} {...form.getInputProps("name")} />
        <TextInput label={t("fields.symbol")} {...requiredMark} {...text} {...form.getInputProps("symbol")} />
        <BoardRateInput
          label={t("fields.rate")}
          description={t("form.rateHint")}
          {...requiredMark}
          {...form.getInputProps("rate")}
          value={rate}
        />
      </SimpleGrid>
      <RateReading code={code} typed={rate} />
    </Stack>
  );
}

interface EditInputsProps extends InputsProps {
  /** The currency as the form began with it. */
  readonly base: Currency;
}

/** The fields of a currency that is there already: its code stays. The rate, which changes daily, comes first. */
export function CurrencyInputs({ form, base }: EditInputsProps) {
  const { t } = useTranslation("currencies");
  const { baseCurrency } = useOffice();
  const { code, rate, isActive } = form.values;
  const isMeasure = code === measureCode;
  const isFixed = isActive && isCountedIn(code, baseCurrency);
  return (
    <Stack gap="md">
      <SimpleGrid {...dialogColumns}>
        <TextInput label={t("fields.code")} value={code} readOnly variant="filled" dir="ltr" />
        <BoardRateInput
          label={t("fields.rate")}
          description={isMeasure ? t("form.rateFixed") : t("form.rateHint")}
          {...requiredMark}
          {...form.getInputProps("rate")}
          value={rate}
          readOnly={isMeasure}
          variant={isMeasure ? "filled" : "default"}
        />
        <TextInput label={t("fields.name")} {...requiredMark} {...text} {...freeText} {...form.getInputProps("name")} />
        <TextInput label={t("fields.symbol")} {...requiredMark} {...text} {...form.getInputProps("symbol")} />
      </SimpleGrid>
      <RateReading code={code} typed={rate} present={base.exchangeRate} />
      <Switch
        label={t("fields.isActive")}
        description={isFixed ? t("form.activeFixed", { code }) : t("form.activeHint")}
        {...form.getInputProps("isActive", { type: "checkbox" })}
        disabled={isFixed}
      />
    </Stack>
  );
}
