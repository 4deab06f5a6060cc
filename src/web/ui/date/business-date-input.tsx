import { ActionIcon, Button, Popover, TextInput, type TextInputProps } from "@mantine/core";
import { IconCalendar } from "@tabler/icons-react";
import { useState, type ChangeEvent, type KeyboardEvent } from "react";
import { useTranslation } from "react-i18next";

import { earliestBusinessDate, parseBusinessDate, type BusinessDate } from "#kernel/business-date.ts";
import { isTakenByInputMethod } from "#web/lib/composing.ts";
import { isReadFromRight } from "#web/lib/direction.ts";
import { useToday } from "#web/lib/session.ts";
import { lazyPart } from "#web/shell/lazy-part.tsx";
import { useMovedOn } from "#web/ui/entry/use-moved-on.ts";
import { useTyped } from "#web/ui/entry/use-typed.ts";

import { useBothCalendars, useSolarWords } from "./solar-words.ts";
import { afterDateKey, dateFault, keepsCounting, latestBusinessDate, readDate, type DateKeys } from "./typed-date.ts";

const Calendar = lazyPart(async () => (await import("./calendar.tsx")).Calendar);

/** Of the frame's notice it is 400. */
const aboveNotices = 401;
/** A month and its margins; what is said in its place is not wider. */
const calendarWidth = 320;

export interface BusinessDateInputProps extends Omit<TextInputProps, "value" | "defaultValue" | "onChange" | "type" | "label"> {
  readonly label: string;
  /** "YYYY-MM-DD", or what was typed when it is no day. */
  readonly value: string;
  readonly onChange: (text: string) => void;
}

interface Draft extends DateKeys {
  /** What `onChange` was told; a value that differs comes from elsewhere and replaces the draft. */
  readonly told: string;
}

/** What is wrong with a typed business date, in words; undefined for nothing. */
export function useDateCheck(): (typed: string) => string | undefined {
  const { t } = useTranslation("ui");
  const today = useToday();
  return (typed) => {
    const fault = dateFault(typed, today);
    if (fault === undefined) return undefined;
    if (fault === "impossible") return t("date.impossible");
    if (fault === "tooEarly") return t("date.tooEarly", { date: earliestBusinessDate });
    return t("date.tooLate", { date: latestBusinessDate(today) });
  };
}

/**
 * The field for a business date, text from end to end. T is today, + and − go by days, +5 counts days; a calendar opens
 * beside it. Days that no calendar has, and days outside what the office may enter, are named as wrong.
 */
export function BusinessDateInput(props: BusinessDateInputProps) {
  const { value, onChange, error, label, onBlur, onKeyDown, onMouseDown, ...others } = props;
  const { t } = useTranslation("ui");
  const today = useToday();
  const check = useDateCheck();
  const bothCalendars = useBothCalendars();
  const [draft, setDraft] = useState<Draft>();
  const live = draft?.told === value ? draft : undefined;
  const shown = live?.text ?? value;
  const date = readDate(value);
  const movedOn = useMovedOn(value, live !== undefined);
  const typing = value === "" || (live !== undefined && live.text.length < "YYYY-MM-DD".length);
  const set = (keys: DateKeys): void => {
    const told = readDate(keys.text) ?? keys.text;
    setDraft({ ...keys, told });
    if (told !== value) onChange(told);
  };
  const stopCounting = (): void => {
    if (live?.counting !== undefined) setDraft({ text: live.text, told: live.told });
  };
  const pressed = (event: KeyboardEvent<HTMLInputElement>): void => {
    onKeyDown?.(event);
    // The keyboard of a telephone does not say which key it is: it is known by what it puts in.
    if (isTakenByInputMethod(event)) return;
    const isCommand = event.ctrlKey || event.metaKey || event.altKey;
    // What is typed over a selection, or elsewhere than behind the text, belongs to a date and counts no days.
    const state = live !== undefined && isAtEnd(event.currentTarget) ? live : { text: shown };
    const next = isCommand ? undefined : afterDateKey(state, dateKey(event), today);
    if (next === undefined) return keepsCounting(event.key) ? undefined : stopCounting();
    event.preventDefault();
    set(next);
  };
  const typed = ({ currentTarget: input, nativeEvent }: ChangeEvent<HTMLInputElement>): void => {
    const key = keyPutIn(nativeEvent);
    const state = live !== undefined && key !== undefined && input.value === `${live.text}${key}` ? live : { text: shown };
    set((key === undefined ? undefined : afterDateKey(state, dateKey({ key }), today)) ?? { text: input.value });
  };
  return (
    <TextInput
      {...others}
      label={label}
      value={shown}
      dir="ltr"
      placeholder="YYYY-MM-DD"
      autoComplete="off"
      title={t("date.keys")}
      description={date === undefined ? t("date.keys") : movedOn ? <NewDay date={date} /> : bothCalendars(date)}
      inputWrapperOrder={["label", "input", "description", "error"]}
      error={(typing ? undefined : check(value)) ?? error}
      rightSection={<CalendarButton date={date} today={today} onChoose={(chosen) => set({ text: chosen })} />}
      onChange={typed}
      onMouseDown={(event) => {
        onMouseDown?.(event);
        stopCounting();
      }}
      onKeyDown={pressed}
      onBlur={(event) => {
        setDraft(undefined);
        onBlur?.(event);
      }}
    />
  );
}

function NewDay({ date }: { readonly date: BusinessDate }) {
  const { t } = useTranslation("ui");
  const bothCalendars = useBothCalendars();
  return <strong role="status">{t("date.newDay", { date: bothCalendars(date) })}</strong>;
}

interface DateFilterProps {
  readonly label: string;
  /** A day, or "" for any. */
  readonly value: string;
  readonly onChange: (date: string) => void;
  readonly error?: string | undefined;
  readonly className?: string | undefined;
}

/** A day to filter by. It acts as soon as a whole day stands in the field, and again when the field is emptied. */
export function DateFilter({ label, value, onChange, error, className = "" }: DateFilterProps) {
  const { typed, type, send } = useTyped(value, onChange);
  return (
    <BusinessDateInput
      label={label}
      className={className}
      value={typed}
      error={error}
      onChange={(text) => {
        type(text);
        if (text === "" || parseBusinessDate(text) !== undefined) send(text);
      }}
    />
  );
}

/** Whether the caret stands behind the text, with nothing selected. */
function isAtEnd({ selectionStart, selectionEnd, value }: HTMLInputElement): boolean {
  return selectionStart === value.length && selectionEnd === value.length;
}

/** How keyboards put signs in; Safari has a way of its own for the end of a word. */
const typedBy = new Set(["insertText", "insertCompositionText", "insertFromComposition"]);

/** The key that has put a sign in; undefined where it was more than a sign or a word, such as a date that is filled in, or was pasted. */
function keyPutIn(event: Event): string | undefined {
  const isPutIn = event instanceof InputEvent && typedBy.has(event.inputType);
  // A keyboard that composes words gives the whole word with each letter.
  return isPutIn ? /^(?:.$|\p{L}(?=\p{L}+$))/u.exec(event.data ?? "")?.[0] : undefined;
}

/** Physical keys where letters are meant, so that T works on a Persian layout too. */
function dateKey({ key, code = "" }: { readonly key: string; readonly code?: string }): string {
  if (code === "KeyT" || key.toLowerCase() === "t") return "t";
  if (key === "+" || key === "=" || code === "NumpadAdd") return "+";
  if (key === "-" || key === "−" || code === "NumpadSubtract") return "-";
  return key;
}

interface CalendarButtonProps {
  readonly date: BusinessDate | undefined;
  readonly today: BusinessDate;
  readonly onChoose: (date: string) => void;
}

function CalendarButton({ date, today, onChoose }: CalendarButtonProps) {
  const { t } = useTranslation("ui");
  const [opened, setOpened] = useState(false);
  return (
    <Popover
      opened={opened}
      onChange={setOpened}
      trapFocus
      returnFocus
      // Its button is at the right end of the field in every language, and the field below the calendar.
      position={isReadFromRight() ? "bottom-start" : "bottom-end"}
      shadow="md"
      // Above the notice that the server is away, which would lie over the days.
      zIndex={aboveNotices}
    >
      <Popover.Target>
        <ActionIcon
          variant="subtle"
          color="gray"
          tabIndex={-1}
          aria-label={t("date.calendar")}
          onClick={() => setOpened(!opened)}
        >
          <IconCalendar size={18} aria-hidden />
        </ActionIcon>
      </Popover.Target>
      {/* Open, it hears Escape for itself: a dialog that it belongs to would close as well. */}
      <Popover.Dropdown maw={calendarWidth} aria-label={t("date.calendar")} data-mantine-stop-propagation="true">
        <Calendar
          waiting={null}
          date={date ?? today}
          latest={latestBusinessDate(today)}
          onChoose={(chosen) => {
            onChoose(chosen);
            setOpened(false);
          }}
        />
      </Popover.Dropdown>
    </Popover>
  );
}

interface PeriodPresetsProps<Period extends string> {
  readonly label: string;
  readonly periods: readonly Period[];
  /** The one whose days are chosen. */
  readonly chosen: Period | undefined;
  /** What a period is called; the Solar month by its own name and year. */
  readonly wordsOf: (period: Period, solar: { readonly month: string; readonly year: number }) => string;
  readonly className: string | undefined;
  readonly onChoose: (period: Period) => void;
}

/** Periods by their names, one press each. */
export function PeriodPresets<Period extends string>(props: PeriodPresetsProps<Period>) {
  const { label, periods, chosen, wordsOf, className, onChoose } = props;
  const solar = useSolarWords()(useToday());
  return (
    <div role="group" aria-label={label} className={className}>
      {periods.map((period) => (
        <Button
          key={period}
          size="compact-xs"
          variant={period === chosen ? "filled" : "default"}
          aria-pressed={period === chosen}
          onClick={() => onChoose(period)}
        >
          {wordsOf(period, solar)}
        </Button>
      ))}
    </div>
  );
}
