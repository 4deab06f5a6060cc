import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useRef, useState, type RefObject } from "react";
import { useTranslation } from "react-i18next";

import { passHawala, type Hawala } from "#contract/hawalas.ts";
import { ApiError, isAlreadyPassed, isUnanswered, messageOf } from "#web/lib/api-error.ts";
import { call } from "#web/lib/api.ts";
import { useAttemptKey } from "#web/lib/attempt-key.ts";
import { listed } from "#web/lib/direction.ts";
import { moneyMoved } from "#web/lib/query.ts";
import { toast } from "#web/lib/toast.ts";
import { mayBeRecorded } from "#web/ui/entry/drafts.ts";

/** How it went with one of several hawalas. */
export interface Result {
  readonly state: "waiting" | "running" | "passed" | "refused" | "unanswered";
  /** Why it was not passed. */
  readonly reason?: string;
  /** Trying again changes nothing: it is not any more what was ticked. */
  readonly isFinal?: boolean;
}

/** Who pays, and the day that all payouts belong to. */
export interface BulkBody {
  readonly branchAccountId: number | null;
  readonly transDate: string;
}

/**
 * Passes several hawalas one after the other, each by a call of its own. Each keeps its key until it has been passed, so that
 * trying the rest again pays nobody twice. When the dialog is left the run ends after the one that is under way, and a toast says
 * how far it came.
 */
export function useBulkPass(hawalas: readonly Hawala[]) {
  const { t } = useTranslation("passHawala");
  const client = useQueryClient();
  const keyFor = useAttemptKey();
  const [results, setResults] = useState<ReadonlyMap<number, Result>>(new Map());
  const [running, setRunning] = useState(false);
  const [stopping, setStopping] = useState(false);
  const stop = useRef(false);
  const busy = useRef(false);

  /** As this very moment: what is drawn may be gone by then. */
  const latest = useRef<ReadonlyMap<number, Result>>(new Map());
  const tell = useTelling(hawalas.length, latest);
  const isGone = useEnding({ onEnd: () => void (stop.current = true), isBusy: () => busy.current, tell });

  const note = (id: number, result: Result): void => {
    latest.current = new Map([...latest.current, [id, result]]);
    setResults(latest.current);
  };
  const passOne = async ({ id, version }: Hawala, body: BulkBody): Promise<void> => {
    const before = latest.current.get(id)?.state === "unanswered";
    note(id, { state: "running" });
    try {
      await call(passHawala, { params: { id }, body, ifMatch: version, idempotencyKey: keyFor(["pass", id, body], version) });
      note(id, { state: "passed" });
    } catch (error) {
      const reason = messageOf(error, t("pay.failedText"));
      const isOpen = isUnanswered(error) || mayBeRecorded(error, before);
      note(id, { state: isOpen ? "unanswered" : "refused", reason, isFinal: isPast(error) });
      // Whoever would rather not sign in again is not asked anew for each of the rest.
      if (error instanceof ApiError && error.status === 401) stop.current = true;
    }
  };
  const run = async (body: BulkBody): Promise<void> => {
    if (busy.current) return;
    busy.current = true;
    stop.current = false;
    setRunning(true);
    setStopping(false);
    for (const hawala of hawalas) {
      if (stop.current) break;
      if (!isDone(latest.current.get(hawala.id))) await passOne(hawala, body);
    }
    if (isGone()) tell();
    busy.current = false;
    setRunning(false);
    await moneyMoved(client);
  };
  return {
    results,
    running,
    stopping,
    passed: [...results.values()].filter(({ state }) => state === "passed").length,
    /** Those that were passed, or never will be as they were ticked. */
    done: new Set([...results].filter(([, result]) => isDone(result)).map(([id]) => id)),
    isBusy: () => busy.current,
    /** The person has read how it went. */
    close: (): void => void (latest.current = new Map()),
    run,
    stop: (): void => {
      stop.current = true;
      setStopping(true);
    },
  };
}

function isDone(result: Result | undefined): boolean {
  return result?.state === "passed" || result?.isFinal === true;
}

/** Whether a refusal says that the hawala has been passed, corrected or removed since it was ticked. */
function isPast(error: unknown): boolean {
  if (!(error instanceof ApiError)) return false;
  return error.code === "stale_version" || error.status === 404 || isAlreadyPassed(error);
}

/** How many went how. What got no answer may have been passed, and is none of those that were not. */
interface Counts {
  readonly passed: number;
  readonly failed: number;
  readonly unanswered: number;
  readonly untried: number;
}

/** Counts how it went with so many hawalas, of which these were begun. */
export function countsOf(results: readonly Result[], all: number): Counts {
  const passed = results.filter(({ state }) => state === "passed").length;
  const unanswered = results.filter(({ state }) => state === "unanswered").length;
  return { passed, failed: results.length - passed - unanswered, unanswered, untried: all - results.length };
}

/** "2 passed, 1 without an answer": that none was not passed is said only where nothing is open. */
export function useCountWords(): (counts: Partial<Counts>) => string {
  const { t } = useTranslation("passHawala");
  return ({ passed = 0, failed = 0, unanswered = 0, untried }) => {
    const said: string[] = [t("bulk.counts.passed", { number: passed })];
    if (failed > 0 || unanswered === 0) said.push(t("bulk.counts.failed", { number: failed }));
    if (unanswered > 0) said.push(t("bulk.counts.unanswered", { number: unanswered }));
    if (untried !== undefined) said.push(t("bulk.counts.untried", { number: untried }));
    return listed(said);
  };
}

/** Says by a toast how far a run came that was left. */
function useTelling(all: number, latest: RefObject<ReadonlyMap<number, Result>>): () => void {
  const { t } = useTranslation("passHawala");
  const say = useCountWords();
  return () => {
    const results = [...latest.current.values()];
    const counts = countsOf(results, all);
    const reason = results.find((result) => result.reason !== undefined)?.reason;
    if (counts.passed === all) toast.success(say(counts));
    else if (results.length > 0) toast.error(say(counts), reason ?? t("bulk.leftText"));
  };
}

interface Ending {
  readonly onEnd: () => void;
  readonly isBusy: () => boolean;
  readonly tell: () => void;
}

/** Ends the run with the dialog. What has ended before is told at once, unless the person has closed it. */
function useEnding(ending: Ending): () => boolean {
  const isGone = useRef(false);
  const leave = useEffectEvent(() => {
    isGone.current = true;
    ending.onEnd();
    if (!ending.isBusy()) ending.tell();
  });
  useEffect(() => {
    isGone.current = false;
    return () => leave();
  }, []);
  return () => isGone.current;
}
