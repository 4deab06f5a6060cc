import { useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { useTranslation } from "react-i18next";

import { passHawala, type Hawala } from "#contract/hawalas.ts";
import { ApiError, messageOf } from "#web/lib/api-error.ts";
import { call } from "#web/lib/api.ts";
import { useAttemptKey } from "#web/lib/attempt-key.ts";
import { moneyMoved } from "#web/lib/query.ts";

import { isUnanswered } from "./pass-acts.ts";

/** How it went with one of several hawalas. */
export interface Result {
  readonly state: "waiting" | "running" | "passed" | "refused" | "unanswered";
  /** Why it was not passed. */
  readonly reason?: string;
}

/** Who pays, and the day that all payouts belong to. */
export interface BulkBody {
  readonly branchAccountId: number | null;
  readonly transDate: string;
}

/**
 * Passes several hawalas one after the other, each by a call of its own. Each keeps its key until it has been passed, so that
 * trying the rest again pays nobody twice.
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

  const note = (id: number, result: Result): void => setResults((before) => new Map([...before, [id, result]]));
  const passOne = async ({ id, version }: Hawala, body: BulkBody): Promise<void> => {
    note(id, { state: "running" });
    try {
      await call(passHawala, { params: { id }, body, ifMatch: version, idempotencyKey: keyFor(["pass", id, body], version) });
      note(id, { state: "passed" });
    } catch (error) {
      note(id, { state: isUnanswered(error) ? "unanswered" : "refused", reason: messageOf(error, t("pay.failedText")) });
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
      if (results.get(hawala.id)?.state !== "passed") await passOne(hawala, body);
    }
    busy.current = false;
    setRunning(false);
    await moneyMoved(client);
  };
  return {
    results,
    running,
    stopping,
    passed: [...results.values()].filter(({ state }) => state === "passed").length,
    run,
    stop: (): void => {
      stop.current = true;
      setStopping(true);
    },
  };
}
