import { TextInput, type TextInputProps } from "@mantine/core";
import { useState, type ChangeEvent, type ClipboardEvent } from "react";
import { useTranslation } from "react-i18next";

import { largestAmount, parseAmount, type Amount } from "#kernel/amount.ts";
import { symbolOf, useCurrencySymbols } from "#web/lib/currency-symbols.ts";
import { formatDigits, groupThousands } from "#web/lib/format.ts";
import { useAfterPress } from "#web/ui/after-press.ts";
import { beforeCaret, insertedText, isComposed, isDeletion, isOneKey, place } from "#web/ui/typing.ts";

import classes from "./amount-input.module.css";
import { decimalKeys } from "./decimal-keys.ts";
import {
  cellsApart,
  cellSeparator,
  copiedCells,
  groupsThousands,
  isTypable,
  pastedAmount,
  plainCharacters,
  readAmount,
  separators,
  type AmountFault,
  type AmountReading,
} from "./typed-amount.ts";

export interface AmountInputProps extends Omit<TextInputProps, "value" | "defaultValue" | "onChange" | "type"> {
  /** Plain decimal text ("1234.5"), "" for none, or what was typed when it is no amount. */
  readonly value: string;
  readonly onChange: (text: string) => void;
  /** The code of the currency, shown around the figures. */
  readonly currency?: string | undefined;
  /** The most that it takes; what one entry can carry, unless it is for a sum of many. */
  readonly largest?: Amount;
  /** It may also be nothing: a commission, what lies in a cash box. */
  readonly mayBeZero?: boolean;
}

/** What stands in the field while it differs from the plain value: separators, a calculation, a mistake. */
interface Draft {
  readonly text: string;
  readonly reading: AmountReading;
  /** What `onChange` was told; a value that differs comes from elsewhere and replaces the draft. */
  readonly told: string;
  readonly left: boolean;
  /** What stands there as long as a word is being composed; `text` follows it. */
  readonly composed?: string | undefined;
}

/** Reads a text by what the field takes. */
type Read = (text: string) => AmountReading;

const unreadable: AmountReading = { kind: "fault", fault: "unreadable" };

function draftOf(text: string, reading: AmountReading): Draft {
  const told = reading.kind === "amount" ? reading.text : reading.kind === "empty" ? "" : text;
  return { text, reading, told, left: false };
}

/**
 * The field for an amount of money, text from end to end. It takes digits and one decimal point, Persian and Arabic digits,
 * pasted amounts with a currency, `1.5k`, `2m` and calculations such as `=120*83.5`. Separators appear when the field is
 * left. Nothing is cut: what is no amount stays visible with the reason and is handed on as typed, so that the schema of
 * the call refuses it too. An empty field is "".
 */
export function AmountInput(props: AmountInputProps) {
  const { value, onChange, currency, largest = largestAmount, mayBeZero, error, onBlur, readOnly, ...others } = props;
  const { t } = useTranslation("ui");
  useCurrencySymbols();
  const [draft, setDraft] = useState<Draft>();
  const afterPress = useAfterPress();
  const read: Read = (text) => readAmount(text, largest);
  const live = draft?.told === value ? draft : undefined;
  // Where nobody can type, a calculation that is not finished elsewhere says nothing.
  const repeated = readOnly === true && parseAmount(value) === undefined ? "" : value;
  const text = live?.text ?? groupThousands(repeated);
  const shown = live?.composed ?? text;
  const reading = live?.reading ?? (value === "" || parseAmount(value) !== undefined ? read(value) : unreadable);
  const tell = (next: Draft): void => {
    setDraft(next);
    if (next.told !== value) onChange(next.told);
  };
  const fault =
    readOnly !== true && reading.kind === "fault" && (reading.fault !== "incomplete" || live?.left === true)
      ? reasonOf(reading.fault, mayBeZero)
      : undefined;
  return (
    <TextInput
      {...others}
      {...(currency === undefined ? {} : currencySections(currency))}
      value={shown}
      readOnly={readOnly === true}
      dir="ltr"
      inputMode={decimalKeys}
      autoComplete="off"
      spellCheck={false}
      classNames={{ wrapper: classes["wrapper"] ?? "", input: classes["input"] ?? "" }}
      error={fault === undefined ? error : t(`amountFault.${fault}`, { most: formatDigits(largest) })}
      description={live === undefined ? others.description : calculation(live)}
      inputWrapperOrder={["label", "input", "description", "error"]}
      onChange={(event) => {
        const composed = isComposed(event.nativeEvent) ? event.currentTarget.value : undefined;
        // A word that begins with such a sign leaves what it was typed over, as a key does.
        const ignored = composed !== undefined && live?.composed !== undefined ? withoutKey(event, read) : live;
        const next = typed(event, text, read) ?? ignored ?? (composed === undefined ? undefined : draftOf(text, reading));
        if (next !== undefined) tell({ ...next, composed });
      }}
      onCompositionEnd={(event) => {
        // Firefox tells what has ended the word only afterwards, as a change of its own.
        if (live?.composed === undefined || event.currentTarget.value !== live.composed) return;
        place(event, live.text, plainCharacters(beforeCaret(event.currentTarget)).length);
        setDraft({ ...live, composed: undefined });
      }}
      onPaste={(event) => {
        if (readOnly !== true) tell(pasted(event, shown, read));
      }}
      onBlur={(event) => {
        onBlur?.(event);
        if (live === undefined) return;
        // The word that was being composed may have ended within the same press of a key, which makes another draft of the same text.
        const settle = (): void =>
          setDraft((latest) => (latest?.text === live.text && latest.told === live.told ? settled(latest) : latest));
        // The line below goes, or comes, and would move a Save button away from under the pointer that presses it.
        if (isCalculated(live) || live.reading.kind === "fault") afterPress(settle);
        else settle();
      }}
    />
  );

  function calculation(current: Draft): React.ReactNode {
    const { reading: result } = current;
    if (result.kind !== "amount" || !isCalculated(current)) return others.description;
    const amount = formatDigits(result.amount);
    return result.rounded ? t("amount.rounded", { amount }) : t("amount.computed", { amount });
  }
}

function reasonOf(fault: AmountFault, mayBeZero = false): AmountFault | "belowZero" {
  return fault === "negative" && mayBeZero ? "belowZero" : fault;
}

/** Whether the amount is another one than the digits typed, and is said below them. */
function isCalculated({ text, reading }: Draft): boolean {
  return reading.kind === "amount" && (reading.rounded || /[=km]/.test(text));
}

/** The width in pixels that a symbol of so many characters is given; what is longer ends in dots. */
function symbolWidth(length: number): number {
  return Math.min(84, Math.max(34, 10 * length + 14));
}

function currencySections(
  code: string,
): Pick<TextInputProps, "leftSection" | "rightSection" | "leftSectionWidth" | "rightSectionWidth"> {
  const symbol = symbolOf(code);
  const shown = (
    <bdi className={classes["symbol"]} title={symbol}>
      {symbol}
    </bdi>
  );
  return {
    leftSection: symbol === code ? null : shown,
    rightSection: <span className={classes["code"]}>{code}</span>,
    leftSectionWidth: symbol === code ? 12 : symbolWidth(symbol.length),
    rightSectionWidth: 48,
  };
}

/** The field after a change; undefined when the key has no place in an amount and is ignored. */
function typed(event: ChangeEvent<HTMLInputElement>, before: string, read: Read): Draft | undefined {
  const input = event.currentTarget;
  const head = beforeCaret(input);
  const tail = input.value.slice(head.length);
  const piece = insertedText(event.nativeEvent);
  if (piece !== undefined && head.endsWith(piece))
    return putIn(piece, { before, head: head.slice(0, head.length - piece.length), tail }, read);
  const plain = plainCharacters(input.value);
  const isKey = isOneKey(event.nativeEvent);
  // Left out are commas typed by themselves and those that the field has set, none that came with the rest of a number.
  const isClear = ((isKey || isDeletion(event.nativeEvent)) && groupsThousands(before)) || groupsThousands(input.value);
  const isOneCell = copiedCells(input.value).length <= 1;
  if (isOneCell && isTypable(plain) && isClear) {
    place(event, plain, plainCharacters(head).length);
    return draftOf(plain, read(plain));
  }
  if (isKey && !isTypable(plain)) {
    place(event, before, Math.max(0, head.length - 1));
    return undefined;
  }
  const amount = pastedAmount(input.value);
  if (amount !== undefined) return draftOf(amount, read(amount));
  const text = isOneCell ? input.value : cellsApart(input.value);
  return draftOf(text, faultOf(text, read));
}

/** The field without the one sign that a word has come down to, which has no place in an amount. */
function withoutKey({ currentTarget: input }: ChangeEvent<HTMLInputElement>, read: Read): Draft {
  const head = beforeCaret(input);
  const text = `${[...head].slice(0, -1).join("")}${input.value.slice(head.length)}`;
  return draftOf(text, read(text));
}

/** The field after a paste over its selection. */
function pasted(event: ClipboardEvent<HTMLInputElement>, before: string, read: Read): Draft {
  event.preventDefault();
  const input = event.currentTarget;
  const start = input.selectionStart ?? before.length;
  const end = input.selectionEnd ?? before.length;
  return putIn(event.clipboardData.getData("text"), { before, head: before.slice(0, start), tail: before.slice(end) }, read);
}

/** Where something is put into a field: what stood in it, and what of that stays in front of it and behind. */
interface Place {
  readonly before: string;
  readonly head: string;
  readonly tail: string;
}

/** The field after a text was put in as a whole. One that is not plainly one amount is shown as it is, with the reason. */
function putIn(clip: string, { before, head, tail }: Place, read: Read): Draft {
  const amount = pastedAmount(clip);
  // A part of a calculation, such as "*83.5", is no amount by itself.
  const isOne = amount !== undefined || (copiedCells(clip).length <= 1 && !separators.test(clip));
  const text = `${head}${amount ?? cellsApart(clip)}${tail}`;
  const plain = plainCharacters(text);
  if (isOne && isTypable(plain) && (groupsThousands(before) || groupsThousands(text))) return draftOf(plain, read(plain));
  const refused = faultOf(text, read);
  if (read(text).kind === "fault") return draftOf(text, refused);
  // "12,50" in front of a 7 must not be read as 12,507 by anybody.
  return draftOf([head, clip.trim(), tail].filter((part) => part !== "").join(cellSeparator), refused);
}

/** The reason why a text that was refused as a whole is no amount; never that it is one after all once its commas are left out. */
function faultOf(text: string, read: Read): AmountReading {
  const reading = read(text);
  return reading.kind === "fault" && !separators.test(text) ? reading : unreadable;
}

/** The field once it has been left: an amount is grouped, a lone point vanishes, a mistake stays. */
function settled(draft: Draft): Draft | undefined {
  const left = { ...draft, composed: undefined, left: true };
  if (draft.reading.kind === "fault") return left;
  return draft.reading.kind === "amount" && draft.reading.rounded ? { ...left, text: groupThousands(draft.told) } : undefined;
}
