import { Button } from "@mantine/core";
import { IconArrowUp } from "@tabler/icons-react";
import { useCallback, useRef, useState, type FocusEvent, type PointerEvent, type ReactNode, type UIEvent } from "react";
import { useTranslation } from "react-i18next";

import { useSettledRows, type ReadPage } from "#web/lib/settled-rows.ts";

import classes from "./settled-rows.module.css";

/** Scrolled by less than this, nobody means to leave the beginning. */
const slackPx = 8;

interface SettledRowsProps<Row> {
  readonly page: ReadPage<Row>;
  /** Tells one list from another: its filters, its page. */
  readonly list: string;
  readonly children: (rows: readonly Row[]) => ReactNode;
}

/**
 * Rows that do not move under a person's hand. While the pointer or the keyboard is at them, or they are scrolled away from their
 * beginning, what other desks add waits behind a button that says how much it is; otherwise it appears by itself.
 */
export function SettledRows<Row extends { readonly id: number }>({ page, list, children }: SettledRowsProps<Row>) {
  const { t } = useTranslation("ui");
  const place = useRef<HTMLDivElement>(null);
  const { isThere, handlers } = useHand();
  const { isAway, beginning, onScrollCapture, scrollBack } = useScrolledAway(list);
  const { rows, waiting, showAll } = useSettledRows(page, { list, isHeld: isThere || isAway });
  const show = (): void => {
    showAll();
    place.current?.focus({ preventScroll: true });
    place.current?.scrollIntoView({ block: "start" });
    scrollBack();
  };
  return (
    <div ref={place} tabIndex={-1} className={classes["place"]} {...handlers} onScrollCapture={onScrollCapture}>
      <div ref={beginning} />
      <div role="status" className={classes["notice"]}>
        {waiting === 0 ? null : (
          <Button size="xs" radius="xl" leftSection={<IconArrowUp size={14} aria-hidden />} onClick={show}>
            {t("newRows.waiting", { count: waiting })}
          </Button>
        )}
      </div>
      {children(rows)}
    </div>
  );
}

/** Whether the mouse rests on the rows, or the keyboard walks in them. */
function useHand() {
  const [isOver, setIsOver] = useState(false);
  const [isWalking, setIsWalking] = useState(false);
  return {
    isThere: isOver || isWalking,
    handlers: {
      // A finger leaves no pointer behind.
      onPointerEnter: ({ pointerType }: PointerEvent) => setIsOver(pointerType === "mouse"),
      onPointerLeave: () => setIsOver(false),
      onFocus: ({ target, currentTarget }: FocusEvent<HTMLDivElement>) =>
        setIsWalking(target !== currentTarget && target.matches(":focus-visible")),
      onBlur: () => setIsWalking(false),
    },
  };
}

/** Whether the beginning of the rows has been scrolled out of sight at the top, with the page or inside a frame around the rows. */
function useScrolledAway(list: string) {
  const [isAway, setIsAway] = useState(false);
  // Another list begins at its beginning.
  const [scrolled, setScrolled] = useState<{ readonly list: string; readonly frame: Element }>();
  const beginning = useCallback((element: HTMLElement | null) => {
    if (element === null) return undefined;
    const observer = new IntersectionObserver(([entry]) => {
      if (entry !== undefined) setIsAway(!entry.isIntersecting && entry.boundingClientRect.top < (entry.rootBounds?.top ?? 0));
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  const onScrollCapture = ({ target }: UIEvent): void => {
    if (target instanceof Element) setScrolled(target.scrollTop > slackPx ? { list, frame: target } : undefined);
  };
  const scrollBack = (): void => scrolled?.frame.scrollTo({ top: 0 });
  return { isAway: isAway || scrolled?.list === list, beginning, onScrollCapture, scrollBack };
}
