import { useEffect, useEffectEvent, useRef, useState, type RefObject } from "react";
import { useTranslation } from "react-i18next";

import type { Hawala } from "#contract/hawalas.ts";
import { HawalaExport } from "#web/features/hawalas/hawala-export.tsx";
import { useFindByNumber, useHawalaList } from "#web/features/hawalas/hawala-list.ts";
import { PassFilterBar } from "#web/features/hawalas/pass-filters.tsx";
import { PassList } from "#web/features/hawalas/pass-list.tsx";
import { asked, usePassPlace, type PassPlace } from "#web/features/hawalas/pass-place.ts";
import type { RowsHandle } from "#web/features/hawalas/pass-rows.tsx";
import { blankPayForm, isTyped, type PayForm } from "#web/features/hawalas/pass-rules.ts";
import classes from "#web/features/hawalas/pass.module.css";
import { useTicked } from "#web/features/hawalas/use-ticked.ts";
import { useWhileHere } from "#web/lib/late-answers.ts";
import { focusSearch } from "#web/lib/search-focus.ts";
import { Page } from "#web/shell/page.tsx";
import { isTurned } from "#web/ui/date/periods.ts";
import { isTypedInto } from "#web/ui/dialogs.ts";
import { LeaveGuard } from "#web/ui/entry/leave-guard.tsx";

import { BulkBar } from "./bulk-bar.tsx";
import { BulkDialog } from "./bulk-dialog.tsx";
import { CancelDialog } from "./cancel-dialog.tsx";
import { Panel, type PanelProps } from "./panel.tsx";
import { useAct, type ShownHawala } from "./pass-acts.ts";

/** Pass Hawala: finds what a receiver has come for, pays it out, once, and takes it back where that was wrong. */
export function PassHawalaPage() {
  const { t } = useTranslation("passHawala");
  const address = usePassPlace();
  const { place, find: findByNumber } = useFindByNumber(address);
  const found = useHawalaList(asked(place.filters));
  const [bulk, setBulk] = useState<readonly Hawala[]>();
  const { ticked, changed, tick, drop } = useTicked({ found, filters: place.filters, isPaused: bulk !== undefined });
  const [cancelling, setCancelling] = useState<ShownHawala>();
  const rows = useRef<RowsHandle>(null);
  const [arrivals, setArrivals] = useState(0);
  const { selected } = place;
  const arrive = (): void => setArrivals((before) => before + 1);
  const find = async (typed: string): Promise<void> => {
    if (await findByNumber(typed)) arrive();
  };
  const toRow = useWayBack(selected, rows);
  const leave = (from: PassPlace): void => {
    from.unselect();
    toRow();
  };
  const whileHere = useWhileHere();
  // Looked at no more once it waits again, unless the next customer's is on screen already. One being looked for still comes.
  const acting = useAct((id) => {
    if (id === selected) whileHere(leave)(address);
  });
  return (
    <Page title={t("title")} actions={<ListExport place={place} />}>
      <PassFilterBar place={place} onEnter={(typed) => void find(typed)} onEnterList={() => rows.current?.enter()} />
      <div className={classes["desk"]} data-open={selected === undefined ? undefined : true}>
        <div className={classes["listSide"]}>
          <BulkBar
            ticked={ticked}
            changed={changed}
            onClear={() => tick(new Map())}
            onPass={() => setBulk([...ticked.values()])}
          />
          <PassList
            place={place}
            found={found}
            ticked={ticked}
            onTicked={tick}
            onSelect={(id) => {
              arrive();
              place.select(id);
            }}
            rows={rows}
          />
        </div>
        <PanelSide
          id={selected}
          acting={acting}
          onCancel={setCancelling}
          onClose={() => leave(place)}
          onEscape={toRow}
          arrivals={arrivals}
          onArrive={arrive}
        />
      </div>
      <CancelDialog hawala={cancelling} onClose={() => setCancelling(undefined)} onCancelled={arrive} />
      <BulkDialog
        hawalas={bulk}
        onClose={(done) => {
          setBulk(undefined);
          drop(done);
        }}
      />
    </Page>
  );
}

/**
 * Puts the focus on the row of the hawala that is open. It goes there by itself when that is closed and had it, be it by the browser's
 * own back button: on a narrow screen the list stands there only then.
 */
function useWayBack(selected: number | undefined, rows: RefObject<RowsHandle | null>): () => void {
  const toRow = (id: number | undefined): void => {
    if (id !== undefined && rows.current?.focus(id) !== true) focusSearch();
  };
  const toRowOf = useEffectEvent(toRow);
  const before = useRef(selected);
  useEffect(() => {
    const closed = before.current;
    before.current = selected;
    if (selected === undefined && document.activeElement === document.body) toRowOf(closed);
  }, [selected]);
  return () => toRow(selected);
}

/** What the list shows, as a file. Where the list gives way to what was opened from it, so does this. */
function ListExport({ place: { filters, selected } }: { readonly place: PassPlace }) {
  if (isTurned(filters)) return null;
  return (
    <div className={classes["export"]} data-open={selected === undefined ? undefined : true}>
      <HawalaExport query={asked(filters)} />
    </div>
  );
}

interface PanelSideProps extends Pick<PanelProps, "id" | "acting" | "onCancel" | "onClose" | "arrivals"> {
  /** Back to the list, with the hawala still open. */
  readonly onEscape: () => void;
  readonly onArrive: () => void;
}

/** The panel with what is typed in it, apart from the list, which need not be drawn with every key. */
function PanelSide({ id, onEscape, onArrive, ...props }: PanelSideProps) {
  const typing = useTypedPayouts();
  const shown = useRef(id);
  useEffect(() => void (shown.current = id), [id]);
  return (
    <div
      className={classes["panelSide"]}
      role="presentation"
      onKeyDown={(event) => {
        // As far as the key means nothing else where it was pressed.
        if (event.key === "Escape" && !event.defaultPrevented && !isTypedInto(event.target)) onEscape();
      }}
    >
      <Panel
        id={id}
        typed={typing.of(id)}
        begun={typing.begun}
        onType={(change) => typing.type(id, change)}
        onPassed={(passed) => {
          typing.forget(passed);
          // By then the next customer's may be on screen.
          if (passed === shown.current) onArrive();
        }}
        {...props}
      />
      <LeaveGuard isDirty={typing.isDirty} onDiscard={typing.forgetAll} />
    </div>
  );
}

/** What was typed for payouts and not sent, for each hawala by itself. */
function useTypedPayouts() {
  const [typed, setTyped] = useState<ReadonlyMap<number, PayForm>>(new Map());
  const seen = useRef(new Map<number, ShownHawala>());
  const of = (id: number | undefined): PayForm => (id === undefined ? undefined : typed.get(id)) ?? blankPayForm;
  return {
    of,
    begun: {
      of: (id: number) => (typed.has(id) ? seen.current.get(id) : undefined),
      note: (hawala: ShownHawala) => void seen.current.set(hawala.id, hawala),
    },
    type: (id: number | undefined, change: Partial<PayForm>): void => {
      if (id !== undefined) setTyped((before) => new Map([...before, [id, { ...(before.get(id) ?? blankPayForm), ...change }]]));
    },
    forget: (id: number | undefined): void => setTyped((before) => new Map([...before].filter(([known]) => known !== id))),
    isDirty: () => [...typed.values()].some(isTyped),
    forgetAll: () => setTyped(new Map()),
  };
}
