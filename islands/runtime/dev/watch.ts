import { statSync, watch } from "node:fs";
import { join } from "node:path";

/** An editor writes a file in several steps; ms. */
const settledMs = 10;

/** Most editors empty a file before they write it: an empty one counts as being written for so long; ms. */
const emptyMs = 1_000;

/** How long to wait until this file is as its editor leaves it, 0 when it is or is gone; ms. */
function msToSettle(path: string): number {
  const file = statSync(path, { throwIfNoEntry: false });
  if (!file?.isFile()) return 0;
  const age = Date.now() - file.mtimeMs;
  // A copied file may have a time to come.
  if (age < 0) return 0;
  return Math.max(0, Math.ceil((file.size === 0 ? emptyMs : settledMs) - age));
}

/**
 * Calls `changed` with all paths that changed in these folders or below, one call at a time. What
 * changes meanwhile is in the next call.
 */
export function watchFolders(
  folders: readonly string[],
  changed: (paths: ReadonlySet<string>) => Promise<void>,
): { close(): void } {
  let waiting = new Set<string>();
  let timer: NodeJS.Timeout | undefined;
  let isRunning = false;

  async function run(): Promise<void> {
    timer = undefined;
    if (isRunning || waiting.size === 0) return;
    // The events of a busy machine come late: the files themselves say whether they are written.
    const ms = Math.max(...[...waiting].map(msToSettle));
    if (ms > 0) {
      timer = setTimeout(run, ms);
      return;
    }
    isRunning = true;
    const paths = waiting;
    waiting = new Set();
    try {
      await changed(paths);
    } finally {
      isRunning = false;
      if (waiting.size > 0) timer ??= setTimeout(run, settledMs);
    }
  }

  const watchers = folders.map((folder) =>
    watch(folder, { recursive: true }, (_event, name) => {
      if (name === null) return;
      waiting.add(join(folder, name));
      clearTimeout(timer);
      timer = setTimeout(run, settledMs);
    }),
  );
  return {
    close() {
      clearTimeout(timer);
      for (const watcher of watchers) watcher.close();
    },
  };
}
