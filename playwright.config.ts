import { defineConfig } from "@playwright/test";
import { findChromium } from "./tests/support/chromium.ts";

// No web server here: each file of tests starts its own through a fixture, on a free port.
export default defineConfig({
  testDir: "tests",
  testMatch: "**/*.spec.ts",
  outputDir: "test-results",
  workers: 2,
  // Only what hangs takes so long: nothing is judged by how fast a machine is.
  timeout: 120_000,
  expect: { timeout: 20_000 },
  forbidOnly: true,
  // A machine that does other work may starve a browser once; run.ts tells how many needed the second try.
  retries: 1,
  reporter: "line",
  use: { browserName: "chromium", launchOptions: findChromium(), trace: "off" },
});
