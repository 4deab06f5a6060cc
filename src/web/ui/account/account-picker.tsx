import { CloseButton, Combobox, Loader, Text, TextInput, useCombobox, VisuallyHidden, type TextInputProps } from "@mantine/core";
import { useEffect, useEffectEvent, useId, useLayoutEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { useTranslation } from "react-i18next";

import type { AccountRow } from "#contract/accounts.ts";
import { LoadError } from "#web/shell/load-error.tsx";
import { useAfterPress } from "#web/ui/after-press.ts";
import { useStill } from "#web/ui/entry/use-still.ts";

import { accountLabel, type LabelOrder } from "./account-label.ts";
import { AccountOptions, offerId, offerValue, optionId } from "./account-options.tsx";
import classes from "./account-picker.module.css";
import { useAccount, type AccountFilter } from "./account-search.ts";
import { lookupMarks } from "./lookups.ts";
import { NewCustomer } from "./new-customer.tsx";
import { leavePicker, pressPickerKey, useAccountPicker, type PickerInput, type PickerState } from "./use-account-picker.ts";

const nobody: readonly number[] = [];
const everybody: AccountFilter = {};

export interface AccountPickerProps extends Omit<TextInputProps, "value" | "defaultValue" | "onChange" | "type" | "label"> {
  readonly label: string;
  /** The id of the chosen account; null for none. */
  readonly value: PickerInput["value"];
  readonly onChange: PickerInput["onChange"];
  /** Whether the code or the name stands first. */
  readonly order?: LabelOrder;
  /** Ids that are not offered. */
  readonly exclude?: readonly number[];
  readonly filter?: AccountFilter;
  /** Whether an account that is missing can be opened here: by default wherever something is entered, and not where what was recorded is searched. */
  readonly mayAdd?: boolean;
  /**
   * What is entered is posted to the account anew: where it takes no postings any more, the field says so. Not where it may stay as it was
   * recorded, since a correction is allowed.
   */
  readonly postsTo?: boolean;
  /** The currency of the entry, which is what an account opened here most likely is for. */
  readonly newCurrencyId?: number | null;
  /** The list beside the page instead of inside it, for a dialog that would cut it off. Off: assistive technology finds it in the page. */
  readonly withinPortal?: boolean;
}

/**
 * Finds an account by what is typed: the server looks at code, names, phone and tazkira. Arrows walk, Enter chooses and goes
 * on to the next field, Escape takes back. A code typed at once with Enter is chosen as soon as the server has found it,
 * but never a guess: where several accounts could be meant, or the code is that of an account that is not offered, the list stays open. Tab or a click elsewhere choose as well where
 * only one account can be meant; otherwise the text stays, its form is not saved, and the list opens again with the focus.
 */
export function AccountPicker(props: AccountPickerProps) {
  const { label, value, onChange, order = "code", exclude = nobody, filter = everybody, ...rest } = props;
  const { withinPortal = false, mayAdd = filter.anyStatus !== true, newCurrencyId = null, postsTo = false, ...others } = rest;
  const { t } = useTranslation("ui");
  const listId = useId();
  const picker = useAccountPicker({ value, onChange, exclude, filter, mayAdd });
  const list = useStillWhilePressed(picker);
  const store = useCombobox({ opened: picker.opened, onOpenedChange: picker.setOpened });
  const chosen = useAccount(value);
  const { field, text } = useReplaceable(picker.typed, chosen === undefined ? "" : accountLabel(chosen, order));
  const whyNotOffered = useWhyNotOffered(filter, order);
  const why = whyNotOffered(picker.notOffered);
  const rests = postsTo && picker.typed === undefined && chosen !== undefined && chosen.accountStatus !== "active";
  const whyResting = useAfterRelease(rests ? whyNotOffered(chosen) : undefined);
  const isLeft = picker.isUnsettled && !picker.opened;
  const clearable = (value !== null || isLeft) && others.disabled !== true;
  const backFromNew = (account: AccountRow | undefined): void => {
    flushSync(() => picker.added(account));
    field.current?.focus();
  };
  const submit = (chosenValue: string): void => {
    if (chosenValue === offerValue) picker.add();
    else picker.choose(list.shown.found.rows.find((row) => String(row.id) === chosenValue));
  };
  return (
    <Combobox store={store} shadow="md" withinPortal={withinPortal} onOptionSubmit={submit}>
      <Combobox.Target withAriaAttributes={false} withKeyboardNavigation={false}>
        <TextInput
          placeholder={t("accountPicker.placeholder")}
          {...others}
          ref={field}
          label={label}
          value={text}
          {...comboboxRole(picker, listId)}
          {...lookupMarks({ ...picker, why: picker.hasFailed ? t("accountPicker.failed") : why })}
          // Without a text of its own: a line more would move the Save button away below the pointer that presses it.
          error={others.error ?? whyResting ?? isLeft}
          rightSection={<RightSection isWaiting={picker.isWaiting} onClear={clearable ? picker.clear : undefined} />}
          onChange={(event) => picker.type(event.currentTarget.value)}
          // What is typed after a click replaces the chosen account instead of growing its label. A browser ends a selection
          // only after the click where the field already has the focus.
          onMouseDown={(event) => {
            if (picker.typed === undefined && document.activeElement === event.currentTarget) event.preventDefault();
          }}
          onFocus={() => isLeft && picker.reopen()}
          onClick={(event) => {
            picker.open();
            if (picker.typed === undefined) event.currentTarget.select();
          }}
          onKeyDown={(event) => pressPickerKey(event, picker)}
          onBlur={(event) => {
            leavePicker(event, picker);
            others.onBlur?.(event);
          }}
        />
      </Combobox.Target>
      {/* A press inside the list must not take the focus from the field, which would close it. */}
      <Combobox.Dropdown onPointerDown={list.press} onMouseDown={(event) => event.preventDefault()}>
        {picker.opened ? <Found picker={list.shown} listId={listId} order={order} chosen={value} why={why} /> : null}
        <Announced picker={picker} why={why} />
      </Combobox.Dropdown>
      {picker.addingTyped === undefined ? null : (
        <NewCustomer
          typed={picker.addingTyped}
          filter={filter}
          currencyId={newCurrencyId}
          onOpened={backFromNew}
          onCancel={() => backFromNew(undefined)}
        />
      )}
    </Combobox>
  );
}

/**
 * What the field says: what is typed, otherwise the label. What is typed next replaces a label that has just come instead of growing it:
 * the account of a draft is known only after the first field has the focus, and with it a selection of nothing.
 */
function useReplaceable(typed: string | undefined, label: string) {
  const field = useRef<HTMLInputElement>(null);
  const shown = typed === undefined ? label : undefined;
  useEffect(() => {
    if (shown !== undefined && document.activeElement === field.current) field.current?.select();
  }, [shown]);
  return { field, text: typed ?? label };
}

/**
 * A line below the field, which comes and goes while no button is pressed: what another desk does must move none away. Layout effect: in
 * one step with the look at the button, since a press that came between the two would be moved away as well.
 */
function useAfterRelease(text: string | undefined): string | undefined {
  const [shown, setShown] = useState(text);
  const afterPress = useAfterPress();
  const follow = useEffectEvent((next: string | undefined) => afterPress(() => setShown(next)));
  useLayoutEffect(() => follow(text), [text]);
  return shown;
}

/**
 * The list as it is pressed stays until the release: rows that were found meanwhile would move the one below the pointer away, and the press
 * would choose nothing.
 */
function useStillWhilePressed(picker: PickerState) {
  const [isPressed, setPressed] = useState(false);
  const afterPress = useAfterPress();
  const press = (): void => {
    setPressed(true);
    afterPress(() => setPressed(false));
  };
  return { shown: useStill(picker, isPressed), press };
}

/** What assistive technology is told of the list once it belongs to what is typed. */
function Announced({ picker: { opened, found }, why }: Pick<FoundProps, "picker" | "why">) {
  const { t } = useTranslation("ui");
  const counted = t(found.isAtLeast ? "accountPicker.countOfMore" : "accountPicker.count", { count: found.total });
  return <VisuallyHidden role="status">{opened && found.isCurrent ? (why ?? counted) : ""}</VisuallyHidden>;
}

/** Says why an account is not offered, for people; undefined without one. */
function useWhyNotOffered(filter: AccountFilter, order: LabelOrder): (account: AccountRow | undefined) => string | undefined {
  const { t } = useTranslation("ui");
  return (row) => {
    if (row === undefined) return undefined;
    const account = accountLabel(row, order);
    const { accountStatus: status, accountType } = row;
    if (status !== "active" && filter.anyStatus !== true) return t(`accountPicker.notOffered.${status}`, { account });
    if (filter.type === undefined || filter.type === accountType) return t("accountPicker.notOffered.notHere", { account });
    return t("accountPicker.notOffered.ofOtherType", { account, type: t(`accountTypes.${filter.type}`) });
  };
}

/** What the field says of itself and of its list. */
function comboboxRole(picker: PickerState, listId: string) {
  const { opened, query, found, offersNew } = picker;
  return {
    role: "combobox",
    autoComplete: "off",
    spellCheck: false,
    "aria-autocomplete": "list",
    "aria-haspopup": "listbox",
    "aria-expanded": opened,
    // Escape takes back a text before it closes a dialog.
    "data-mantine-stop-propagation": opened || query !== "" || undefined,
    "aria-controls": opened && (found.rows.length > 0 || offersNew) ? listId : undefined,
    "aria-activedescendant": activeId(picker, listId),
  } as const;
}

/** The id of what is highlighted in the list. */
function activeId({ opened, found, active, offersNew }: PickerState, listId: string): string | undefined {
  const row = opened ? found.rows[active] : undefined;
  if (row !== undefined) return optionId(listId, row);
  return opened && offersNew && active === found.rows.length ? offerId(listId) : undefined;
}

interface RightSectionProps {
  readonly isWaiting: boolean;
  /** Undefined where there is nothing to clear. */
  readonly onClear: (() => void) | undefined;
}

function RightSection({ isWaiting, onClear }: RightSectionProps) {
  const { t } = useTranslation("ui");
  if (isWaiting) return <Loader size={16} aria-hidden />;
  if (onClear === undefined) return <Combobox.Chevron />;
  const name = t("accountPicker.clear");
  return (
    <CloseButton size="sm" tabIndex={-1} aria-label={name} onMouseDown={(event) => event.preventDefault()} onClick={onClear} />
  );
}

interface FoundProps {
  readonly picker: PickerState;
  readonly listId: string;
  readonly order: LabelOrder;
  readonly chosen: number | null;
  /** Why the account of the code typed is not among the rows; undefined where there is no such account. */
  readonly why: string | undefined;
}

/** The rows found, or why there are none, and the offer to open an account that is missing. */
function Found({ picker: { found, active, query, isWaiting, offersNew }, listId, order, chosen, why }: FoundProps) {
  const { t } = useTranslation("ui");
  if (found.error !== null)
    return <LoadError error={found.error} title={t("accountPicker.failed")} onRetry={() => void found.retry()} />;
  const offer = query === "" ? t("accountPicker.add") : t("accountPicker.addTyped", { typed: query });
  return (
    <>
      {why === undefined ? null : <Message text={why} next={t("accountPicker.notOfferedNext")} />}
      {why === undefined && found.rows.length === 0 ? <NothingFound isCurrent={!isWaiting} /> : null}
      {found.rows.length > 0 || offersNew ? (
        <AccountOptions
          id={listId}
          rows={found.rows}
          recentCount={found.recentCount}
          total={found.isAtLeast ? -1 : found.total}
          offer={offersNew ? offer : undefined}
          active={active}
          chosen={chosen}
          order={order}
          onNearEnd={found.more}
        />
      ) : null}
    </>
  );
}

function NothingFound({ isCurrent }: { readonly isCurrent: boolean }) {
  const { t } = useTranslation("ui");
  if (!isCurrent) return <Message text={t("accountPicker.searching")} />;
  return <Message text={t("accountPicker.empty")} next={t("accountPicker.emptyNext")} />;
}

/** A sentence in the list, and what to do. */
function Message({ text, next }: { readonly text: string; readonly next?: string }) {
  return (
    <div className={classes["message"]}>
      <Text size="sm">{text}</Text>
      {next === undefined ? null : (
        <Text size="xs" c="dimmed">
          {next}
        </Text>
      )}
    </div>
  );
}
