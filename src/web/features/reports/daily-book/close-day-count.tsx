import { Alert, Button, Stack, TextInput, type TextInputProps } from "@mantine/core";
import { IconAlertTriangle } from "@tabler/icons-react";
import { useRef } from "react";
import { useTranslation } from "react-i18next";

import type { BookCurrency } from "#contract/day-closes.ts";
import { amountFrom, amountText, largestAmount, type Amount } from "#kernel/amount.ts";
import { denominationsOf, largestCash, mostPieces } from "#kernel/cash-count.ts";
import { isTakenByInputMethod } from "#web/lib/composing.ts";
import { formatCount, formatDigits } from "#web/lib/format.ts";
import { AmountInput } from "#web/ui/amount/amount-input.tsx";
import { Money } from "#web/ui/amount/money.tsx";
import { copiedCells, plainWithCommas } from "#web/ui/amount/typed-amount.ts";
import { focusNextField } from "#web/ui/entry/enter-order.ts";
import { freeText } from "#web/ui/free-text.ts";
import { isComposed, isDeletion, type Change } from "#web/ui/typing.ts";

import { useDifferenceWord } from "./close-day-counts.tsx";
import {
  canHold,
  confirmed,
  differenceOf,
  faultOf,
  movedFrom,
  isTypablePieces,
  noteText,
  piecesFault,
  type CountFault,
  type TypedCount,
} from "./close-day-rules.ts";
import classes from "./daily-book.module.css";

interface CurrencyCountProps {
  readonly row: BookCurrency;
  readonly typed: TypedCount;
  /** Whether somebody has tried to close the day: from then on what is missing is said. */
  readonly isTried: boolean;
  /** Another desk has closed the day: nothing is asked about the count any more. */
  readonly isOver: boolean;
  /** The dialog opens with the focus in it. */
  readonly isFirst: boolean;
  readonly onChange: (typed: TypedCount) => void;
}

/** Enter goes to the next field, as everywhere. */
const walk: TextInputProps["onKeyDown"] = (event) => {
  if (event.key !== "Enter" || event.ctrlKey || event.metaKey || isTakenByInputMethod(event)) return;
  event.preventDefault();
  focusNextField(event.currentTarget);
};

/** The count of one currency, by its sum or by its notes, beside what the books say. */
export function CurrencyCount({ row, typed, isTried, isOver, isFirst, onChange }: CurrencyCountProps) {
  const { t } = useTranslation("dailyBook");
  const { currency, closing } = row;
  const fault = isTried && !isOver ? faultOf(row, typed) : undefined;
  const difference = differenceOf(row, typed);
  const isOff = difference !== undefined && difference !== 0n;
  const byNotes = typed.notes !== undefined;
  const sumFault = useSumFault(fault);
  const field = useRef<HTMLInputElement>(null);
  const takeBooks = (): void => {
    // The button goes once there is a count.
    field.current?.focus();
    onChange({ ...typed, sum: closing });
  };
  return (
    <section className={classes["count"]} data-count={currency} aria-label={currency}>
      <AmountInput
        ref={field}
        label={byNotes ? t("close.rest", { currency }) : t("close.counted", { currency })}
        currency={currency}
        largest={largestCash}
        mayBeZero
        value={typed.sum}
        error={sumFault}
        data-wrong={sumFault !== undefined || undefined}
        data-autofocus={isFirst || undefined}
        onKeyDown={walk}
        onChange={(sum) => onChange({ ...typed, sum })}
      />
      <Comparison row={row} difference={difference} />
      <div data-enter-skip>
        {byNotes || typed.sum !== "" || amountFrom(closing) < 0n || !canHold(row) ? null : (
          <Button variant="subtle" size="xs" onClick={takeBooks}>
            {t("close.takeBooks")}
          </Button>
        )}
        <Button variant="subtle" size="xs" onClick={() => onChange({ ...typed, notes: byNotes ? undefined : {} })}>
          {byNotes ? t("close.withoutPieces") : t("close.pieces")}
        </Button>
      </div>
      {byNotes ? <Notes row={row} typed={typed} onChange={onChange} /> : null}
      {isOver ? null : <Moved row={row} typed={typed} isWrong={fault === "moved"} onChange={onChange} />}
      {isOff ? (
        <TextInput
          className={classes["wide"] ?? ""}
          label={t("close.reason", { currency })}
          maxLength={500}
          {...freeText}
          value={typed.reason}
          error={fault === "reason" ? t("close.reasonRequired") : undefined}
          data-wrong={fault === "reason" || undefined}
          onKeyDown={walk}
          onChange={({ currentTarget }) => onChange({ ...typed, reason: currentTarget.value })}
        />
      ) : null}
    </section>
  );
}

/** What is wrong with the sum itself. */
function useSumFault(fault: CountFault | undefined): string | undefined {
  const { t } = useTranslation("dailyBook");
  if (fault === "count") return t("close.countRequired");
  if (fault === "tooMuch") return t("close.tooMuch", { most: formatDigits(largestCash) });
  return fault === "tooFar" ? t("close.tooFar", { most: formatDigits(largestAmount) }) : undefined;
}

interface MovedProps extends Omit<CurrencyCountProps, "isTried" | "isOver" | "isFirst"> {
  readonly isWrong: boolean;
}

/** Says that another desk has posted since this was counted: whether that cash was in the count, only who counted knows. */
function Moved({ row, typed, isWrong, onChange }: MovedProps) {
  const { t } = useTranslation("dailyBook");
  const before = movedFrom(row, typed);
  if (before === undefined) return null;
  const words = { before: formatDigits(before), now: formatDigits(row.closing), currency: row.currency };
  return (
    <Alert role="alert" color="red" className={classes["wide"] ?? ""} icon={<IconAlertTriangle aria-hidden />}>
      <Stack gap="xs" align="flex-start">
        {t("close.moved", words)}
        <Button variant="default" size="xs" data-wrong={isWrong || undefined} onClick={() => onChange(confirmed(row, typed))}>
          {t("close.holds", words)}
        </Button>
      </Stack>
    </Alert>
  );
}

function Comparison({
  row: { currency, closing },
  difference,
}: {
  readonly row: BookCurrency;
  readonly difference: Amount | undefined;
}) {
  const { t } = useTranslation("dailyBook");
  const word = useDifferenceWord();
  const text = difference === undefined ? undefined : amountText(difference);
  return (
    <dl className={classes["facts"]}>
      <div>
        <dt>{t("close.books")}</dt>
        <dd>
          <Money value={closing} currency={currency} withoutCode />
        </dd>
      </div>
      {text === undefined ? null : (
        <div>
          <dt>{t("close.difference")}</dt>
          <dd>
            <Money value={text} currency={currency} withoutCode /> {word(text)}
          </dd>
        </div>
      )}
    </dl>
  );
}

function Notes({ row: { currency }, typed, onChange }: Omit<CurrencyCountProps, "isTried" | "isOver" | "isFirst">) {
  const { t } = useTranslation("dailyBook");
  return (
    <div className={classes["notes"]}>
      {denominationsOf(currency).map((value) => {
        const key = amountText(value);
        const typedPieces = typed.notes?.[key] ?? "";
        const fault = piecesFault(typedPieces);
        const take = (event: Change): void => {
          const pieces = piecesIn(event);
          if (pieces !== undefined && pieces !== typedPieces) onChange({ ...typed, notes: { ...typed.notes, [key]: pieces } });
        };
        return (
          <TextInput
            key={key}
            size="xs"
            label={t("close.piecesOf", { value: noteText(value), currency })}
            inputMode="numeric"
            autoComplete="off"
            dir="ltr"
            value={typedPieces}
            error={fault === undefined ? undefined : t(`close.${fault}`, { most: formatCount(mostPieces) })}
            data-wrong={fault !== undefined || undefined}
            onKeyDown={walk}
            onChange={take}
            onCompositionEnd={take}
          />
        );
      })}
    </div>
  );
}

/** The pieces after a change; undefined for one that has no place among them. */
function piecesIn({ currentTarget: { value }, nativeEvent }: Change): string | undefined {
  const pieces = plainWithCommas(value);
  if (isComposed(nativeEvent)) return value;
  if (copiedCells(value).length <= 1 && isTypablePieces(pieces)) return pieces;
  // A word that is none stays to be seen once it has been composed, and can be taken out again.
  return nativeEvent.type === "compositionend" || isDeletion(nativeEvent) ? value : undefined;
}
