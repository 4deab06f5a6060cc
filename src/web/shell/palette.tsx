import { Kbd, Loader, Modal, Text, TextInput, VisuallyHidden } from "@mantine/core";
import { IconSearch } from "@tabler/icons-react";
import { useEffect, useEffectEvent, useId, useRef, useState, type KeyboardEvent, type RefObject } from "react";
import { useTranslation } from "react-i18next";

import { isTakenByInputMethod } from "#web/lib/composing.ts";

import { LoadError } from "./load-error.tsx";
import { usePaletteGroups, type PaletteGroup, type PaletteItem } from "./palette-items.tsx";
import { transactionNumber, usePaletteSearch } from "./palette-search.ts";
import classes from "./palette.module.css";

interface PaletteProps {
  readonly opened: boolean;
  readonly onClose: () => void;
  readonly onSheet: () => void;
}

/**
 * Ctrl+K: finds pages, actions, accounts, transactions and hawalas by what is typed, and goes there. It stands there with the focus in one
 * step with the key, and not slowly drawn as other dialogs are: who knows its keys types on at once, and the first letters would go
 * into the form behind it.
 */
export function Palette({ opened, onClose, onSheet }: PaletteProps) {
  const { t } = useTranslation("shell");
  const field = useRef<HTMLInputElement>(null);
  // An effect of this component, and so after those of the dialog, which remembers what has the focus in order to give it back.
  useEffect(() => {
    if (opened) field.current?.focus();
  }, [opened]);
  return (
    <Modal.Root opened={opened} onClose={onClose} size="lg" yOffset="10dvh" transitionProps={{ duration: 0 }}>
      <Modal.Overlay />
      <Modal.Content aria-label={t("palette.title")}>
        <Modal.Body p={0}>
          <Search ref={field} onClose={onClose} onSheet={onSheet} />
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  );
}

interface SearchProps extends Pick<PaletteProps, "onClose" | "onSheet"> {
  readonly ref: RefObject<HTMLInputElement | null>;
}

function Search({ ref, ...props }: SearchProps) {
  const { t } = useTranslation("shell");
  const listId = useId();
  const { groups, items, active, found, query, type, setPasted, walk, choose, enter } = useChoice(props);
  const pressed = (event: KeyboardEvent<HTMLInputElement>): void => {
    if (isTakenByInputMethod(event)) return;
    const steps = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
    if (steps !== 0) walk(steps);
    else if (event.key === "Enter") enter();
    else return;
    event.preventDefault();
  };
  const activeItem = items[active];
  return (
    <>
      <TextInput
        ref={ref}
        data-autofocus
        variant="unstyled"
        size="md"
        className={classes["field"] ?? ""}
        leftSection={<IconSearch size={18} aria-hidden />}
        rightSection={found.isCurrent ? null : <Loader size={16} aria-hidden />}
        placeholder={t("palette.placeholder")}
        aria-label={t("palette.placeholder")}
        role="combobox"
        aria-autocomplete="list"
        aria-expanded={items.length > 0}
        aria-controls={items.length > 0 ? listId : undefined}
        aria-activedescendant={activeItem === undefined ? undefined : `${listId}-${activeItem.id}`}
        autoComplete="off"
        spellCheck={false}
        value={query}
        onPaste={() => setPasted(true)}
        onChange={(event) => type(event.currentTarget.value)}
        onKeyDown={pressed}
      />
      {found.error === null ? null : (
        <div className={classes["message"]}>
          <LoadError error={found.error} title={t("palette.failed")} onRetry={found.retry} />
        </div>
      )}
      {items.length > 0 ? (
        <Groups listId={listId} groups={groups} active={activeItem} onChoose={choose} />
      ) : found.error !== null ? null : (
        <Text size="sm" c="dimmed" className={classes["message"] ?? ""}>
          {found.isCurrent ? t("palette.empty") : t("palette.searching")}
        </Text>
      )}
      <VisuallyHidden role="status">
        {found.isCurrent && found.error === null ? t("palette.count", { count: items.length }) : ""}
      </VisuallyHidden>
      <div className={classes["foot"]} aria-hidden>
        <span>
          <Kbd size="xs">↑</Kbd> <Kbd size="xs">↓</Kbd> {t("palette.walk")}
        </span>
        <span>
          <Kbd size="xs">Enter</Kbd> {t("palette.open")}
        </span>
        <span>
          <Kbd size="xs">Esc</Kbd> {t("palette.close")}
        </span>
      </div>
    </>
  );
}

/** What is typed, what it finds, and which line is meant. */
function useChoice({ onClose, onSheet }: Omit<SearchProps, "ref">) {
  const [typed, setTyped] = useState("");
  const [pasted, setPasted] = useState(false);
  const [walked, setWalked] = useState(0);
  /** Enter was pressed on a text whose answer was still on its way. */
  const [entered, setEntered] = useState<string>();
  const query = typed.trim();
  const found = usePaletteSearch(query);
  const groups = usePaletteGroups({ query, pasted, found, onSheet });
  const items = groups.flatMap((group) => group.items);
  const active = Math.min(walked, items.length - 1);
  const choose = (item: PaletteItem): void => {
    onClose();
    // Once the dialog has given the focus back: what is chosen may ask a question of its own.
    setTimeout(item.run);
  };
  const enter = (): void => {
    const item = items[active];
    // Pages and actions stand before what the server finds, unless a number was typed: they keep their place.
    const stays = item !== undefined && !item.isFound && transactionNumber(query) === undefined;
    if (item !== undefined && (found.isCurrent || stays)) choose(item);
    else if (!found.isCurrent) setEntered(query);
  };
  const waited = entered === query && found.isCurrent ? items[active] : undefined;
  // Once, however often the palette is drawn until it is closed.
  const isFound = waited !== undefined;
  const chooseFound = useEffectEvent(() => waited && choose(waited));
  useEffect(() => {
    if (isFound) chooseFound();
  }, [isFound]);
  return {
    groups,
    items,
    active,
    found,
    query: typed,
    setPasted,
    choose,
    enter,
    type: (text: string) => {
      setTyped(text);
      setWalked(0);
      setEntered(undefined);
      if (text === "") setPasted(false);
    },
    walk: (steps: number) => {
      if (items.length > 0) setWalked((active + steps + items.length) % items.length);
    },
  };
}

interface GroupsProps {
  readonly listId: string;
  readonly groups: readonly PaletteGroup[];
  readonly active: PaletteItem | undefined;
  readonly onChoose: (item: PaletteItem) => void;
}

function Groups({ listId, groups, active, onChoose }: GroupsProps) {
  const { t } = useTranslation("shell");
  return (
    <div id={listId} role="listbox" aria-label={t("palette.title")} tabIndex={-1} className={classes["list"]}>
      {groups.map(({ name, items }) => (
        <div key={name} role="group" aria-labelledby={`${listId}-${name}`}>
          <div id={`${listId}-${name}`} role="presentation" className={classes["heading"]}>
            {t(`palette.groups.${name}`)}
          </div>
          {items.map((item) => (
            <Option key={item.id} item={item} id={`${listId}-${item.id}`} active={item.id === active?.id} onChoose={onChoose} />
          ))}
        </div>
      ))}
    </div>
  );
}

interface OptionProps {
  readonly item: PaletteItem;
  readonly id: string;
  readonly active: boolean;
  readonly onChoose: (item: PaletteItem) => void;
}

/** A line. The focus stays in the field, which names the line that Enter chooses. */
function Option({ item, id, active, onChoose }: OptionProps) {
  const line = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (active) line.current?.scrollIntoView({ block: "nearest" });
  }, [active]);
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- The keys are those of the field, which keeps the focus.
    <div
      ref={line}
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={active}
      className={classes["option"]}
      onMouseDown={(event) => event.preventDefault()}
      onClick={() => onChoose(item)}
    >
      <item.icon size={18} stroke={1.7} aria-hidden className={classes["icon"]} />
      <span className={classes["label"]}>
        {item.label}
        {item.note === undefined ? null : (
          // A space for the ear: the number of a hawala would run into its partner's code.
          <span className={classes["note"]}> {item.note}</span>
        )}
      </span>
      {item.end === undefined ? null : <bdi className={classes["end"]}>{item.end}</bdi>}
      {item.keys === undefined ? null : (
        <span className={classes["keys"]} aria-hidden>
          {item.keys.map((key) => (
            <Kbd key={key} size="xs">
              {key}
            </Kbd>
          ))}
        </span>
      )}
    </div>
  );
}
