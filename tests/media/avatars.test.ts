import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setImmediate as turn } from "node:timers/promises";
import sharp from "sharp";
import { expect, onTestFinished, test } from "vitest";
import { storeAvatar } from "../../server/media/avatars.ts";

test("large pictures of several customers at once are decoded one after the other", async () => {
  const directory = await mkdtemp(join(tmpdir(), "shop-avatars-"));
  onTestFinished(() => rm(directory, { recursive: true, force: true }));
  const picture = sharp({ create: { width: 2000, height: 2000, channels: 3, background: "teal" } });
  const bytes = await picture.jpeg().toBuffer();
  let [left, most] = [4, 0];

  const stored = Array.from({ length: left }, () => storeAvatar(bytes, directory).finally(() => (left -= 1)));
  while (left > 0) {
    most = Math.max(most, sharp.counters().process);
    await turn();
  }

  expect((await Promise.all(stored)).map(({ ok }) => ok)).toEqual([true, true, true, true]);
  expect(most).toBe(1);
});
