import { defineConfig } from "@playwright/test";
import { findEconomicalChromium } from "./tests/support/chromium.ts";
import { type EngineName, findEngines, missingEngines } from "./tests/support/engines/find.ts";
import { isProof } from "./tests/support/long-form.ts";
import { isShort, part } from "./tests/support/part.ts";
import { standBy } from "./tests/support/stand-by.ts";
import { temporaryFolder } from "./tests/support/temporary.ts";

/**
 * Which journeys run in which engine: all of them with `JOURNEYS=all`; in `npm run prove` the
 * runtime's promises in Chromium and Firefox, and purchases from embedding pages in every engine;
 * otherwise the engines beside Chromium run those marked @short.
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

// Made here, by the process that ends last: the workers take it over, and their shops keep their
// data in it.
standBy(temporaryFolder());

// No web server here: each file of tests starts its own through a fixture, on a free port.
export default defineConfig<{ engine: EngineName }>({
  testDir: "tests",
  testMatch: "**/*.spec.ts",
  globalSetup: "./tests/support/demo-folder.ts",
  // Emptied at the start: other suites write beside it.
  outputDir: "test-results/browser",
  workers: 2,
  // Only what hangs takes so long: nothing is judged by how fast a machine is.
  timeout: 600_000,
  expect: { timeout: 60_000 },
  forbidOnly: true,
  // A test that falls by chance has a fault of its own, or has found one.
  retries: 0,
  reporter: "line",
  use: { trace: "off" },
  // The longest single tests come first, so that neither worker waits for the other at the end.
  projects: [...inEngines, ...(all ? [] : [pages])],
});
