// Lets `vi.waitFor` wait as long as `expect.poll` (vitest.config.ts), so that no test fails on a
// slow machine. Vitest has no setting for `vi.waitFor`.
import { vi } from "vitest";

const waitFor = vi.waitFor;
const patient: typeof vi.waitFor = (look, options) =>
  waitFor(look, { timeout: 60_000, interval: 20, ...(typeof options === "number" ? { timeout: options } : options) });
vi.waitFor = patient;
