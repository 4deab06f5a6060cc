import { useWindowVirtualizer, type VirtualItem } from "@tanstack/react-virtual";
import { useEffect, useImperativeHandle, useLayoutEffect, useRef, useState, type Ref, type RefObject } from "react";
import { useTranslation } from "react-i18next";

import type { AccountRow as Row } from "#contract/accounts.ts";
import { rowsAround, useRowWalk } from "#web/ui/use-row-walk.ts";

import { AccountRow } from "./account-row.tsx";
import classes from "./list-page.module.css";

/** Of a row with three lines of text; every row is measured once it is drawn. */
const usualHeight = 90;
/** Rows kept ready beyond the visible ones, so that neither the wheel nor the Tab key meets an empty place. */
const overscan = 8;
/** How near to the end the next page is asked for. */
const nearEnd = 15;

/** How high the rows of the list were that was left last: without that, nobody coming back would find their place. */
let measured: VirtualItem[] = [];

export interface RowsHandle {
  /** Puts the focus into the first row. */
  readonly enter: () => void;
}

interface AccountRowsProps {
  readonly accounts: readonly Row[];
  /** How many rows the whole list has; −1 where nobody knows. */
  readonly total: number;
  readonly onEdit: (id: number) => void;
  /** Undefined where there is nothing more, or it is on its way. */
  readonly onNearEnd: (() => unknown) | undefined;
  readonly ref: Ref<RowsHandle>;
}

/** The rows of the list. Only those in sight exist, however many have been read; the arrows go from row to row. */
export function AccountRows({ accounts, total, onEdit, onNearEnd, ref }: AccountRowsProps) {
  const { t } = useTranslation("accounts");
  const list = useRef<HTMLUListElement>(null);
  const top = useTop(list);
  const walk = useRowWalk({ list, count: accounts.length, show: (index) => virtual.scrollToIndex(index, { align: "auto" }) });
  const { held } = walk;
  // oxlint-disable-next-line react/incompatible-library -- Concerns React's compiler, which does not build this product.
  const virtual = useWindowVirtualizer({
    count: accounts.length,
    estimateSize: () => usualHeight,
    overscan,
    initialMeasurementsCache: measured,
    scrollMargin: top,
    getItemKey: (index) => accounts[index]?.id ?? index,
    rangeExtractor: (range) => rowsAround(range, overscan, held),
  });
  const items = virtual.getVirtualItems();
  const last = items.filter(({ index }) => index !== held).at(-1)?.index ?? 0;
  const wantsMore = onNearEnd !== undefined && last >= accounts.length - nearEnd;
  useEffect(() => {
    if (wantsMore) onNearEnd?.();
  }, [wantsMore, onNearEnd]);
  useEffect(() => () => void (measured = virtual.takeSnapshot()), [virtual]);
  useImperativeHandle(ref, () => ({ enter: walk.enter }));
  return (
    <div role="presentation" {...walk.listeners}>
      <ul ref={list} className={classes["list"]} aria-label={t("list.heading")} style={{ blockSize: virtual.getTotalSize() }}>
        {items.map(({ index, start, key }) => {
          const account = accounts[index];
          return account === undefined ? null : (
            <li
              key={key}
              ref={virtual.measureElement}
              data-index={index}
              aria-setsize={total}
              aria-posinset={index + 1}
              className={classes["place"]}
              style={{ insetBlockStart: start - top }}
            >
              <AccountRow account={account} onEdit={onEdit} />
            </li>
          );
        })}
      </ul>
    </div>
  );
}

/** How far from the beginning of the page an element begins. What stands above it may grow and shrink, and the page with it. */
function useTop(element: RefObject<HTMLElement | null>): number {
  const [top, setTop] = useState(0);
  useLayoutEffect(() => {
    const measure = (): void => setTop(Math.round((element.current?.getBoundingClientRect().top ?? 0) + window.scrollY));
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(document.body);
    return () => observer.disconnect();
  }, [element]);
  return top;
}
