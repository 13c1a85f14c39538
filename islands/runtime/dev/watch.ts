import { statSync, watch } from "node:fs";
import { join } from "node:path";

/** ms without a change after which a file is complete: an editor writes a file in several steps. */
const settledMs = 10;

/** ms for which an empty file is incomplete: most editors empty a file before they write it. */
const emptyMs = 1_000;

/** ms until this file is complete; 0 if it is complete, or gone. */
function msToSettle(path: string): number {
  const file = statSync(path, { throwIfNoEntry: false });
  if (!file?.isFile()) return 0;
  const age = Date.now() - file.mtimeMs;
  // A copied file may have a time in the future.
  if (age < 0) return 0;
  return Math.max(0, Math.ceil((file.size === 0 ? emptyMs : settledMs) - age));
}

type Changes = {
  /** Tells of a changed path. */
  add(path: string): void;
  /** Forgets the changes that `onChange` has not seen. */
  close(): void;
};

/**
 * Calls `onChange` with all changed paths when their files are complete, one call at a time. Paths
 * that change during a call are in the next call.
 */
export function gatherChanges(onChange: (paths: ReadonlySet<string>) => Promise<void>): Changes {
  let changedPaths = new Set<string>();
  let timer: NodeJS.Timeout | undefined;
  let isRunning = false;

  async function run(): Promise<void> {
    timer = undefined;
    if (isRunning || changedPaths.size === 0) return;
    // Events come late on a busy machine: the files themselves show whether they are complete.
    const ms = Math.max(...[...changedPaths].map(msToSettle));
    if (ms > 0) {
      timer = setTimeout(run, ms);
      return;
    }
    isRunning = true;
    const paths = changedPaths;
    changedPaths = new Set();
    try {
      await onChange(paths);
    } finally {
      isRunning = false;
      if (changedPaths.size > 0) timer ??= setTimeout(run, settledMs);
    }
  }

  return {
    add(path) {
      changedPaths.add(path);
      clearTimeout(timer);
      timer = setTimeout(run, settledMs);
    },
    close() {
      clearTimeout(timer);
      changedPaths.clear();
    },
  };
}

/**
 * Calls `onChange` with all changed paths in these folders or below, one call at a time. Paths that
 * change during a call are in the next call.
 */
export function watchFolders(
  folders: readonly string[],
  onChange: (paths: ReadonlySet<string>) => Promise<void>,
): { close(): void } {
  const changes = gatherChanges(onChange);
  const watchers = folders.map((folder) =>
    watch(folder, { recursive: true }, (_event, name) => {
      if (name !== null) changes.add(join(folder, name));
    }),
  );
  return {
    close() {
      changes.close();
      for (const watcher of watchers) watcher.close();
    },
  };
}
