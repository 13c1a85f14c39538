import { watch } from "node:fs";
import { join } from "node:path";

/** An editor writes a file in several steps; ms. */
const settledMs = 10;

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
