import { CloseButton, Kbd, TextInput } from "@mantine/core";
import { IconSearch } from "@tabler/icons-react";
import { useEffect, useEffectEvent, useRef } from "react";
import { useTranslation } from "react-i18next";

import { isDialogOpen, isTypedInto } from "#web/ui/dialogs.ts";
import { useSearchText } from "#web/ui/use-typed.ts";

import { longestSearch } from "./pass-place.ts";

interface SearchBoxProps {
  /** What is being searched for, as the address says. */
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** Enter: a number was typed, pasted or scanned, and its hawala is wanted. */
  readonly onEnter: (typed: string) => void;
  /** Goes into the list that was found. */
  readonly onEnterList: () => void;
}

/** The search box over the list. `/` comes here from anywhere on the page. */
export function SearchBox({ value, onChange, onEnter, onEnterList }: SearchBoxProps) {
  const { t } = useTranslation("passHawala");
  const field = useRef<HTMLInputElement>(null);
  const { typed, type, put } = useSearchText(value, onChange);
  useSlashKey(() => {
    field.current?.focus();
    field.current?.select();
  });
  return (
    <TextInput
      ref={field}
      type="text"
      role="searchbox"
      label={t("filters.search")}
      placeholder={t("filters.placeholder")}
      maxLength={longestSearch}
      autoComplete="off"
      spellCheck={false}
      aria-keyshortcuts="/"
      leftSection={<IconSearch size={16} aria-hidden />}
      rightSection={
        typed === "" ? (
          <Kbd size="xs" aria-hidden>
            /
          </Kbd>
        ) : (
          <CloseButton size="sm" aria-label={t("filters.clearSearch")} onClick={() => put("")} />
        )
      }
      rightSectionPointerEvents="all"
      value={typed}
      onChange={({ currentTarget }) => type(currentTarget.value)}
      onKeyDown={(event) => {
        if (event.nativeEvent.isComposing) return;
        if (event.key === "ArrowDown") {
          event.preventDefault();
          onEnterList();
        } else if (event.key === "Enter" && typed.trim() !== "") {
          event.preventDefault();
          put(typed);
          onEnter(typed.trim());
        }
      }}
    />
  );
}

/** A physical key as well as the sign, so that it works on a Persian layout. */
function useSlashKey(onPress: () => void): void {
  const pressed = useEffectEvent((event: KeyboardEvent) => {
    const isSlash = event.key === "/" || (event.code === "Slash" && !event.shiftKey);
    if (!isSlash || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    if (isTypedInto(event.target) || isDialogOpen()) return;
    event.preventDefault();
    onPress();
  });
  useEffect(() => {
    const hear = (event: KeyboardEvent): void => pressed(event);
    window.addEventListener("keydown", hear);
    return () => window.removeEventListener("keydown", hear);
  }, []);
}
