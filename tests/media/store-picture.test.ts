import { mkdir, mkdtemp, readdir, readFile, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import sharp from "sharp";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { folderStore } from "../../server/media/folder-store.ts";
import { storePicture } from "../../server/media/store-picture.ts";
import { photograph } from "./pictures.ts";

let dataDir = "";
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "shop-media-"));
});
afterEach(() => rm(dataDir, { recursive: true, force: true }));

const files = () =>
  readdir(join(dataDir, "media")).then(
    (names) => names.sort(),
    () => [],
  );
const kept = async (name: string) => readFile(join(dataDir, "media", name));

async function storedOf(bytes: Buffer) {
  const outcome = await storePicture(bytes, folderStore(dataDir));
  if (!outcome.ok) throw new Error(outcome.error);
  return outcome.value;
}

describe("a picture that is kept", () => {
  test("has an AVIF and a WebP of 320, 640 and 960 px, in its own shape", async () => {
    const { key, width, height } = await storedOf(await photograph(1200, 1500).jpeg().toBuffer());
    expect([width, height]).toEqual([960, 1200]);
    const hash = key.slice(0, 32);
    expect(key).toBe(`${hash}-960.webp`);
    expect(await files()).toEqual([320, 640, 960].flatMap((wide) => [`${hash}-${wide}.avif`, `${hash}-${wide}.webp`]).sort());
    for (const [name, size, format] of [
      [`${hash}-320.avif`, [320, 400], "heif"],
      [`${hash}-640.webp`, [640, 800], "webp"],
      [`${hash}-960.avif`, [960, 1200], "heif"],
    ] as const) {
      const head = await sharp(await kept(name)).metadata();
      expect([head.width, head.height, head.format]).toEqual([...size, format]);
    }
  });

  test("is never made wider than it came", async () => {
    const { key, width, height } = await storedOf(await photograph(500, 250).png().toBuffer());
    expect([width, height]).toEqual([500, 250]);
    expect(key).toMatch(/-500\.webp$/);
    expect((await files()).map((name) => name.slice(33))).toEqual(["320.avif", "320.webp", "500.avif", "500.webp"]);
  });

  test.each(["jpeg", "png", "webp", "avif", "gif"] as const)("may come as %s", async (format) => {
    const stored = await storedOf(await photograph(64, 48).toFormat(format).toBuffer());
    expect(stored).toMatchObject({ width: 64, height: 48 });
  });

  test("shows the first frame of a moving one", async () => {
    const [red, blue] = [
      { r: 255, g: 0, b: 0 },
      { r: 0, g: 0, b: 255 },
    ];
    const frame = (background: { r: number; g: number; b: number }) =>
      sharp({ create: { width: 40, height: 40, channels: 3, background } })
        .png()
        .toBuffer();
    const moving = await sharp([await frame(red), await frame(blue)], { join: { animated: true } })
      .gif()
      .toBuffer();
    expect((await sharp(moving).metadata()).pages).toBe(2);
    const { key, width, height } = await storedOf(moving);
    expect([width, height]).toEqual([40, 40]);
    const [r = 0, , b = 0] = await sharp(await kept(key))
      .removeAlpha()
      .raw()
      .toBuffer();
    expect([r > 200, b < 60]).toEqual([true, true]);
  });

  test("is turned upright and loses what a camera wrote into it", async () => {
    const red = await sharp({ create: { width: 45, height: 60, channels: 3, background: "#f00" } })
      .png()
      .toBuffer();
    const blue = sharp({ create: { width: 90, height: 60, channels: 3, background: "#00f" } });
    const shot = blue
      .composite([{ input: red, left: 0, top: 0 }])
      .jpeg()
      .withMetadata({ orientation: 6 });
    const bytes = await shot.withExifMerge({ IFD0: { Copyright: "Somebody" } }).toBuffer();
    expect((await sharp(bytes).metadata()).orientation).toBe(6);
    expect(bytes.includes("Somebody")).toBe(true);

    const { key, width, height } = await storedOf(bytes);
    expect([width, height]).toEqual([60, 90]);
    const { orientation, exif, xmp, icc } = await sharp(await kept(key)).metadata();
    expect({ orientation, exif, xmp, icc }).toEqual({});
    const pixels = await sharp(await kept(key))
      .raw()
      .toBuffer();
    const [topRight, bottomLeft] = [59 * 3, 60 * 89 * 3].map((at) => pixels.subarray(at, at + 3));
    // the left side is now on top
    expect([(topRight?.[0] ?? 0) > 200, (bottomLeft?.[2] ?? 0) > 200]).toEqual([true, true]);
  });

  test("keeps what lies behind it free", async () => {
    const clear = await sharp({ create: { width: 20, height: 20, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0 } } })
      .png()
      .toBuffer();
    const { key } = await storedOf(clear);
    expect(
      (
        await sharp(await kept(key))
          .raw()
          .toBuffer()
      )[3],
    ).toBe(0);
  });

  test("is not written twice, and one that differs has another name", async () => {
    const bytes = await photograph(100, 100).png().toBuffer();
    const { key } = await storedOf(bytes);
    const before = await stat(join(dataDir, "media", key));
    expect(await storedOf(bytes)).toEqual({ key, width: 100, height: 100 });
    const after = await stat(join(dataDir, "media", key));
    expect([after.ino, after.mtimeMs]).toEqual([before.ino, before.mtimeMs]);
    expect((await storedOf(await photograph(100, 101).png().toBuffer())).key).not.toBe(key);
  });

  test("is made whole again where a file of it is gone", async () => {
    const bytes = await photograph(700, 700).png().toBuffer();
    await storedOf(bytes);
    const all = await files();
    await rm(join(dataDir, "media", all[0] ?? ""));
    await storedOf(bytes);
    expect(await files()).toEqual(all);
  });

  test("leaves nothing unfinished behind when a file cannot be written", async () => {
    const bytes = await photograph(50, 50).png().toBuffer();
    const { key } = await storedOf(bytes);
    await rm(join(dataDir, "media", key));
    await rm(join(dataDir, "media", key.replace("webp", "avif")));
    await mkdir(join(dataDir, "media", key, "in-the-way"), { recursive: true });
    await expect(storePicture(bytes, folderStore(dataDir))).rejects.toThrow();
    expect((await files()).filter((name) => name.endsWith(".tmp"))).toEqual([]);
  });

  test("arriving twice at once stands there once, with nothing unfinished beside it", async () => {
    const bytes = await photograph(400, 400).jpeg().toBuffer();
    const [one, other] = await Promise.all([storedOf(bytes), storedOf(bytes)]);
    expect(one).toEqual(other);
    expect(await files()).toHaveLength(4);
  });
});

const bare = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: "#123456" }, limitInputPixels: false })
    .png({ compressionLevel: 1 })
    .toBuffer();

describe("what is not kept is refused with the reason", () => {
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><image href="file:///etc/passwd"/></svg>';
  test.each([
    ["nothing at all", "", "it is empty"],
    ["a drawing", svg, "it is an SVG: save it as PNG or WebP"],
    ["a drawing with a declaration before it", `<?xml version="1.0"?><!-- x -->\n${svg}`, "it is an SVG: save it as PNG or WebP"],
    ["a page", "<!DOCTYPE html><p>Not found", "it is a web page, not a picture"],
    ["a text", "hello", "it is not a JPEG, PNG, WebP, AVIF, or GIF picture"],
    ["a document", "%PDF-1.7\n", "it is not a JPEG, PNG, WebP, AVIF, or GIF picture"],
    ["a phone's HEIC", "\0\0\0\x18ftypheic\0\0\0\0mif1heic", "it is not a JPEG, PNG, WebP, AVIF, or GIF picture"],
    ["only the first bytes of a JPEG", "\xff\xd8\xff\xe0", "it is damaged and cannot be read to the end"],
  ])("%s", async (_what, text, reason) => {
    expect(await storePicture(Buffer.from(text, "latin1"), folderStore(dataDir))).toMatchObject({ ok: false, error: reason });
    expect(await files()).toEqual([]);
  });

  test("a picture that breaks off", async () => {
    const bytes = await photograph(300, 300).jpeg().toBuffer();
    const half = bytes.subarray(0, bytes.length / 2);
    expect(await storePicture(half, folderStore(dataDir))).toMatchObject({
      ok: false,
      error: "it is damaged and cannot be read to the end",
    });
    expect(await files()).toEqual([]);
  });

  test("more than 40 million pixels", async () => {
    const reason = "it has 6400 × 6251 pixels; 40 million is the maximum";
    expect(await storePicture(await bare(6400, 6251), folderStore(dataDir))).toMatchObject({ ok: false, error: reason });
    expect(await storePicture(await bare(6400, 6250), folderStore(dataDir))).toMatchObject({ ok: true });
  });

  test("a strip", async () => {
    const reason = "one side is more than 10 times as long as the other";
    expect(await storePicture(await bare(10, 101), folderStore(dataDir))).toMatchObject({ ok: false, error: reason });
    expect(await storePicture(await bare(100, 10), folderStore(dataDir))).toMatchObject({ ok: true });
  });
});
