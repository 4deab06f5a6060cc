import { TextInput, type TextInputProps } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import { beforeCaret, isComposed, isOneKey, place, type Change } from "#web/ui/typing.ts";

import { decimalKeys } from "./decimal-keys.ts";
import { cellsApart, copiedCells, plainWithCommas } from "./typed-amount.ts";
import { isTypableRate, readRate } from "./typed-rate.ts";

export interface RateInputProps extends Omit<TextInputProps, "value" | "defaultValue" | "onChange" | "type"> {
  /** What was typed: digits and a point, or a text that is no rate. {@link readRate} reads it. */
  readonly value: string;
  readonly onChange: (text: string) => void;
}

/**
 * The field for an exchange rate, text from end to end: digits, Persian and Arabic ones too, and one decimal point. Nothing
 * is cut: a text that is no rate, such as one with a comma or two copied cells, stays visible with the reason.
 */
export function RateInput({ value, onChange, onPaste, error, onBlur, ...others }: RateInputProps) {
  const { t } = useTranslation("ui");
  const [left, setLeft] = useState(true);
  const reading = readRate(value);
  // A zero is the beginning of many a rate.
  const fault = reading.kind === "fault" && (left || reading.fault !== "zero") ? reading.fault : undefined;
  return (
    <TextInput
      {...others}
      value={value}
      dir="ltr"
      inputMode={decimalKeys}
      autoComplete="off"
      spellCheck={false}
      error={fault === undefined ? error : t(`rateFault.${fault}`)}
      onChange={(event) => {
        const next = typed(event, value);
        setLeft(false);
        if (next !== value) onChange(next);
      }}
      onCompositionEnd={(event) => {
        const next = typed(event, value);
        if (next !== value) onChange(next);
      }}
      onPaste={(event) => {
        onPaste?.(event);
        const clip = event.clipboardData.getData("text");
        if (copiedCells(clip).length <= 1 || others.readOnly === true || event.defaultPrevented) return;
        event.preventDefault();
        const { selectionStart, selectionEnd } = event.currentTarget;
        onChange(
          `${value.slice(0, selectionStart ?? value.length)}${cellsApart(clip)}${value.slice(selectionEnd ?? value.length)}`,
        );
      }}
      onBlur={(event) => {
        setLeft(true);
        onBlur?.(event);
      }}
    />
  );
}

/** The field after a keystroke or a paste. A single key that has no place in a rate is ignored; a comma is shown as wrong. */
function typed(event: Change, before: string): string {
  const input = event.currentTarget;
  if (isComposed(event.nativeEvent)) return input.value;
  if (copiedCells(input.value).length > 1) return cellsApart(input.value);
  const plain = plainWithCommas(input.value);
  if (isTypableRate(plain) || plain.includes(",")) {
    place(event, plain, plainWithCommas(beforeCaret(input)).length);
    return plain;
  }
  if (!isOneKey(event.nativeEvent)) return input.value;
  place(event, before, Math.max(0, beforeCaret(input).length - 1));
  return before;
}
