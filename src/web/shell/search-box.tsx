import { CloseButton, TextInput, type TextInputProps } from "@mantine/core";
import { useMergedRef } from "@mantine/hooks";
import { IconSearch } from "@tabler/icons-react";
import { useRef, type KeyboardEvent, type ReactNode } from "react";
import { useTranslation } from "react-i18next";

import { searchLength } from "#contract/text.ts";
import { isTakenByInputMethod } from "#web/lib/composing.ts";
import { useSearchText } from "#web/ui/entry/use-typed.ts";

type OfField = "ref" | "className" | "label" | "aria-label" | "aria-keyshortcuts" | "placeholder";

interface SearchBoxProps extends Pick<TextInputProps, OfField> {
  /** What is being searched for, as the address says. */
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** Enter, with what is looked for; it searches at once, whether anything hears of it or not. */
  readonly onEnter?: (typed: string) => void;
  /** Goes into the list that was found. */
  readonly onEnterList?: () => void;
  /** Stands in the box as long as it is empty. */
  readonly hint?: ReactNode;
  readonly "data-autofocus"?: boolean;
}

/** The search box over a list. What is typed reaches the address after a pause. */
export function SearchBox({ value, onChange, onEnter, onEnterList, hint = null, ref, ...field }: SearchBoxProps) {
  const { t } = useTranslation("common");
  const own = useRef<HTMLInputElement>(null);
  const { typed, type, put } = useSearchText(value, onChange);
  const clear = (): void => {
    put("");
    // The button that was pressed is gone with the text.
    own.current?.focus();
  };
  const hear = (event: KeyboardEvent): void => {
    if (isTakenByInputMethod(event)) return;
    if (event.key === "ArrowDown" && onEnterList !== undefined) {
      event.preventDefault();
      onEnterList();
    } else if (event.key === "Enter") {
      event.preventDefault();
      put(typed);
      if (typed.trim() !== "") onEnter?.(typed.trim());
    }
  };
  return (
    <TextInput
      {...field}
      ref={useMergedRef(own, ref)}
      role="searchbox"
      maxLength={searchLength}
      autoComplete="off"
      spellCheck={false}
      leftSection={<IconSearch size={16} aria-hidden />}
      rightSection={typed === "" ? hint : <CloseButton size="sm" aria-label={t("clearSearch")} onClick={clear} />}
      rightSectionPointerEvents="all"
      value={typed}
      onChange={({ currentTarget }) => type(currentTarget.value)}
      onKeyDown={hear}
    />
  );
}
