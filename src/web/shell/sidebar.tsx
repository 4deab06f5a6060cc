import { ActionIcon, Kbd, Text, Tooltip } from "@mantine/core";
import { IconChevronDown, IconKeyboard, IconSearch } from "@tabler/icons-react";
import { Link, useLocation } from "@tanstack/react-router";
import { useId } from "react";
import { useTranslation } from "react-i18next";

import type { SignedInUser } from "#contract/auth.ts";
import { commandKey, commandShortcut } from "#web/lib/command-key.ts";

import { BrandMark } from "./brand-mark.tsx";
import { dashboardEntry, isCurrent, sectionsFor, type Entry, type Section } from "./navigation.ts";
import { useOpenSections } from "./open-sections.ts";
import { useShortcuts } from "./shortcuts.tsx";
import classes from "./sidebar.module.css";
import { UserCard } from "./user-card.tsx";

export interface SidebarProps {
  readonly user: SignedInUser;
  /** Called when a page is chosen: the overlay of small screens then closes. */
  readonly onChoose?: () => void;
}

/** Brand, the pages this person may use, and who is signed in. */
export function Sidebar({ user, onChoose }: SidebarProps) {
  const { t } = useTranslation("shell");
  const [isOpen, toggle] = useOpenSections(user.id);
  return (
    <div className={classes["sidebar"]}>
      <Brand />
      <Jump onChoose={onChoose} />
      <nav className={classes["nav"]} aria-label={t("navigation")}>
        <ul className={classes["list"]}>
          <EntryLink entry={dashboardEntry} onChoose={onChoose} />
        </ul>
        {sectionsFor(user.role).map((section) => (
          <SectionPart
            key={section.name}
            section={section}
            open={isOpen(section)}
            onToggle={() => toggle(section)}
            onChoose={onChoose}
          />
        ))}
      </nav>
      <UserCard user={user} onChoose={onChoose} />
    </div>
  );
}

function Brand() {
  const { t } = useTranslation("shell");
  return (
    <div className={classes["brand"]}>
      <BrandMark size={34} />
      <div>
        <Text fw={700} lh={1.2}>
          {t("brand")}
        </Text>
        <Text size="xs" c="dimmed">
          {t("subtitle")}
        </Text>
      </div>
    </div>
  );
}

/** The palette and the key sheet for those who reach for the mouse, with the keys that spare them the way. */
function Jump({ onChoose }: { readonly onChoose: (() => void) | undefined }) {
  const { t } = useTranslation("shell");
  const { openPalette, openSheet } = useShortcuts();
  const after = (open: () => void) => (): void => {
    onChoose?.();
    open();
  };
  return (
    <div className={classes["jump"]}>
      <button
        type="button"
        // As the buttons of the kit: Safari gives it no focus otherwise, which the palette gives back as it closes.
        tabIndex={0}
        className={classes["search"]}
        aria-keyshortcuts={commandShortcut("K")}
        onClick={after(openPalette)}
      >
        <IconSearch size={16} stroke={1.7} aria-hidden />
        <span>{t("palette.button")}</span>
        <Kbd size="xs" aria-hidden>
          {commandKey} K
        </Kbd>
      </button>
      <Tooltip label={t("keys.title")} withArrow>
        <ActionIcon variant="default" size={34} aria-label={t("keys.title")} aria-keyshortcuts="?" onClick={after(openSheet)}>
          <IconKeyboard size={18} stroke={1.7} aria-hidden />
        </ActionIcon>
      </Tooltip>
    </div>
  );
}

interface SectionPartProps {
  readonly section: Section;
  readonly open: boolean;
  readonly onToggle: () => void;
  readonly onChoose: (() => void) | undefined;
}

function SectionPart({ section, open, onToggle, onChoose }: SectionPartProps) {
  const { t } = useTranslation("shell");
  const id = useId();
  return (
    <div className={classes["section"]}>
      <button type="button" className={classes["sectionButton"]} aria-expanded={open} aria-controls={id} onClick={onToggle}>
        <span>{t(`sections.${section.name}`)}</span>
        <IconChevronDown className={classes["chevron"]} size={14} aria-hidden />
      </button>
      <ul id={id} className={classes["list"]} hidden={!open}>
        {section.entries.map((entry) => (
          <EntryLink key={entry.name} entry={entry} onChoose={onChoose} />
        ))}
      </ul>
    </div>
  );
}

function EntryLink({
  entry,
  onChoose,
}: {
  readonly entry: Entry<"dashboard"> | Entry;
  readonly onChoose: (() => void) | undefined;
}) {
  const { t } = useTranslation("shell");
  const { pathname } = useLocation();
  const current = isCurrent(entry, pathname) ? ({ "aria-current": "page" } as const) : { "aria-current": undefined };
  return (
    <li>
      <Link to={entry.to} className={classes["link"]} onClick={onChoose} activeProps={{}} {...current}>
        <entry.icon size={18} stroke={1.7} aria-hidden />
        <span>{t(`pages.${entry.name}`)}</span>
      </Link>
    </li>
  );
}
