import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { folderStore } from "../../server/media/folder-store.ts";
import { storePicture } from "../../server/media/store-picture.ts";
import { storeUpload } from "../../server/media/store-upload.ts";
import { photograph } from "./pictures.ts";

async function openStore() {
  const directory = await mkdtemp(join(tmpdir(), "shop-media-"));
  onTestFinished(() => rm(directory, { recursive: true, force: true }));
  return { media: folderStore(directory), files: async () => (await readdir(join(directory, "media"))).sort() };
}

test("a picture that is decoded apart leaves the same files as an import's", async () => {
  const [apart, here] = [await openStore(), await openStore()];
  const picture = await photograph(700, 500).jpeg().toBuffer();
  const stored = await storeUpload(picture, apart.media, { timeoutMs: 240_000 });
  expect(stored).toEqual(await storePicture(picture, here.media));
  expect(await apart.files()).toEqual(await here.files());
  for (const name of await here.files()) expect(await apart.media.read(name)).toEqual(await here.media.read(name));
});

test("a decoder that does not come to an end is ended, and the next picture is read", async () => {
  const { media } = await openStore();
  const picture = await photograph(60, 40).png().toBuffer();
  expect(await storeUpload(picture, media, { timeoutMs: 1 })).toMatchObject({ ok: false, code: "too_large" });
  expect(await storeUpload(Buffer.from("<svg/>"), media)).toMatchObject({ ok: false, code: "unsupported_type" });
  expect(await storeUpload(picture, media)).toMatchObject({ ok: true, value: { width: 60, height: 40 } });
});
