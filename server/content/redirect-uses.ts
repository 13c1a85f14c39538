import type { Db } from "../db/tables.ts";
import { writeInParts } from "../db/write-in-parts.ts";
import { addRedirectUses, type RedirectUse } from "./queries/redirects.ts";

export type RedirectUses = {
  /** Counts one use of a redirect. */
  record(path: string): void;
  /** Writes the counts since the last write. If this fails, the next write includes them. */
  write(): Promise<void>;
};

/**
 * The most redirects that are counted between two writes; a use of another redirect is not counted.
 * This limits memory.
 */
const most = 5000;
const perTransaction = 200;

/** Counts uses in memory, so that no redirect waits for a write. */
export function openRedirectUses(db: Db, now: () => number): RedirectUses {
  let counts = new Map<string, RedirectUse>();

  const add = ({ path, uses, usedAt }: RedirectUse) => {
    const before = counts.get(path);
    if (!before && counts.size >= most) return;
    counts.set(path, { path, uses: (before?.uses ?? 0) + uses, usedAt: Math.max(before?.usedAt ?? 0, usedAt) });
  };
  return {
    record: (path) => add({ path, uses: 1, usedAt: now() }),
    async write() {
      const pending = [...counts.values()];
      counts = new Map();
      await writeInParts(db, pending, perTransaction, { write: addRedirectUses, keep: add });
    },
  };
}
