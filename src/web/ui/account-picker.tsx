import { CloseButton, Combobox, Loader, Text, TextInput, useCombobox, VisuallyHidden, type TextInputProps } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { useQueryClient } from "@tanstack/react-query";
import { useId, useState, type KeyboardEvent } from "react";
import { flushSync } from "react-dom";
import { useTranslation } from "react-i18next";

import type { AccountRow } from "#contract/accounts.ts";
import { useSession } from "#web/lib/session.ts";
import { LoadError } from "#web/shell/load-error.tsx";

import { accountLabel, type LabelOrder } from "./account-label.ts";
import { AccountOptions, optionId } from "./account-options.tsx";
import classes from "./account-picker.module.css";
import { knowAccount, useAccount, useAccountSearch, type AccountFilter } from "./account-search.ts";
import { focusNextField } from "./enter-order.ts";
import { recentAccounts, rememberAccount } from "./recent-accounts.ts";

const debounceMs = 120;
const pageStep = 5;
const nobody: readonly number[] = [];
const everybody: AccountFilter = {};

export interface AccountPickerProps extends Omit<TextInputProps, "value" | "defaultValue" | "onChange" | "type" | "label"> {
  readonly label: string;
  /** The id of the chosen account; null for none. */
  readonly value: number | null;
  readonly onChange: (id: number | null, account: AccountRow | undefined) => void;
  /** Whether the code or the name stands first. */
  readonly order?: LabelOrder;
  /** Ids that are not offered. */
  readonly exclude?: readonly number[];
  readonly filter?: AccountFilter;
  /** The list beside the page instead of inside it, for a dialog that would cut it off. Off: assistive technology finds it in the page. */
  readonly withinPortal?: boolean;
}

/**
 * Finds an account by what is typed: the server looks at code, names, phone and tazkira. Arrows walk, Enter chooses and goes
 * on to the next field, Escape takes back. A code typed at once with Enter is chosen as soon as the server has found it,
 * but never a guess: where several accounts could be meant, the list stays open.
 */
export function AccountPicker({ label, value, onChange, order = "code", exclude = nobody, filter = everybody, withinPortal = false, ...others }: AccountPickerProps) {
  const { t } = useTranslation("ui");
  const picker = usePicker({ value, onChange, exclude, filter });
  const { found, opened, rows, active, listId } = picker;
  const chosen = useAccount(value);
  const text = picker.typed ?? (chosen === undefined ? "" : accountLabel(chosen, order));
  const activeRow = opened ? rows[active] : undefined;
  return (
    <Combobox store={picker.store} shadow="md" withinPortal={withinPortal} onOptionSubmit={(id) => picker.choose(rows.find((row) => String(row.id) === String(id)))}>
      <Combobox.Target withAriaAttributes={false} withKeyboardNavigation={false}>
        <TextInput
          placeholder={t("accountPicker.placeholder")}
          {...others}
          label={label}
          value={text}
          role="combobox"
          autoComplete="off"
          spellCheck={false}
          aria-autocomplete="list"
          aria-haspopup="listbox"
          aria-expanded={opened}
          aria-controls={opened && rows.length > 0 ? listId : undefined}
          aria-activedescendant={activeRow === undefined ? undefined : optionId(listId, activeRow)}
          rightSection={picker.isWaiting ? <Loader size={16} aria-hidden /> : clearButton()}
          onChange={(event) => picker.type(event.currentTarget.value)}
          // What is typed after a click replaces the chosen account instead of growing its label. A browser ends a selection
          // only after the click where the field already has the focus.
          onMouseDown={(event) => {
            if (picker.typed === undefined && document.activeElement === event.currentTarget) event.preventDefault();
          }}
          onClick={(event) => {
            picker.open();
            if (picker.typed === undefined) event.currentTarget.select();
          }}
          onKeyDown={picker.press}
          onBlur={(event) => {
            picker.close();
            others.onBlur?.(event);
          }}
        />
      </Combobox.Target>
      <Combobox.Dropdown onMouseDown={(event) => event.preventDefault()}>
        {opened ? content() : null}
        <VisuallyHidden role="status">{opened && found.isCurrent ? t("accountPicker.count", { count: found.total }) : ""}</VisuallyHidden>
      </Combobox.Dropdown>
    </Combobox>
  );

  function clearButton(): React.ReactNode {
    if (value === null || others.disabled === true) return <Combobox.Chevron />;
    return <CloseButton size="sm" tabIndex={-1} aria-label={t("accountPicker.clear")} onMouseDown={(event) => event.preventDefault()} onClick={() => onChange(null, undefined)} />;
  }

  function content(): React.ReactNode {
    if (found.error !== null) return <LoadError error={found.error} title={t("accountPicker.failed")} onRetry={() => void found.retry()} />;
    if (rows.length > 0)
      return (
        <AccountOptions
          id={listId}
          rows={rows}
          recentCount={found.recentCount}
          total={found.total}
          active={active}
          chosen={value}
          order={order}
          onNearEnd={found.more}
        />
      );
    return (
      <div className={classes["message"]}>
        <Text size="sm">{found.isCurrent ? t("accountPicker.empty") : t("accountPicker.searching")}</Text>
        {found.isCurrent ? (
          <Text size="xs" c="dimmed">
            {t("accountPicker.emptyNext")}
          </Text>
        ) : null}
      </div>
    );
  }
}

type PickerInput = Required<Pick<AccountPickerProps, "value" | "onChange" | "exclude" | "filter">>;

/** What a picker knows while it is used: the text typed, the rows found, the row the arrows stand on. */
function usePicker({ value, onChange, exclude, filter }: PickerInput) {
  const client = useQueryClient();
  const { id: userId } = useSession();
  const listId = useId();
  const [opened, setOpened] = useState(false);
  const [typed, setTyped] = useState<string>();
  const [recent, setRecent] = useState<readonly number[]>(nobody);
  const [walked, setWalked] = useState<{ readonly query: string; readonly index: number }>();
  const store = useCombobox({ opened, onOpenedChange: setOpened });
  const query = typed?.trim() ?? "";
  const [asked] = useDebouncedValue(query, debounceMs);
  const found = useAccountSearch({ query: asked, filter, recent, exclude }, opened);
  const { rows } = found;
  const isCurrent = found.isCurrent && asked === query;
  // The account with exactly the typed code goes before others whose name or phone happens to contain it.
  const meant = rows.findIndex((row) => (query === "" ? row.id === value : row.accountCode.toLowerCase() === query.toLowerCase()));
  const start = Math.max(0, meant);
  const active = Math.min(walked?.query === query ? walked.index : start, rows.length - 1);

  const open = (): void => {
    if (opened) return;
    setRecent(recentAccounts(userId));
    setWalked(undefined);
    setOpened(true);
  };
  const close = (): void => {
    setOpened(false);
    setTyped(undefined);
  };
  const choose = (account: AccountRow | undefined): void => {
    if (account === undefined) return;
    knowAccount(client, account);
    rememberAccount(userId, account.id);
    close();
    onChange(account.id, account);
  };
  const type = (text: string): void => {
    open();
    setTyped(text);
    if (text === "" && value !== null) onChange(null, undefined);
  };
  const walk = (steps: number): void => {
    if (rows.length === 0) return;
    const wrapped = Math.abs(steps) === 1 ? (active + steps + rows.length) % rows.length : active + steps;
    setWalked({ query, index: Math.max(0, Math.min(rows.length - 1, wrapped)) });
  };
  /** Chooses what Enter or Tab means; what stands in the list may still belong to an earlier text. */
  const settle = async (input: HTMLInputElement, key: "Enter" | "Tab"): Promise<void> => {
    const text = input.value;
    const account = isCurrent && key === "Enter" ? rows[active] : await found.only(query).catch(() => undefined);
    const movedOn = key === "Enter" && (input.value !== text || document.activeElement !== input);
    if (account === undefined || movedOn) return;
    flushSync(() => choose(account));
    if (key === "Enter") focusNextField(input);
  };
  const press = (event: KeyboardEvent<HTMLInputElement>): void => {
    const input = event.currentTarget;
    if (event.nativeEvent.isComposing || event.ctrlKey || event.metaKey) return;
    const step = stepOf(event.key);
    if (step !== undefined && (opened || Math.abs(step) === 1)) {
      event.preventDefault();
      if (opened) walk(step);
      else open();
    } else if (event.key === "Enter" && opened) {
      event.preventDefault();
      if (found.error === null) void settle(input, "Enter");
      else void found.retry();
    } else if (event.key === "Tab" && opened && query !== "") {
      void settle(input, "Tab");
    } else if (event.key === "Escape" && opened) {
      event.preventDefault();
      event.stopPropagation();
      close();
    }
  };
  return { found, rows, opened, typed, active, listId, store, isWaiting: opened && !isCurrent && found.error === null, open, close, choose, type, press };
}

/** How far a key walks in the list. */
function stepOf(key: string): number | undefined {
  if (key === "ArrowDown") return 1;
  if (key === "ArrowUp") return -1;
  if (key === "PageDown") return pageStep;
  return key === "PageUp" ? -pageStep : undefined;
}
