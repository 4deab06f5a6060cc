import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";

/** A mutant is judged by the first test that fails: what answers soonest comes first, and what is not named here last. */
const quickest = ["verify-positions", "currency-book", "answered-key", "correct", "audit-chain"];

class QuickestFirst extends BaseSequencer {
  override sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId }: TestSpecification): number => {
      const at = quickest.findIndex((name) => moduleId.endsWith(`/${name}.test.ts`));
      return at === -1 ? quickest.length : at;
    };
    return Promise.resolve(files.toSorted((one, other) => place(one) - place(other)));
  }
}

const withoutDatabase = ["transaction", "event-row", "outcome", "batch", "batch-lanes"];
/** They put the ledger under load, or judge SQL alone: a mutant is to be found by a fact and not by a machine that was busy. */
const others = ["post", "append-only"];

/** The tests that judge what the ledger does with its database, on a PostgreSQL of their own. */
export default defineConfig({
  test: {
    environment: "node",
    include: ["src/ledger/*.test.ts"],
    exclude: [...withoutDatabase, ...others].map((name) => `src/ledger/${name}.test.ts`),
    globalSetup: ["test/support/global-setup.ts"],
    testTimeout: 20_000,
    hookTimeout: 120_000,
    teardownTimeout: 60_000,
    isolate: false,
    sequence: { sequencer: QuickestFirst },
  },
});
