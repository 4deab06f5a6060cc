import { CloseButton, Kbd, TextInput } from "@mantine/core";
import { IconSearch } from "@tabler/icons-react";
import { useEffect, useEffectEvent, useRef, type RefObject } from "react";
import { useTranslation } from "react-i18next";

import { isTakenByInputMethod } from "#web/lib/composing.ts";
import { useWindowKeys } from "#web/lib/window-keys.ts";
import { isDialogOpen, isTypedInto } from "#web/ui/dialogs.ts";
import { useSearchText } from "#web/ui/entry/use-typed.ts";

import { longestSearch } from "./pass-place.ts";

interface SearchBoxProps {
  /** What is being searched for, as the address says. */
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** Enter: a number was typed, pasted or scanned, and its hawala is wanted. */
  readonly onEnter: (typed: string) => void;
  /** Goes into the list that was found. */
  readonly onEnterList: () => void;
  /** Whether a hawala is open, to which a narrow screen gives the place of the list. */
  readonly isOpen: boolean;
  /** Gives the list its place back. */
  readonly onBackToList: () => void;
}

/** The search box over the list. `/` comes here from anywhere on the page, also where the list has given way to a hawala. */
export function SearchBox({ value, onChange, onEnter, onEnterList, isOpen, onBackToList }: SearchBoxProps) {
  const { t } = useTranslation("passHawala");
  const field = useRef<HTMLInputElement>(null);
  const { typed, type, put } = useSearchText(value, onChange);
  useWayHere(field, isOpen, onBackToList);
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
        if (isTakenByInputMethod(event)) return;
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

/** Puts the focus into the search box, with what stands there to be typed over: at once, or as soon as the list is there again. */
function useWayHere(field: RefObject<HTMLInputElement | null>, isOpen: boolean, onBackToList: () => void): void {
  const isAwaited = useRef(false);
  const reach = (): boolean => {
    field.current?.focus();
    field.current?.select();
    return field.current === document.activeElement;
  };
  useSlashKey(() => {
    if (reach()) return;
    isAwaited.current = true;
    onBackToList();
  });
  const arrive = useEffectEvent(() => {
    if (isAwaited.current) reach();
    isAwaited.current = false;
  });
  useEffect(() => {
    if (!isOpen) arrive();
  }, [isOpen]);
}

/** A physical key as well as the sign, so that it works on a Persian layout. */
function useSlashKey(onPress: () => void): void {
  useWindowKeys((event) => {
    const isSlash = event.key === "/" || (event.code === "Slash" && !event.shiftKey);
    if (!isSlash || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    if (isTypedInto(event.target) || isDialogOpen()) return;
    event.preventDefault();
    onPress();
  });
}
