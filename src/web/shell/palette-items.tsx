import {
  IconArrowsExchange2,
  IconKeyboard,
  IconLogout,
  IconMoon,
  IconSend,
  IconSun,
  IconTrash,
  IconUser,
  IconUserCircle,
  type Icon,
} from "@tabler/icons-react";
import { useNavigate } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";

import type { AccountRow } from "#contract/accounts.ts";
import type { Hawala } from "#contract/hawalas.ts";
import type { DeletedTransaction, Transaction } from "#contract/transactions.ts";
import { hawalaKey } from "#kernel/hawala-number.ts";
import { searchedText } from "#kernel/letters.ts";
import { onwards } from "#web/lib/direction.ts";
import { formatAmount, inItsOwnOrder } from "#web/lib/format.ts";
import { useSession } from "#web/lib/session.ts";
import { typeName } from "#web/lib/type-name.ts";
import { paths } from "#web/paths.ts";
import { accountFullName, ownBalance } from "#web/ui/account/account-label.ts";
import { sameCode } from "#web/ui/account/account-search.ts";
import { Money } from "#web/ui/amount/money.tsx";
import { useCurrencies } from "#web/ui/currency-select.tsx";

import { askSignOut } from "./ask-sign-out.tsx";
import { entriesFor } from "./navigation.ts";
import { transactionNumber, type Found } from "./palette-search.ts";
import { useSchemeSwitch } from "./scheme-switch.ts";

/** One line of the palette. */
export interface PaletteItem {
  readonly id: string;
  readonly icon: Icon;
  readonly label: string;
  /** It comes from the server, after a moment. */
  readonly isFound?: true;
  /** What else it can be found by. */
  readonly words: string;
  /** Smaller, after the label. */
  readonly note?: string;
  /** At the end of the line. */
  readonly end?: ReactNode;
  /** Keys that do the same. */
  readonly keys?: readonly string[];
  readonly run: () => void;
}

/** Lines of one kind, under its heading. */
export interface PaletteGroup {
  readonly name: "pages" | "actions" | "accounts" | "transactions" | "hawalas";
  readonly items: readonly PaletteItem[];
}

interface Asked {
  readonly query: string;
  /** The text was pasted: a number is then more likely a transaction's than an account's. */
  readonly pasted: boolean;
  readonly found: Found;
  readonly onSheet: () => void;
}

/**
 * Everything that meets what was typed. What a number may mean stands first; otherwise pages and actions do, which never wait: the pages, unless
 * what was typed names an action, and is to the pages only one of the words that they are also found by.
 */
export function usePaletteGroups({ query, pasted, found, onSheet }: Asked): readonly PaletteGroup[] {
  const pages = usePages();
  const actions = useActions(onSheet);
  const accountItem = useAccountItem();
  const transactionItem = useTransactionItem();
  const hawalaItem = useHawalaItem();
  const accounts = found.accounts.map(accountItem);
  const transactions = [
    ...found.transactions.map((row) => transactionItem(row, row.id)),
    ...found.deleted.map((row) => transactionItem(row, row.originalTransactionId)),
  ];
  const groups: PaletteGroup[] = [
    { name: "pages", items: meeting(pages, query) },
    { name: "actions", items: meeting(actions, query) },
  ];
  groups.sort((a, b) => rankOfFirst(a, query) - rankOfFirst(b, query));
  const byNumber: PaletteGroup[] = [
    { name: "accounts", items: accounts },
    { name: "transactions", items: transactions },
  ];
  const hawalas: PaletteGroup = { name: "hawalas", items: found.hawalas.map(hawalaItem) };
  const isHawala = found.hawalas.some(({ hawalaNo }) => hawalaKey(hawalaNo) === hawalaKey(query));
  const isCode = found.accounts.some(({ accountCode }) => sameCode(accountCode, query));
  const ordered = pasted || !isCode ? byNumber.toReversed() : byNumber;
  const all = transactionNumber(query) === undefined ? [...groups, ...byNumber] : [...ordered, ...groups];
  const withHawalas = isHawala && (pasted || !isCode) ? [hawalas, ...all] : [...all, hawalas];
  return withHawalas.filter(({ items }) => items.length > 0);
}

/** The lines in which every word typed is found: first those whose label begins with it, then those that it is in, then the others. */
function meeting(items: readonly PaletteItem[], query: string): PaletteItem[] {
  const words = searchedText(query).split(/\s+/);
  return items
    .filter((item) => words.every((word) => searchedText(`${item.label} ${item.words}`).includes(word)))
    .sort((a, b) => rankOf(a, query) - rankOf(b, query));
}

function rankOf({ label }: PaletteItem, query: string): number {
  const place = searchedText(label).indexOf(searchedText(query));
  return place === 0 ? 0 : place > 0 ? 1 : 2;
}

/** That of the line which the group is led by. */
function rankOfFirst({ items: [first] }: PaletteGroup, query: string): number {
  return first === undefined ? 2 : rankOf(first, query);
}

function usePages(): PaletteItem[] {
  const { t } = useTranslation("shell");
  const { role } = useSession();
  const navigate = useNavigate();
  return entriesFor(role).map(({ name, icon, to, go }) => ({
    id: `page-${name}`,
    icon,
    label: t(`pages.${name}`),
    words: t(`palette.words.${name}`, { defaultValue: "" }),
    ...(go === undefined ? {} : { keys: ["G", go] }),
    run: () => void navigate({ to }),
  }));
}

function useActions(onSheet: () => void): PaletteItem[] {
  const { t } = useTranslation(["shell", "auth", "profile"]);
  const { label, isDark, change } = useSchemeSwitch();
  const navigate = useNavigate();
  return [
    {
      id: "profile",
      icon: IconUserCircle,
      label: t("profile:title"),
      words: t("shell:palette.words.profile"),
      run: () => void navigate({ to: paths.profile }),
    },
    { id: "scheme", icon: isDark ? IconSun : IconMoon, label, words: t("shell:palette.words.scheme"), run: change },
    {
      id: "keys",
      icon: IconKeyboard,
      label: t("shell:keys.title"),
      words: t("shell:palette.words.keys"),
      keys: ["?"],
      run: onSheet,
    },
    {
      id: "sign-out",
      icon: IconLogout,
      label: t("auth:logOut"),
      words: t("shell:palette.words.signOut"),
      run: () => void askSignOut(),
    },
  ];
}

function useAccountItem(): (account: AccountRow) => PaletteItem {
  const { t } = useTranslation("ui");
  const navigate = useNavigate();
  return (account) => ({
    id: `account-${String(account.id)}`,
    icon: IconUser,
    label: [account.accountCode, accountFullName(account)].map(inItsOwnOrder).join(" - "),
    words: "",
    isFound: true,
    note: t(`accountTypes.${account.accountType}`),
    end: <Money value={ownBalance(account)} currency={account.currency} />,
    run: () => void navigate({ to: paths.viewAccount(account.id) }),
  });
}

function useTransactionItem(): (transaction: Transaction | DeletedTransaction, id: number) => PaletteItem {
  const { t } = useTranslation("shell");
  const navigate = useNavigate();
  const currencies = useCurrencies();
  return (transaction, id) => {
    const isDeleted = "originalTransactionId" in transaction;
    const { transType, transDate, transDescription, dAmount, currencyId } = transaction;
    const currency = currencies.find((candidate) => candidate.id === currencyId)?.code ?? "";
    return {
      id: `transaction-${String(id)}`,
      icon: isDeleted ? IconTrash : IconArrowsExchange2,
      label: t(isDeleted ? "palette.deletedTransaction" : "palette.transaction", { type: typeName(transType), id }),
      words: "",
      isFound: true,
      note: [transDate, transDescription]
        .filter((part) => part !== "")
        .map(inItsOwnOrder)
        .join(" · "),
      end: `${formatAmount(dAmount, currency)} ${currency}`,
      run: () => void navigate({ href: paths.transaction(id, isDeleted ? "Deleted" : "All") }),
    };
  };
}

function useHawalaItem(): (hawala: Hawala) => PaletteItem {
  const { t } = useTranslation(["shell", "passHawala"]);
  const navigate = useNavigate();
  return (hawala) => {
    const { id, direction, hawalaNo, hawalaStatus, senderName, receiverName, rAmount, currency } = hawala;
    // Two partners may have hawalas of one number. First, since the end of a long line is cut off.
    const partner = direction === "incoming" ? hawala.senderCode : hawala.partnerCode;
    const parts = [
      partner,
      [senderName, receiverName].map(inItsOwnOrder).join(` ${onwards()} `),
      t(`passHawala:statuses.${hawalaStatus}`),
    ];
    return {
      id: `hawala-${String(id)}`,
      icon: IconSend,
      label: t("shell:palette.hawala", { number: hawalaNo }),
      words: "",
      isFound: true,
      note: parts.filter((part) => part !== null).join(" · "),
      end: `${formatAmount(rAmount, currency)} ${currency}`,
      run: () => void navigate({ href: paths.hawala(id, direction) }),
    };
  };
}
