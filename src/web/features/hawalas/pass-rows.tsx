import { measureElement, observeElementRect, useVirtualizer } from "@tanstack/react-virtual";
import { useEffect, useImperativeHandle, useRef, type Ref } from "react";
import { useTranslation } from "react-i18next";

import type { Hawala } from "#contract/hawalas.ts";
import { rowsAround, useRowWalk } from "#web/ui/use-row-walk.ts";

import { PassRow } from "./pass-row.tsx";
import classes from "./pass.module.css";

/** Of a row with three lines of text; every row is measured once it is drawn. */
const usualHeight = 84;
/** Of the frame around the rows, as the style sheet has it. */
const tallest = 600;
/** Rows kept ready beyond the visible ones, so that neither the wheel nor the Tab key meets an empty place. */
const overscan = 6;
/** How near to the end the next page is asked for. */
const nearEnd = 10;

export interface RowsHandle {
  /** Puts the focus into the first row. */
  readonly enter: () => void;
  /** Puts the focus on a row; false where the list has none of this hawala. */
  readonly focus: (id: number) => boolean;
}

interface PassRowsProps {
  readonly hawalas: readonly Hawala[];
  /** How many rows the whole list has; −1 where nobody knows. */
  readonly total: number;
  readonly selected: number | undefined;
  readonly ticked: ReadonlyMap<number, Hawala>;
  readonly onSelect: (id: number) => void;
  readonly onTick: (hawala: Hawala, isTicked: boolean) => void;
  /** Undefined where there is nothing more, or it is on its way. */
  readonly onNearEnd: (() => unknown) | undefined;
  readonly ref: Ref<RowsHandle>;
}

/** The rows of the list, in a frame that scrolls. Only those in sight exist; the arrows go from row to row. */
export function PassRows({ hawalas, total, selected, ticked, onSelect, onTick, onNearEnd, ref }: PassRowsProps) {
  const { t } = useTranslation("passHawala");
  const frame = useRef<HTMLDivElement>(null);
  const list = useRef<HTMLUListElement>(null);
  const walk = useRowWalk({ list, count: hawalas.length, show: (index) => virtual.scrollToIndex(index, { align: "auto" }) });
  const { held } = walk;
  // oxlint-disable-next-line react/incompatible-library -- Concerns React's compiler, which does not build this product.
  const virtual = useVirtualizer({
    count: hawalas.length,
    getScrollElement: () => frame.current,
    estimateSize: () => usualHeight,
    overscan,
    // A narrow screen hides the list while a hawala is open. Its rows stay, so that the focus finds them once it is there again; and
    // rows that are not drawn have no height of their own.
    initialRect: { width: 0, height: tallest },
    observeElementRect: (instance, tell) => observeElementRect(instance, (rect) => (rect.height === 0 ? undefined : tell(rect))),
    measureElement: (element, entry, instance) => measureElement(element, entry, instance) || usualHeight,
    getItemKey: (index) => hawalas[index]?.id ?? index,
    rangeExtractor: (range) => rowsAround(range, overscan, held),
  });
  const items = virtual.getVirtualItems();
  const last = items.filter(({ index }) => index !== held).at(-1)?.index ?? 0;
  const wantsMore = onNearEnd !== undefined && last >= hawalas.length - nearEnd;
  useEffect(() => {
    if (wantsMore) onNearEnd?.();
  }, [wantsMore, onNearEnd]);
  useImperativeHandle(ref, () => ({
    enter: walk.enter,
    focus: (id) => {
      const index = hawalas.findIndex((hawala) => hawala.id === id);
      walk.focus(index);
      return index >= 0;
    },
  }));
  return (
    <div ref={frame} role="presentation" className={classes["frame"]} {...walk.listeners}>
      <ul ref={list} className={classes["list"]} aria-label={t("title")} style={{ blockSize: virtual.getTotalSize() }}>
        {items.map(({ index, start, key }) => {
          const hawala = hawalas[index];
          return hawala === undefined ? null : (
            <li
              key={key}
              ref={virtual.measureElement}
              data-index={index}
              aria-setsize={total}
              aria-posinset={index + 1}
              className={classes["place"]}
              style={{ insetBlockStart: start }}
            >
              <PassRow
                hawala={hawala}
                isSelected={hawala.id === selected}
                isTicked={ticked.has(hawala.id)}
                onSelect={onSelect}
                onTick={onTick}
              />
            </li>
          );
        })}
      </ul>
    </div>
  );
}
