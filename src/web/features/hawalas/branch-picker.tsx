import { Combobox, Text, TextInput, useCombobox } from "@mantine/core";
import { useDidUpdate } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useState, type ReactNode } from "react";
import { useTranslation } from "react-i18next";

import { listBranchAccounts } from "#contract/hawala-lists.ts";
import { searchedText } from "#kernel/letters.ts";
import { read } from "#web/lib/query.ts";
import type { ReplyOf } from "#web/lib/route-types.ts";
import { useOffice } from "#web/lib/session.ts";
import { LoadError } from "#web/shell/load-error.tsx";
import { sameCode } from "#web/ui/account/account-search.ts";
import { chooseByTelephone } from "#web/ui/telephone-enter.ts";

import classes from "./pay.module.css";

export type Branch = ReplyOf<typeof listBranchAccounts>[number];

/** The accounts by which a hawala may be passed. */
export function useBranches() {
  return useQuery(read(listBranchAccounts));
}

/** What the picker is called: it names the branch codes of the business settings. */
function useBranchLabel(): string {
  const { t } = useTranslation("passHawala");
  const { branchCodes } = useOffice();
  return t("pay.branch", { codes: branchCodes.join(t("pay.or")) });
}

interface BranchPickerProps {
  readonly value: number | null;
  readonly onChange: (branch: Branch | undefined) => void;
  /** The currency that an account must have; any where it is left out. */
  readonly currency?: string;
  readonly label?: string;
  readonly error?: ReactNode;
  readonly disabled?: boolean;
}

/** What the list belongs to; the target around it says whether it is open, and which of its options is meant. */
const comboboxRole = { role: "combobox", "aria-autocomplete": "list" } as const;

/**
 * Finds a branch account by a part of its code or name. One whose currency does not fit is red, and says so. While a text stands in it no
 * branch is chosen; leaving the field chooses the only one that can be meant, Escape the one before.
 */
export function BranchPicker({ value, onChange, currency, label, error, disabled = false }: BranchPickerProps) {
  const { t } = useTranslation(["passHawala", "common"]);
  const usual = useBranchLabel();
  const branches = useBranches();
  const picker = useBranchPicker(branches.data, value, onChange);
  const { typed, found, store } = picker;
  if (branches.isError && branches.data === undefined)
    return <LoadError title={t("passHawala:pay.branchFailed")} error={branches.error} onRetry={() => void branches.refetch()} />;
  const chosen = branches.data?.find(({ id }) => id === value);
  return (
    <Combobox
      store={store}
      withinPortal={false}
      onOptionSubmit={(id) => picker.choose(found.find((row) => String(row.id) === id))}
    >
      {/* Escape takes back a text before it closes a dialog. */}
      <Combobox.Target
        withExpandedAttribute
        data-mantine-stop-propagation={typed !== undefined || store.dropdownOpened || undefined}
      >
        <TextInput
          label={label ?? usual}
          data-path="branchAccountId"
          {...comboboxRole}
          placeholder={t("passHawala:pay.branchPlaceholder")}
          autoComplete="off"
          spellCheck={false}
          disabled={disabled}
          error={error ?? (typed !== undefined && !store.dropdownOpened)}
          value={typed ?? (chosen === undefined ? "" : t("passHawala:pay.branchOption", optionWords(chosen)))}
          rightSection={<Combobox.Chevron />}
          rightSectionPointerEvents="none"
          onFocus={(event) => {
            event.currentTarget.select();
            if (typed !== undefined) store.openDropdown();
          }}
          onClick={() => store.openDropdown()}
          onKeyDown={(event) => {
            if (event.key === "Escape") {
              // What is open or typed goes with it; the page's own Escape, which leaves the field, is the next one.
              if (typed !== undefined || store.dropdownOpened) event.preventDefault();
              picker.takeBack();
            }
            chooseByTelephone(event, store);
          }}
          onChange={(event) => picker.type(event.currentTarget.value)}
          onBlur={(event) => picker.leave(event.currentTarget)}
        />
      </Combobox.Target>
      {/* A press inside the list must not take the focus from the field, which would close it. */}
      <Combobox.Dropdown onMouseDown={(event) => event.preventDefault()}>
        {found.length === 0 ? (
          <Combobox.Empty>{branches.data === undefined ? t("common:loading") : t("passHawala:pay.branchNone")}</Combobox.Empty>
        ) : (
          <Combobox.Options mah={260} style={{ overflowY: "auto" }} aria-label={label ?? usual}>
            {found.map((branch) => (
              <Combobox.Option key={branch.id} value={String(branch.id)} active={branch.id === value}>
                <BranchOption branch={branch} wanted={currency} />
              </Combobox.Option>
            ))}
          </Combobox.Options>
        )}
      </Combobox.Dropdown>
    </Combobox>
  );
}

/** What a branch picker knows while it is used: the text typed, the branches found. */
function useBranchPicker(branches: readonly Branch[] = [], value: number | null, onChange: BranchPickerProps["onChange"]) {
  const [typed, setTyped] = useState<string>();
  const [before, setBefore] = useState<number | null>(null);
  const wanted = searchedText(typed?.trim() ?? "");
  const found = branches.filter((branch) => searchedText(wordsOf(branch)).includes(wanted));
  const take = (branch: Branch | undefined): void => {
    setTyped(undefined);
    if ((branch?.id ?? null) !== value) onChange(branch);
  };
  // The next list is another one: what is highlighted now is no choice in it.
  const store = useCombobox({ onDropdownClose: () => store.resetSelectedOption() });
  // One that the form or the address has put in place since goes before what was typed.
  useDidUpdate(() => {
    if (value !== null) setTyped(undefined);
  }, [value]);
  const { selectFirstOption } = store;
  // Nothing is highlighted before something was typed: Enter on a list just opened must not choose by accident.
  useEffect(() => {
    if (typed !== undefined && typed !== "") selectFirstOption();
  }, [typed, selectFirstOption]);
  return {
    typed,
    found,
    store,
    choose: (branch: Branch | undefined): void => {
      take(branch);
      store.closeDropdown();
    },
    /** Back to the branch that was chosen before the text. */
    takeBack: (): void => {
      if (typed !== undefined) take(branches.find(({ id }) => id === before));
    },
    type: (text: string): void => {
      if (typed === undefined) setBefore(value);
      setTyped(text);
      if (value !== null) onChange(undefined);
      store.openDropdown();
    },
    leave: (input: HTMLInputElement): void => {
      // The field still has the focus of a window that has lost it: what was typed waits for the person to come back.
      if (document.activeElement === input) return;
      store.closeDropdown();
      const meant = found.find(({ accountCode }) => sameCode(accountCode, wanted)) ?? (found.length === 1 ? found[0] : undefined);
      if (wanted === "") setTyped(undefined);
      else if (meant !== undefined) take(meant);
    },
  };
}

function BranchOption({ branch, wanted }: { readonly branch: Branch; readonly wanted: string | undefined }) {
  const { t } = useTranslation("passHawala");
  const isWrong = wanted !== undefined && branch.currency !== wanted;
  return (
    <Text size="sm" className={classes["branch"] ?? ""} data-wrong={isWrong || undefined}>
      <strong>{branch.accountCode}</strong> <span dir="auto">{branch.accountName}</span>{" "}
      <span>{isWrong ? t("pay.branchWrong", { currency: branch.currency, wanted }) : branch.currency}</span>
    </Text>
  );
}

function optionWords({ accountCode, accountName, currency }: Branch) {
  return { code: accountCode, name: accountName, currency };
}

function wordsOf({ accountCode, accountName, currency }: Branch): string {
  return `${accountCode} ${accountName} ${currency}`;
}
