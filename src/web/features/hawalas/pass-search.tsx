import { Kbd } from "@mantine/core";
import { useEffect, useEffectEvent, useRef, type RefObject } from "react";
import { useTranslation } from "react-i18next";

import { useWindowKeys } from "#web/lib/window-keys.ts";
import { SearchBox } from "#web/shell/search-box.tsx";
import { isDialogOpen, isTypedInto } from "#web/ui/dialogs.ts";

interface PassSearchProps {
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
export function PassSearch({ isOpen, onBackToList, ...search }: PassSearchProps) {
  const { t } = useTranslation("passHawala");
  const field = useRef<HTMLInputElement>(null);
  useWayHere(field, isOpen, onBackToList);
  return (
    <SearchBox
      {...search}
      ref={field}
      label={t("filters.search")}
      placeholder={t("filters.placeholder")}
      aria-keyshortcuts="/"
      hint={
        <Kbd size="xs" aria-hidden>
          /
        </Kbd>
      }
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
