import { defineConfig } from "@playwright/test";
import { findEconomicalChromium } from "./tests/support/chromium.ts";
import { type EngineName, findEngines, missingEngines } from "./tests/support/engines/find.ts";
import { isProof } from "./tests/support/long-form.ts";
import { isShort, part } from "./tests/support/part.ts";
import { standBy } from "./tests/support/stand-by.ts";
import { temporaryFolder } from "./tests/support/temporary.ts";

/**
 * The browser tests that each engine runs:
 *
 * - with `JOURNEYS=all`, every engine runs all of them
 * - in `npm run prove`, every engine runs those marked @short and @embedding (purchases from
 *   embedding pages), and Chromium and Firefox also those marked @runtime (the runtime's promises)
 * - otherwise every engine runs those marked @short, and Chromium also those marked @runtime
 */
const all = process.env.JOURNEYS === "all";
const proved = { chromium: /@short|@runtime|@embedding/, firefox: /@short|@runtime|@embedding/, webkit: /@short|@embedding/ };
const tested = { chromium: /@short|@runtime/, firefox: /@short/, webkit: /@short/ };
const chosen = isProof ? proved : tested;
const missing = missingEngines(findEngines());
const engines = (["chromium", "firefox", "webkit"] as const).filter((name) => !missing.some((one) => one === name));
const journeys = (engine: EngineName) => ({
  name: engine,
  testDir: "tests/browsers",
  ...(!all && { grep: chosen[engine] }),
  use: { engine },
});
const pages = {
  name: "pages",
  testIgnore: "browsers/**",
  // `npm test` runs the tests tagged @quick. `npm test -- FEATURE` runs the feature's tests tagged
  // @quick or @feature. Both run in Chromium alone.
  ...(part === "quick" && { grep: /@quick/ }),
  ...(part === "feature" && { grep: /@quick|@feature/ }),
  ...(part === "rest" && { grepInvert: /@quick/ }),
  use: { browserName: "chromium" as const, launchOptions: findEconomicalChromium() },
};
const inEngines = isShort(part) ? [] : engines.map(journeys).reverse();

// The run's folder is made here, since this process ends last. The workers use the same folder, and
// their shops keep their data in it.
standBy(temporaryFolder());

// No web server here: each file of tests starts its own through a fixture, on a free port.
export default defineConfig<{ engine: EngineName }>({
  testDir: "tests",
  testMatch: "**/*.spec.ts",
  globalSetup: "./tests/support/demo-folder.ts",
  // A folder of its own, since Playwright empties it at the start, and other suites write beside
  // it.
  outputDir: "test-results/browser",
  workers: 2,
  // Only a test that hangs takes so long. The limits are so high that no test fails because a
  // machine is slow.
  timeout: 600_000,
  expect: { timeout: 60_000 },
  forbidOnly: true,
  // No test is repeated: a test that fails only sometimes has a fault, or has found one.
  retries: 0,
  reporter: "line",
  use: { trace: "off" },
  // The projects of the engines come first, since they have the longest single tests. So neither
  // worker waits long for the other at the end.
  projects: [...inEngines, ...(all ? [] : [pages])],
});
