import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { crc32, deflateSync } from "node:zlib";
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

/** The stored picture's bytes, and its pixels without those of the background. */
async function keptOf(bytes: Buffer) {
  const outcome = await storePicture(bytes, folderStore(dataDir));
  if (!outcome.ok) throw new Error(outcome.error);
  const file = await readFile(join(dataDir, "media", outcome.value.key));
  const pixels = await sharp(file).removeAlpha().raw().toBuffer();
  return { ...outcome.value, file, first: [...pixels.subarray(0, 3)], head: await sharp(file).metadata() };
}

const plain = (background: string, width = 32, height = 32) => sharp({ create: { width, height, channels: 3, background } });

const near = (colour: readonly number[], wanted: readonly number[]) =>
  colour.every((value, at) => Math.abs(value - (wanted[at] ?? -99)) <= 12);

describe("whatever a camera, a printer or a scanner makes is shown in its colours", () => {
  test("for print (CMYK)", async () => {
    const bytes = await plain("#d02020").toColourspace("cmyk").jpeg({ quality: 95 }).toBuffer();
    expect((await sharp(bytes).metadata()).space).toBe("cmyk");
    const { first, head } = await keptOf(bytes);
    expect([head.space, head.channels, (first[0] ?? 0) > 150, (first[1] ?? 255) < 100]).toEqual(["srgb", 3, true, true]);
  });

  test("in 16 bits", async () => {
    const bytes = await plain("#804020").toColourspace("rgb16").png().toBuffer();
    expect((await sharp(bytes).metadata()).depth).toBe("ushort");
    expect(near((await keptOf(bytes)).first, [0x80, 0x40, 0x20])).toBe(true);
  });

  test.each([1, 2] as const)("in grey, with %i channels", async (channels) => {
    const pixels = Buffer.alloc(32 * 32 * channels, 200);
    const bytes = await sharp(pixels, { raw: { width: 32, height: 32, channels } })
      .toColourspace("b-w")
      .png()
      .toBuffer();
    expect((await sharp(bytes).metadata()).channels).toBe(channels);
    expect(near((await keptOf(bytes)).first, [200, 200, 200])).toBe(true);
  });

  test("in the colours of a wider screen", async () => {
    const bytes = await plain("#d03020").withIccProfile("p3").png().toBuffer();
    // A wider colour space has smaller numbers for the same colour; storing converts them back.
    expect(near([...(await sharp(bytes, { ignoreIcc: true }).raw().toBuffer()).subarray(0, 3)], [0xd0, 0x30, 0x20])).toBe(false);
    const { first, head } = await keptOf(bytes);
    expect([near(first, [0xd0, 0x30, 0x20]), head.icc]).toEqual([true, undefined]);
  });

  test("with a palette and a clear colour", async () => {
    const clear = sharp({ create: { width: 32, height: 32, channels: 4, background: { r: 255, g: 0, b: 0, alpha: 0 } } });
    const { head } = await keptOf(await clear.png({ palette: true }).toBuffer());
    expect(head.hasAlpha).toBe(true);
  });

  test("of a single pixel", async () => {
    const { width, height, first } = await keptOf(await plain("#3366cc", 1, 1).png().toBuffer());
    expect([width, height, near(first, [0x33, 0x66, 0xcc])]).toEqual([1, 1, true]);
  });
});

describe("nothing but the picture is kept", () => {
  test("not where it was taken", async () => {
    const gps = { GPSLatitudeRef: "N", GPSLatitude: "52/1 31/1 0/1" };
    const bytes = await plain("#888")
      .withExif({ IFD0: { Make: "Fernwork Camera" }, IFD3: gps })
      .jpeg()
      .toBuffer();
    expect(bytes.includes("Fernwork Camera")).toBe(true);
    const { head, file } = await keptOf(bytes);
    expect([head.exif, head.xmp, head.iptc, file.includes("Fernwork")]).toEqual([undefined, undefined, undefined, false]);
  });

  test("not what hangs behind it or hides in it", async () => {
    const script = "<script>alert(1)</script><?php system('id') ?>PK\x03\x04";
    const jpeg = await plain("#888").jpeg().toBuffer();
    const gif = await plain("#888").gif().toBuffer();
    const comment = Buffer.concat([Buffer.from([0x21, 0xfe, script.length]), Buffer.from(script), Buffer.from([0])]);
    // In a GIF, the first block follows the colours.
    const place = 13 + 3 * 2 ** (((gif[10] ?? 0) & 7) + 1);
    for (const bytes of [
      Buffer.concat([jpeg, Buffer.from(script)]),
      Buffer.concat([gif.subarray(0, place), comment, gif.subarray(place)]),
    ]) {
      const { file } = await keptOf(bytes);
      expect([file.includes("script"), file.includes("php")]).toEqual([false, false]);
    }
  });
});

function chunk(type: string, body: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, "latin1"), body]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(body.length);
  sum.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, sum]);
}

/** A PNG with additional chunks after its header. */
const pngWith = async (...chunks: Buffer[]) => {
  const png = await plain("#888").png().toBuffer();
  return Buffer.concat([png.subarray(0, 33), ...chunks, png.subarray(33)]);
};

/** An animated WebP with `count` equal frames. */
async function webpOf(count: number): Promise<Buffer> {
  const frame = await sharp({ create: { width: 16, height: 16, channels: 4, background: "#f008" } })
    .webp({ lossless: true })
    .toBuffer();
  const part = (type: string, body: Buffer) => {
    const head = Buffer.alloc(8);
    head.write(type, "latin1");
    head.writeUInt32LE(body.length, 4);
    return Buffer.concat([head, body, Buffer.alloc(body.length % 2)]);
  };
  const canvas = Buffer.from([0x12, 0, 0, 0, 15, 0, 0, 15, 0, 0]);
  const still = Buffer.concat([
    Buffer.from([0, 0, 0, 0, 0, 0, 15, 0, 0, 15, 0, 0, 100, 0, 0, 0]),
    frame.subarray(frame.indexOf("VP8L")),
  ]);
  const frames = Array.from({ length: count }, () => part("ANMF", still));
  return part("RIFF", Buffer.concat([Buffer.from("WEBP"), part("VP8X", canvas), part("ANIM", Buffer.alloc(6)), ...frames]));
}

describe("a small file that would keep the shop busy is refused before it is decoded", () => {
  const overloaded = { ok: false, error: "it has too much data besides the picture: save it again" };
  const text = (n: number) => chunk("zTXt", Buffer.concat([Buffer.from(`k${n}\0\0`), deflateSync(Buffer.alloc(1000))]));
  const texts = (count: number) => pngWith(...Array.from({ length: count }, (_, n) => text(n)));

  test("packed texts without number", async () => {
    expect(await storePicture(await texts(17), folderStore(dataDir))).toMatchObject(overloaded);
    expect(await storePicture(await texts(16), folderStore(dataDir))).toMatchObject({ ok: true });
  });

  test("frames without number", async () => {
    expect(await storePicture(await webpOf(2001), folderStore(dataDir))).toMatchObject(overloaded);
    expect(await storePicture(await webpOf(3), folderStore(dataDir))).toMatchObject({
      ok: true,
      value: { width: 16, height: 16 },
    });
  });

  test("a text or a profile that unpacks to a thousand times its size does no harm", async () => {
    const large = deflateSync(Buffer.alloc(100_000_000));
    const named = Buffer.concat([Buffer.from("k\0\0"), large]);
    expect(await storePicture(await pngWith(chunk("zTXt", named)), folderStore(dataDir))).toMatchObject({ ok: true });
    expect(await storePicture(await pngWith(chunk("iCCP", named)), folderStore(dataDir))).toMatchObject({ ok: true });
  });

  test("parts that lie about their length are read to the end of the file, not beyond", async () => {
    const png = await plain("#888").png().toBuffer();
    const lying = Buffer.concat([png.subarray(0, 33), Buffer.from("ffffffff7a545874", "hex"), png.subarray(33)]);
    expect(await storePicture(lying, folderStore(dataDir))).toMatchObject({ ok: false });
    const cut = (await webpOf(3)).subarray(0, 30);
    expect(await storePicture(cut, folderStore(dataDir))).toMatchObject({ ok: false });
  });
});

describe("pixels are counted before they are decoded", () => {
  const most = (width: number, height: number, million: number) => ({
    ok: false,
    error: `it has ${width} × ${height} pixels; ${million} million is the maximum for its kind`,
  });

  test("fewer of an AVIF, which takes the most memory", async () => {
    const bytes = await plain("#888").avif().toBuffer();
    const size = bytes.indexOf("ispe") + 8;
    bytes.writeUInt32BE(4000, size);
    bytes.writeUInt32BE(3001, size + 4);
    expect(await storePicture(bytes, folderStore(dataDir))).toMatchObject(most(4000, 3001, 12));
  });

  test("an AVIF that says to be small and is not", async () => {
    const bytes = await plain("#888", 600, 600).avif().toBuffer();
    const size = bytes.indexOf("ispe") + 8;
    bytes.writeUInt32BE(100, size);
    bytes.writeUInt32BE(100, size + 4);
    expect(await storePicture(bytes, folderStore(dataDir))).toMatchObject({ ok: false });
  });

  /** Writes this size into the picture's header. */
  const claiming = (jpeg: Buffer, width: number, height: number) => {
    const frame = jpeg.indexOf(Buffer.from([0xff, 0xc2]));
    jpeg.writeUInt16BE(height, frame + 5);
    jpeg.writeUInt16BE(width, frame + 7);
    return jpeg;
  };

  test("and of what comes in passes, and then for print", async () => {
    const print = await plain("#888").toColourspace("cmyk").jpeg({ progressive: true }).toBuffer();
    expect(await storePicture(claiming(print, 5000, 4001), folderStore(dataDir))).toMatchObject(most(5000, 4001, 20));
    const web = await plain("#888").jpeg({ progressive: true }).toBuffer();
    expect(await storePicture(claiming(web, 6000, 5001), folderStore(dataDir))).toMatchObject(most(6000, 5001, 30));
  });
});

test("a picture that breaks off is refused, of whatever kind", async () => {
  for (const format of ["jpeg", "png", "webp", "avif", "gif"] as const) {
    const whole = await photograph(200, 200).toFormat(format).toBuffer();
    const half = await storePicture(whole.subarray(0, whole.length / 2), folderStore(dataDir));
    expect([format, half]).toMatchObject([format, { ok: false, error: "it is damaged and cannot be read to the end" }]);
  }
});
