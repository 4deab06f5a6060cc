import { useDebouncedValue, useDidUpdate } from "@mantine/hooks";
import { isCancelledError, useQueryClient } from "@tanstack/react-query";
import { use, useRef, useState, type FocusEvent, type KeyboardEvent } from "react";
import { flushSync } from "react-dom";

import type { AccountRow } from "#contract/accounts.ts";
import { isTakenByInputMethod } from "#web/lib/composing.ts";
import { useLatestQuestion } from "#web/lib/late-answers.ts";
import { useSession } from "#web/lib/session.ts";
import { focusNextField } from "#web/ui/entry/enter-order.ts";
import { RoundContext } from "#web/ui/entry/entry-context.ts";

import { knowAccount, sameCode, useAccountSearch, type AccountFilter } from "./account-search.ts";
import { recentAccounts, rememberAccount } from "./recent-accounts.ts";

const debounceMs = 120;
const pageStep = 5;
const mostTries = 5;

export interface PickerInput {
  readonly value: number | null;
  readonly onChange: (id: number | null, account: AccountRow | undefined) => void;
  readonly exclude: readonly number[];
  readonly filter: AccountFilter;
  /** Whether an account that is missing can be opened here. */
  readonly mayAdd: boolean;
}

/**
 * What a picker knows while it is used: the text typed, the rows found, the place that is highlighted (−1 for none). The
 * place after the last row is the offer to open a new account.
 */
export function useAccountPicker({ value, onChange, exclude, filter, mayAdd }: PickerInput) {
  const client = useQueryClient();
  const { id: userId } = useSession();
  const [opened, setOpened] = useState(false);
  const [typed, setTyped] = useState<string>();
  const [recent, setRecent] = useState<readonly number[]>([]);
  const [walked, setWalked] = useState<{ readonly query: string; readonly index: number }>();
  const { ask, drop, ...question } = useAskedAccount();
  const query = typed?.trim() ?? "";
  const [asked] = useDebouncedValue(query, debounceMs);
  // A closed list asks nothing, and so has nothing to wait for.
  const sought = opened ? asked : query;
  const found = useAccountSearch({ query: sought, filter, recent, exclude }, opened);
  const isCurrent = found.isCurrent && sought === query;
  const notOffered = isCurrent ? found.notOffered : undefined;
  const start = startOf(found.rows, query, value);
  const offersNew = mayAdd && found.error === null && notOffered === undefined && (found.rows.length > 0 || isCurrent);
  const places = found.rows.length + (offersNew ? 1 : 0);
  const hasWalked = walked?.query === query;
  // A code that is not offered means none of the others, until somebody walks to one.
  const active = Math.min(hasWalked ? walked.index : notOffered === undefined ? unwalked(query, start) : -1, places - 1);
  /** The highlight is where the person walked, or where it may be trusted without having walked. */
  const isMeant = isCurrent || (hasWalked && found.isListed && sought === query);

  const open = (): void => {
    if (opened) return;
    drop();
    setRecent(recentAccounts(userId));
    setWalked(undefined);
    setOpened(true);
  };
  const close = (): void => {
    setOpened(false);
    setTyped(undefined);
  };
  /** Closes the list, and waits for no account any more. */
  const leave = (): void => {
    drop();
    close();
  };
  const choose = (account: AccountRow | undefined): void => {
    if (account === undefined) return;
    knowAccount(client, account);
    rememberAccount(userId, account.id);
    leave();
    onChange(account.id, account);
  };
  /** Takes the account out, or the text that came to none. */
  const clear = (): void => {
    drop();
    setTyped(undefined);
    onChange(null, undefined);
  };
  const type = (text: string): void => {
    drop();
    open();
    if (text === "" && value !== null) clear();
    setTyped(text);
  };
  /** Opens the list for what stands in the field, with nothing highlighted: the key that was refused must not choose when it is pressed again. */
  const reopen = (): void => {
    open();
    setWalked({ query, index: -1 });
  };
  const walk = (steps: number): void => {
    setWalked({ query, index: walkedIndex({ from: active, start, steps, count: places }) });
  };
  /** The account that Enter (the highlighted one) or Tab (the only one that can be meant) chooses. Refuses where the server cannot say. */
  const meant = async (key: "Enter" | "Tab"): Promise<AccountRow | undefined> =>
    // Otherwise the list still belongs to an earlier text, or is not to be trusted without a look.
    key === "Enter" && (isMeant || query === "") ? found.rows[active] : unlessDropped(() => found.only(query));
  useFormsOwn({ value, filled: () => (opened ? drop() : leave()), begun: leave });
  const isWaiting = opened && !isCurrent && found.error === null;
  const isUnsettled = query !== "" && question.asking === undefined;
  /** Enter would open a new account: the highlight is on that offer, and the list belongs to what is typed. */
  const isOnNew = offersNew && isMeant && active === found.rows.length;
  const seen = { ...question, found, opened, typed, query, active, notOffered, isUnsettled, isWaiting, offersNew, isOnNew };
  const acts = { setOpened, open, reopen, close, leave, choose, clear, type, walk, ask, meant };
  return { ...seen, ...acts, ...useNewAccount({ query, leave, choose, type }) };
}

interface AroundNew {
  readonly query: string;
  readonly leave: () => void;
  readonly choose: (account: AccountRow) => void;
  readonly type: (text: string) => void;
}

/** The way to the dialog that opens an account, with what was typed, and back. */
function useNewAccount({ query, leave, choose, type }: AroundNew) {
  const [addingTyped, setAddingTyped] = useState<string>();
  return {
    /** What was typed when the dialog was opened; undefined while it is closed. */
    addingTyped,
    add: (): void => {
      setAddingTyped(query);
      leave();
    },
    /** Back with the account that was opened, or with the text as it was. */
    added: (account: AccountRow | undefined): void => {
      setAddingTyped(undefined);
      if (account !== undefined) choose(account);
      else if (addingTyped !== undefined && addingTyped !== "") type(addingTyped);
    },
  };
}

/** The account that Enter, Tab or a click elsewhere chooses may still have to be found. Going on elsewhere leaves it wanted. */
function useAskedAccount() {
  const question = useLatestQuestion();
  const count = useRef(0);
  const [asking, setAsking] = useState<number>();
  const [answered, setAnswered] = useState<number>();
  const [hasFailed, setFailed] = useState(false);
  return {
    asking,
    answered,
    /** The latest question could not be answered: whether the text is an account, nobody knows. */
    hasFailed,
    /** Begins a question. What it returns takes the answer, or that there is none: false where nobody wants it any more. */
    ask: (): ((failed: boolean) => boolean) => {
      const isWanted = question.ask();
      count.current += 1;
      const number = count.current;
      setAsking(number);
      return (failed) => {
        if (!isWanted()) return false;
        setFailed(failed);
        setAsking(undefined);
        setAnswered(number);
        return true;
      };
    },
    drop: (): void => {
      question.drop();
      setFailed(false);
      setAsking(undefined);
    },
  };
}

interface FormsOwn {
  readonly value: number | null;
  readonly filled: () => void;
  readonly begun: () => void;
}

/** What the form itself puts into the field (the last entry once more, the sides turned round, an empty form) goes before what was typed in it. */
function useFormsOwn({ value, filled, begun }: FormsOwn): void {
  useDidUpdate(filled, [value]);
  useDidUpdate(begun, [use(RoundContext)]);
}

export type PickerState = ReturnType<typeof useAccountPicker>;

/** The list drops a question that it was itself just asking, with each sign typed; then it is asked again. */
async function unlessDropped<Answer>(ask: () => Promise<Answer | undefined>): Promise<Answer | undefined> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await ask();
    } catch (error) {
      if (!isCancelledError(error) || tries === mostTries) throw error;
    }
  }
}

/** Where the arrows begin: at the chosen account, or at the one with exactly the typed code, which goes before others whose name or phone contains it. */
function startOf(rows: readonly AccountRow[], query: string, value: number | null): number {
  return rows.findIndex((row) => (query === "" ? row.id === value : sameCode(row.accountCode, query)));
}

/** What is highlighted before anybody walked: nothing while nothing was typed, since Enter on a list just opened must not choose by accident. */
function unwalked(query: string, start: number): number {
  return query === "" ? -1 : Math.max(0, start);
}

interface Walk {
  readonly from: number;
  readonly start: number;
  readonly steps: number;
  readonly count: number;
}

/** Single steps go round at the ends; pages stop there. */
function walkedIndex({ from, start, steps, count }: Walk): number {
  if (count === 0) return -1;
  if (from < 0) return start >= 0 ? start : steps > 0 ? 0 : count - 1;
  return Math.abs(steps) === 1 ? (from + steps + count) % count : Math.max(0, Math.min(count - 1, from + steps));
}

/** How far a key walks in the list. */
function stepsOf(key: string): number | undefined {
  if (key === "ArrowDown") return 1;
  if (key === "ArrowUp") return -1;
  if (key === "PageDown") return pageStep;
  return key === "PageUp" ? -pageStep : undefined;
}

/**
 * Arrows open and walk, Enter chooses and goes on, Tab chooses where only one account can be meant, Escape takes back. Where a text
 * stands in the field, Ctrl+Enter chooses as well: the form would be saved with another account than the one that is meant.
 */
export function pressPickerKey(event: KeyboardEvent<HTMLInputElement>, picker: PickerState): void {
  const { opened, query, found } = picker;
  const isCommand = (event.ctrlKey || event.metaKey) && !(event.key === "Enter" && query !== "");
  if (isTakenByInputMethod(event) || isCommand) return;
  const steps = stepsOf(event.key);
  if (steps !== undefined && (opened || Math.abs(steps) === 1)) {
    event.preventDefault();
    if (opened) picker.walk(steps);
    else picker.open();
  } else if (event.key === "Enter" && (opened || query !== "")) {
    event.preventDefault();
    // A key that is held down is one decision.
    if (event.repeat) return;
    if (!opened) picker.reopen();
    else if (found.error !== null) void found.retry();
    else if (picker.isOnNew) picker.add();
    else void chooseMeant(event.currentTarget, picker, "Enter");
  } else if (event.key === "Tab" && opened && query !== "") {
    void chooseMeant(event.currentTarget, picker, "Tab");
  } else if (event.key === "Escape" && (opened || query !== "")) {
    event.preventDefault();
    event.stopPropagation();
    picker.leave();
  }
}

/**
 * Whoever goes on with the mouse means the same as with Tab. A text that is no account stays: were it taken back, a click on Save
 * would post to the account that was chosen before.
 */
export function leavePicker({ currentTarget: input }: FocusEvent<HTMLInputElement>, picker: PickerState): void {
  // The field still has the focus of a window that has lost it: what was typed waits for the person to come back.
  if (document.activeElement === input) return;
  // Not whether the list is open: the press that takes the focus has closed it by then.
  if (picker.query === "") return picker.close();
  if (picker.asking === undefined) void chooseMeant(input, picker, "Tab");
  picker.setOpened(false);
}

async function chooseMeant(input: HTMLInputElement, picker: PickerState, key: "Enter" | "Tab"): Promise<void> {
  const take = picker.ask();
  const [answer] = await Promise.allSettled([picker.meant(key)]);
  // Typed on or chosen while the server was asked: the account belongs to a text that no longer stands there.
  if (!take(answer.status === "rejected")) return;
  const account = answer.status === "rejected" ? undefined : answer.value;
  if (account === undefined && picker.query !== "") return;
  const stays = document.activeElement === input;
  flushSync(() => (account === undefined ? picker.close() : picker.choose(account)));
  if (stays && key === "Enter") focusNextField(input);
}
