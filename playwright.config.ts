import { defineConfig } from "@playwright/test";
import { findChromium } from "./tests/support/chromium.ts";

// No web server here: each file of tests starts its own through a fixture, on a free port.
export default defineConfig({
  testDir: "tests",
  testMatch: "**/*.spec.ts",
  outputDir: "test-results",
  workers: 2,
  forbidOnly: true,
  reporter: "line",
  use: { browserName: "chromium", launchOptions: findChromium(), trace: "off" },
});
