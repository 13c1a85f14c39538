import type { ChildProcess } from "node:child_process";
import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import sharp from "sharp";
import { expect, onTestFinished, test } from "vitest";
import { storeAvatar } from "../../server/media/avatars.ts";
import { folderStore } from "../../server/media/folder-store.ts";

/** Counts the processes that this one starts, and the most that ran at once. */
function countProcesses(): { all: number; most: number } {
  const counts = { all: 0, running: 0, most: 0 };
  const started = (message: unknown) => {
    const { process: child } = message as { process: ChildProcess };
    counts.all += 1;
    counts.running += 1;
    counts.most = Math.max(counts.most, counts.running);
    child.once("exit", () => (counts.running -= 1));
  };
  subscribe("child_process", started);
  onTestFinished(() => void unsubscribe("child_process", started));
  return counts;
}

test("large pictures of several customers at once are decoded one after the other", async () => {
  const directory = await mkdtemp(join(tmpdir(), "shop-avatars-"));
  onTestFinished(() => rm(directory, { recursive: true, force: true }));
  const picture = sharp({ create: { width: 2000, height: 2000, channels: 3, background: "teal" } });
  const bytes = await picture.jpeg().toBuffer();
  const counts = countProcesses();

  const stored = await Promise.all(Array.from({ length: 4 }, () => storeAvatar(bytes, folderStore(directory))));

  expect(stored.map(({ ok }) => ok)).toEqual([true, true, true, true]);
  expect(counts).toMatchObject({ all: 4, most: 1 });
});
