import { fileURLToPath } from "node:url";

import { defineConfig } from "vitest/config";

/** A poll is as patient as everything else: a busy machine is no fault of the product. */
const patient = {
  testTimeout: 60_000,
  hookTimeout: 120_000,
  teardownTimeout: 60_000,
  retry: 0,
  expect: { poll: { timeout: 15_000 } },
};

/** Where workers, and the threads they begin, find what the one before has compiled. */
const compiled = { NODE_COMPILE_CACHE: fileURLToPath(new URL("node_modules/.cache/compiled", import.meta.url)) };

export default defineConfig({
  test: {
    // Two cores serve the tests, PostgreSQL and the browser. Two workers alone would leave a tenth of them idle: a test waits for what it
    // has begun.
    maxWorkers: 3,
    // A worker loads what the tests of its files import once, not for each file: every file has a database and a page of its own, or,
    // where it tests components, an empty page to begin with.
    isolate: false,
    projects: [
      {
        extends: true,
        test: {
          ...patient,
          name: "node",
          environment: "node",
          env: compiled,
          include: ["src/**/*.test.ts", "test/{property,security,crash,prove}/**/*.test.ts", "test/tidy.test.ts"],
          exclude: ["src/web/**"],
          globalSetup: ["test/support/global-setup.ts"],
          setupFiles: ["test/support/random-seed.ts"],
        },
      },
      {
        extends: true,
        test: {
          ...patient,
          name: "web",
          environment: "happy-dom",
          // A link that is followed, or a file that is saved, leaves the page of the tests where it is.
          environmentOptions: {
            happyDOM: { settings: { navigation: { disableMainFrameNavigation: true, disableFallbackToSetURL: true } } },
          },
          setupFiles: ["src/web/testing/new-page.ts"],
          // A page of components is made and given up at once: with the usual 16 its parts are moved about before.
          execArgv: ["--max-semi-space-size=64"],
          env: compiled,
          include: ["src/web/**/*.test.{ts,tsx}"],
        },
      },
      {
        extends: true,
        test: {
          ...patient,
          name: "e2e",
          environment: "node",
          include: ["test/e2e/**/*.test.ts"],
          globalSetup: ["test/e2e/support/build-web.ts", "test/support/global-setup.ts"],
        },
      },
    ],
  },
});
