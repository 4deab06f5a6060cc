import { CloseButton, Combobox, Loader, Text, TextInput, useCombobox, VisuallyHidden, type TextInputProps } from "@mantine/core";
import { useId } from "react";
import { useTranslation } from "react-i18next";

import { LoadError } from "#web/shell/load-error.tsx";

import { accountLabel, type LabelOrder } from "./account-label.ts";
import { AccountOptions, optionId } from "./account-options.tsx";
import classes from "./account-picker.module.css";
import { useAccount, type AccountFilter } from "./account-search.ts";
import { pressPickerKey, useAccountPicker, type PickerInput, type PickerState } from "./use-account-picker.ts";

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
  /** The list beside the page instead of inside it, for a dialog that would cut it off. Off: assistive technology finds it in the page. */
  readonly withinPortal?: boolean;
}

/**
 * Finds an account by what is typed: the server looks at code, names, phone and tazkira. Arrows walk, Enter chooses and goes
 * on to the next field, Escape takes back. A code typed at once with Enter is chosen as soon as the server has found it,
 * but never a guess: where several accounts could be meant, the list stays open.
 */
export function AccountPicker(props: AccountPickerProps) {
  const { label, value, onChange, order = "code", exclude = nobody, filter = everybody, withinPortal = false, ...others } = props;
  const { t } = useTranslation("ui");
  const listId = useId();
  const picker = useAccountPicker({ value, onChange, exclude, filter });
  const { found, opened, active } = picker;
  const store = useCombobox({ opened, onOpenedChange: picker.setOpened });
  const chosen = useAccount(value);
  const clearable = value !== null && others.disabled !== true;
  const activeRow = opened ? found.rows[active] : undefined;
  return (
    <Combobox
      store={store}
      shadow="md"
      withinPortal={withinPortal}
      onOptionSubmit={(id) => picker.choose(found.rows.find((row) => String(row.id) === id))}
    >
      <Combobox.Target withAriaAttributes={false} withKeyboardNavigation={false}>
        <TextInput
          placeholder={t("accountPicker.placeholder")}
          {...others}
          label={label}
          value={picker.typed ?? (chosen === undefined ? "" : accountLabel(chosen, order))}
          role="combobox"
          autoComplete="off"
          spellCheck={false}
          aria-autocomplete="list"
          aria-haspopup="listbox"
          aria-expanded={opened}
          aria-controls={opened && found.rows.length > 0 ? listId : undefined}
          aria-activedescendant={activeRow === undefined ? undefined : optionId(listId, activeRow)}
          rightSection={
            <RightSection isWaiting={picker.isWaiting} onClear={clearable ? () => onChange(null, undefined) : undefined} />
          }
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
          onKeyDown={(event) => pressPickerKey(event, picker)}
          onBlur={(event) => {
            picker.close();
            others.onBlur?.(event);
          }}
        />
      </Combobox.Target>
      {/* A press inside the list must not take the focus from the field, which would close it. */}
      <Combobox.Dropdown onMouseDown={(event) => event.preventDefault()}>
        {opened ? <Found picker={picker} listId={listId} order={order} chosen={value} /> : null}
        <VisuallyHidden role="status">
          {opened && found.isCurrent ? t("accountPicker.count", { count: found.total }) : ""}
        </VisuallyHidden>
      </Combobox.Dropdown>
    </Combobox>
  );
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
}

/** The rows found, or why there are none. */
function Found({ picker: { found, active }, listId, order, chosen }: FoundProps) {
  const { t } = useTranslation("ui");
  if (found.error !== null)
    return <LoadError error={found.error} title={t("accountPicker.failed")} onRetry={() => void found.retry()} />;
  if (found.rows.length > 0)
    return (
      <AccountOptions
        id={listId}
        rows={found.rows}
        recentCount={found.recentCount}
        total={found.total}
        active={active}
        chosen={chosen}
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
