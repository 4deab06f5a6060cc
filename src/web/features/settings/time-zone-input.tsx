import { Combobox, TextInput, useCombobox } from "@mantine/core";
import { useEffect, useMemo, useState, type ReactNode } from "react";
import { useTranslation } from "react-i18next";

import { useOffice } from "#web/lib/session.ts";
import { requiredMark } from "#web/ui/entry/required-mark.ts";
import { chooseByTelephone } from "#web/ui/telephone-enter.ts";

import { clockIn, matchingZones, timeZones } from "./rules.ts";

interface TimeZoneInputProps {
  /** The zone that is stored: on offer whatever this browser knows. */
  readonly stored: string;
  readonly value: string;
  readonly error: ReactNode;
  readonly onChange: (zone: string) => void;
}

/** What the list belongs to; the target around it says whether it is open, and which of its options is meant. */
const comboboxRole = { role: "combobox", "aria-autocomplete": "list" } as const;

/**
 * Chooses the office's time zone by a part of its name, and says what time and which business date it is there. What is typed
 * and is no zone stays in the field, and the schema of the form refuses it.
 */
export function TimeZoneInput({ stored, value, error, onChange }: TimeZoneInputProps) {
  const { t } = useTranslation("settings");
  const [isTyping, setTyping] = useState(false);
  const store = useCombobox({
    onDropdownClose: () => {
      // The next list is another one: what is highlighted now is no choice in it.
      store.resetSelectedOption();
      setTyping(false);
    },
  });
  const zones = useMemo(() => timeZones(stored), [stored]);
  const found = isTyping ? matchingZones(zones, value) : zones;
  const [first] = found;
  const { selectFirstOption } = store;
  useEffect(() => {
    if (isTyping && first !== undefined) selectFirstOption();
  }, [isTyping, first, selectFirstOption]);
  const isOpen = store.dropdownOpened && found.length > 0;
  return (
    <Combobox
      store={store}
      withinPortal={false}
      onOptionSubmit={(zone) => {
        onChange(zone);
        store.closeDropdown();
      }}
    >
      <Combobox.Target withExpandedAttribute>
        <TextInput
          label={t("business.fields.timeZone")}
          description={useZoneHint(value)}
          inputWrapperOrder={["label", "input", "description", "error"]}
          {...requiredMark}
          data-path="timeZone"
          {...comboboxRole}
          dir="ltr"
          spellCheck={false}
          value={value}
          error={error}
          rightSection={<Combobox.Chevron />}
          rightSectionPointerEvents="none"
          onFocus={(event) => event.currentTarget.select()}
          onClick={(event) => {
            if (!store.dropdownOpened) event.currentTarget.select();
            store.openDropdown();
          }}
          onKeyDown={(event) => {
            // It closes the list; the page's own Escape, which leaves the field, is the next one.
            if (event.key === "Escape" && store.dropdownOpened) event.preventDefault();
            chooseByTelephone(event, store);
          }}
          onChange={(event) => {
            setTyping(true);
            onChange(event.currentTarget.value);
            store.openDropdown();
          }}
          onBlur={() => store.closeDropdown()}
        />
      </Combobox.Target>
      {/* A press inside the list must not take the focus from the field, which would close it. */}
      <Combobox.Dropdown hidden={!isOpen} onMouseDown={(event) => event.preventDefault()}>
        <Combobox.Options mah={260} style={{ overflowY: "auto" }} aria-label={t("business.fields.timeZone")}>
          {found.map((zone) => (
            <Combobox.Option key={zone} value={zone} active={zone === value}>
              {zone}
            </Combobox.Option>
          ))}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  );
}

function useZoneHint(zone: string): string {
  const { t } = useTranslation("settings");
  const { today } = useOffice();
  const clock = clockIn(zone);
  const hints: string[] = clock === undefined ? [] : [t("business.hints.timeZone", { now: clock.now })];
  if (clock !== undefined && clock.date !== today) hints.push(t("business.hints.timeZoneChanged", { today: clock.date }));
  return hints.join(". ");
}
