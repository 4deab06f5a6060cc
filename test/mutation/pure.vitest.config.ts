import { defineConfig } from "vitest/config";

const ledger = ["transaction", "event-row", "outcome", "batch", "batch-lanes"].map((name) => `src/ledger/${name}.test.ts`);

/** The tests that judge what needs no database: a mutant is judged within a fraction of a second. */
export default defineConfig({
  test: {
    environment: "node",
    include: ["src/kernel/*.test.ts", "src/contract/permissions.test.ts", ...ledger],
    isolate: false,
  },
});
