import { readFileSync } from "node:fs";

import type pg from "pg";
import { collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";

import { neededMigrations } from "./migrations.ts";

/** What a request was and how it went. */
export interface Answered {
  readonly method: string;
  /** The path as it is declared, with its parameters unfilled: a label of few values. */
  readonly route: string;
  readonly status: number;
  readonly seconds: number;
}

/** The figures that this process gathers of itself. */
export interface Metrics {
  readonly registry: Registry;
  answered(request: Answered): void;
  /** A batch of so many postings went to the database. */
  batch(size: number): void;
  /** From now on the process is watched, too: its memory, and how late its timers are. */
  watchProcess(): void;
}

const requestSeconds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];
const batchSizes = [1, 2, 4, 8, 16, 32, 64, 128, 256];
/** How often the lateness of timers is looked at. */
const lagPrecisionMs = 10;

/** Gathers nothing of the process itself until it is told to. */
export function createMetrics(pool: pg.Pool): Metrics {
  const registry = new Registry();
  const registers = [registry];
  const requests = new Histogram({
    name: "sarraf_http_request_duration_seconds",
    help: "Requests by route, method and status, and how long each took",
    labelNames: ["method", "route", "status"],
    buckets: requestSeconds,
    registers,
  });
  const batches = new Histogram({
    name: "sarraf_posting_batch_size",
    help: "Postings that went to the database together; their sum is the postings that were sent",
    buckets: batchSizes,
    registers,
  });
  const connections = {
    open: (): number => pool.totalCount,
    idle: (): number => pool.idleCount,
    waiting: (): number => pool.waitingCount,
  };
  registry.registerMetric(
    new Gauge({
      name: "sarraf_pool_connections",
      help: "Connections to the database: open, idle, and requests that wait for one",
      labelNames: ["state"],
      registers: [],
      collect() {
        for (const [state, count] of Object.entries(connections)) this.set({ state }, count());
      },
    }),
  );
  const build = new Gauge({
    name: "sarraf_build_info",
    help: "Which program runs; always 1",
    labelNames: ["version", "node", "migrations"],
    registers,
  });
  build.set({ version: programVersion(), node: process.versions.node, migrations: String(neededMigrations) }, 1);
  return {
    registry,
    answered: ({ method, route, status, seconds }) => requests.observe({ method, route, status }, seconds),
    batch: (size) => batches.observe(size),
    watchProcess: () => collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: lagPrecisionMs }),
  };
}

function programVersion(): string {
  const text = readFileSync(new URL("../../package.json", import.meta.url), "utf8");
  return (JSON.parse(text) as { version: string }).version;
}
