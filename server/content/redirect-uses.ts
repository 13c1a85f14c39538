import type { Db } from "../db/tables.ts";
import { writeInParts } from "../db/write-in-parts.ts";
import { addRedirectUses, type RedirectUse } from "./queries/redirects.ts";

export type RedirectUses = {
  /** Counts that a redirect has led somebody on. */
  record(path: string): void;
  /** Writes the counts since the last time. After a failure they are kept for the next. */
  write(): Promise<void>;
};

/** So many redirects are counted between two writes; further ones not, so that memory stays bounded. */
const most = 5000;
const perTransaction = 200;

/** Counts in memory, so that nobody who is led on waits for a write. */
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
      const counted = [...counts.values()];
      counts = new Map();
      await writeInParts(db, counted, perTransaction, { write: addRedirectUses, keep: add });
    },
  };
}
