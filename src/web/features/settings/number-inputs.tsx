import { SimpleGrid, TextInput } from "@mantine/core";
import type { UseFormReturnType } from "@mantine/form";
import { useTranslation } from "react-i18next";

import { requiredMark } from "#web/ui/entry/required-mark.ts";

import { CurrencyCodeSelect } from "./currency-code-select.tsx";
import { fallbackStartNumber, isStartNumber, type NumberForm } from "./rules.ts";

interface NumberInputsProps {
  readonly form: UseFormReturnType<NumberForm>;
  /** Whether something else is used for a start number that is none; the form says so while it is typed. */
  readonly fallsBack: boolean;
}

/** The two fields of an account number setting. */
export function NumberInputs({ form, fallsBack }: NumberInputsProps) {
  const { t } = useTranslation("settings");
  const { currency, startNumber } = form.values;
  const isFalling = fallsBack && !isStartNumber(startNumber);
  return (
    <SimpleGrid type="container" cols={{ base: 1, "420px": 2 }} spacing="md">
      <CurrencyCodeSelect label={t("numbers.currency")} {...requiredMark} {...form.getInputProps("currency")} value={currency} />
      <TextInput
        label={t("numbers.startNumber")}
        description={
          isFalling
            ? t("numbers.fallback", { number: fallbackStartNumber })
            : t(fallsBack ? "numbers.startHint" : "numbers.editHint")
        }
        inputWrapperOrder={["label", "input", "description", "error"]}
        {...requiredMark}
        {...form.getInputProps("startNumber")}
        dir="ltr"
        inputMode="numeric"
        autoComplete="off"
        onBlur={() => {
          if (isFalling) form.setFieldValue("startNumber", String(fallbackStartNumber));
        }}
      />
    </SimpleGrid>
  );
}
