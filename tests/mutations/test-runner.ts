import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import type { UnitReport } from "../support/unit-reporter.ts";
import type { TestRequest } from "./test-host.ts";

/** If removing a guard makes the tests hang, this also counts as detected. */
const longestMs = 600_000;

/** Runs test files of one tree, one after the other. */
export type TestRunner = {
  /**
   * resolves with the failures, up to the first failed file; `changed` is the file that differs now
   */
  run: (file: string, changed?: string) => Promise<readonly string[]>;
  close: () => Promise<void>;
};

const startHost = (folder: string): ChildProcess =>
  fork(join(folder, "tests/mutations/test-host.ts"), {
    cwd: folder,
    stdio: ["ignore", "ignore", "inherit", "ipc"],
    detached: true,
  });

function kill({ pid }: ChildProcess): void {
  if (pid !== undefined) process.kill(-pid, "SIGKILL");
}

/** A host's report for a request. If the host ends or hangs, the report contains this failure. */
async function ask(host: ChildProcess, request: TestRequest): Promise<UnitReport> {
  const control = new AbortController();
  const { signal } = control;
  const timer = setTimeout(() => kill(host), longestMs);
  const ended = once(host, "exit", { signal }).then(() => ({
    passed: 0,
    skipped: 0,
    failed: ["the tests hang, or end their process"],
    seconds: {},
  }));
  const reported = once(host, "message", { signal }).then(([report]) => report as UnitReport);
  host.send(request);
  return await Promise.race([reported, ended]).finally(() => {
    clearTimeout(timer);
    control.abort();
  });
}

/**
 * Whether a file is a migration. The migrations make the databases that tests copy, once in each
 * process, so a changed migration needs a new process.
 */
const isMigration = (file: string | undefined): boolean => file?.startsWith("server/db/migrations/") ?? false;

const hasSetupFailed = (failed: readonly string[]): boolean => failed.some((each) => each.startsWith("outside of any test"));

export function openTestRunner(folder: string): TestRunner {
  let host: ChildProcess | undefined;
  const close = async () => {
    if (!host || host.exitCode !== null || host.signalCode !== null) return;
    const exit = once(host, "exit");
    host.send("end");
    await exit;
  };
  return {
    run: async (file, changed) => {
      if (isMigration(changed)) await close();
      if (host?.exitCode !== null || host.signalCode !== null) host = startHost(folder);
      const { passed, failed } = await ask(host, { file, changed });
      if (passed + failed.length === 0) throw new Error(`no test ran of ${file}`);
      // The setup of this process, or its failure, must not affect the next file.
      if (isMigration(changed) || hasSetupFailed(failed)) await close();
      return failed;
    },
    close,
  };
}
