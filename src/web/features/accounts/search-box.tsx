import { CloseButton, TextInput } from "@mantine/core";
import { IconSearch } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";

import { isTakenByInputMethod } from "#web/lib/composing.ts";
import { useSearchText } from "#web/ui/entry/use-typed.ts";

export const longestSearch = 100;

interface SearchBoxProps {
  /** What is being searched for, as the address says. */
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** Goes into the list that was found. */
  readonly onEnterList: () => void;
}

/** The search box of the account list. What is typed reaches the address after a pause. */
export function SearchBox({ value, onChange, onEnterList }: SearchBoxProps) {
  const { t } = useTranslation("accounts");
  const { typed, type, put } = useSearchText(value, onChange);
  return (
    <TextInput
      role="searchbox"
      aria-label={t("list.search")}
      placeholder={t("list.searchPlaceholder")}
      maxLength={longestSearch}
      autoComplete="off"
      leftSection={<IconSearch size={16} aria-hidden />}
      rightSection={typed === "" ? null : <CloseButton size="sm" aria-label={t("list.clearSearch")} onClick={() => put("")} />}
      rightSectionPointerEvents="all"
      value={typed}
      onKeyDown={(event) => {
        if (event.key !== "ArrowDown" || isTakenByInputMethod(event)) return;
        event.preventDefault();
        onEnterList();
      }}
      onChange={({ currentTarget }) => type(currentTarget.value)}
    />
  );
}
