// Nothing is judged by how fast a machine is: `vi.waitFor` waits as long as `expect.poll` does
// (vitest.config.ts), unless a test says otherwise. It has no setting of its own.
import { vi } from "vitest";

const waitFor = vi.waitFor;
const patient: typeof vi.waitFor = (look, options) =>
  waitFor(look, { timeout: 60_000, interval: 20, ...(typeof options === "number" ? { timeout: options } : options) });
vi.waitFor = patient;
