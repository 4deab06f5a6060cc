import { useState } from "react";

import { inBrowser } from "#web/lib/browser-storage.ts";

import type { Section } from "./navigation.ts";

const storageKey = "sarraf-sections";

type Open = Readonly<Record<string, boolean>>;

/** Which sections of the sidebar are open, kept across loads of the page for as long as the same user sits there. */
export function useOpenSections(userId: string): readonly [(section: Section) => boolean, (section: Section) => void] {
  const [open, setOpen] = useState<Open>(() => stored(userId));
  const isOpen = (section: Section): boolean => open[section.name] ?? section.startsOpen;
  const toggle = (section: Section): void => {
    const next = { ...open, [section.name]: !isOpen(section) };
    setOpen(next);
    inBrowser.keep(storageKey, JSON.stringify({ userId, open: next }));
  };
  return [isOpen, toggle];
}

function stored(userId: string): Open {
  const kept = inBrowser.jsonOf(storageKey) as { readonly userId: string; readonly open: Open } | undefined;
  return kept?.userId === userId ? kept.open : {};
}
