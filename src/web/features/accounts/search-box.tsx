import { CloseButton, TextInput } from "@mantine/core";
import { useDebouncedCallback } from "@mantine/hooks";
import { IconSearch } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";

/** Long enough that a word is one question to the server, short enough to feel at once. */
const pauseMs = 250;

export const longestSearch = 100;

interface SearchBoxProps {
  /** What is being searched for, as the address says. */
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** Goes into the list that was found. */
  readonly onEnterList: () => void;
}

/**
 * The search box of the account list. What is typed reaches the address after a pause; an address that changes by other
 * means (the back button, a link) reaches the box.
 */
export function SearchBox({ value, onChange, onEnterList }: SearchBoxProps) {
  const { t } = useTranslation("accounts");
  const [typed, setTyped] = useState(value);
  const [sent, setSent] = useState(value);
  const [seen, setSeen] = useState(value);
  if (value !== seen) {
    setSeen(value);
    // Our own search arriving in the address must not undo what has been typed since.
    if (value !== sent) {
      setSent(value);
      setTyped(value);
    }
  }
  const send = (text: string): void => {
    setSent(text);
    onChange(text);
  };
  const sendSoon = useDebouncedCallback(send, pauseMs);
  const clear = (): void => {
    sendSoon.cancel();
    setTyped("");
    send("");
  };
  return (
    <TextInput
      role="searchbox"
      aria-label={t("list.search")}
      placeholder={t("list.searchPlaceholder")}
      maxLength={longestSearch}
      autoComplete="off"
      leftSection={<IconSearch size={16} aria-hidden />}
      rightSection={typed === "" ? null : <CloseButton size="sm" aria-label={t("list.clearSearch")} onClick={clear} />}
      rightSectionPointerEvents="all"
      value={typed}
      onKeyDown={(event) => {
        if (event.key !== "ArrowDown" || event.nativeEvent.isComposing) return;
        event.preventDefault();
        onEnterList();
      }}
      onChange={({ currentTarget }) => {
        setTyped(currentTarget.value);
        sendSoon(currentTarget.value);
      }}
    />
  );
}
