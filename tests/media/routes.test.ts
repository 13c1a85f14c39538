import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { createServer, type IncomingMessage, request } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import express from "express";
import { pino } from "pino";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { drawBanner } from "../../server/demo/drawings/banner.ts";
import { drawProduct } from "../../server/demo/drawings/draw.ts";
import { demoDrawings } from "../../server/demo/drawings/generator.ts";
import { completed, drawnKey, parseDrawnKey } from "../../server/demo/drawings/spec.ts";
import { openDrawings } from "../../server/media/drawings.ts";
import { folderStore } from "../../server/media/folder-store.ts";
import { openGenerators } from "../../server/media/image-generator.ts";
import { drawPlaceholder } from "../../server/media/placeholder.ts";
import { mediaRoutes } from "../../server/media/routes.ts";
import { storePicture } from "../../server/media/store-picture.ts";
import { photograph } from "./pictures.ts";

let dataDir = "";
let port = 0;
let stored = "";
/** the keys of the drawings that the shop shows */
const shown = new Set<string>();
const generate = openGenerators([demoDrawings]);
const log = pino({ level: "silent" });
const app = express();
const server = createServer(app);

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "shop-media-"));
  const outcome = await storePicture(await photograph(400, 300).jpeg().toBuffer(), folderStore(dataDir));
  if (!outcome.ok) throw new Error(outcome.error);
  stored = outcome.value.key;
  await writeFile(join(dataDir, "store.db"), "secret");
  app.use((_req, res, next) => {
    res.setHeader("Content-Security-Policy", "default-src 'self'");
    next();
  });
  app.use(
    mediaRoutes({
      media: folderStore(dataDir),
      log,
      generate,
      isShown: async (key) => shown.has(key),
      paperName: async () => undefined,
    }),
  );
  app.use((req, res) => void res.status(404).end(`nothing at ${req.url}`));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  port = (server.address() as AddressInfo).port;
});

afterAll(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  await rm(dataDir, { recursive: true, force: true });
});

type Answer = { status: number | undefined; headers: IncomingMessage["headers"]; body: Buffer };

/**
 * Sends a request, and returns the answer as received: not decompressed, without a normalized path.
 */
function ask(path: string, headers: Record<string, string> = {}, method = "GET"): Promise<Answer> {
  return new Promise((resolve, reject) => {
    request({ host: "127.0.0.1", port, path, headers, method }, async (res) => {
      const body = Buffer.concat((await res.toArray()) as Buffer[]);
      resolve({ status: res.statusCode, headers: res.headers, body });
    })
      .on("error", reject)
      .end();
  });
}

const keyOf = (category: "glass" | "seeds", seed: string) => drawnKey(completed({ category, seed }));
const key = keyOf("glass", "beaker");
const drawn = `/media/drawn/${key}.svg`;
const spec = parseDrawnKey(key);
const svg = spec ? drawProduct(spec) : "";

const keptForGood = {
  "cache-control": "public, max-age=31536000, immutable",
  "x-content-type-options": "nosniff",
  "content-security-policy": "default-src 'none'; sandbox",
};

describe("a stored picture", () => {
  test("is also sent as JPEG, for email programs, as wide as it is stored; one that is not stored is not found", async () => {
    const jpeg = `/media/${stored.replace("webp", "jpg")}`;
    const { status, headers, body } = await ask(jpeg);
    expect([status, headers]).toMatchObject([200, { ...keptForGood, "content-type": "image/jpeg" }]);
    const { format, width } = await sharp(body).metadata();
    expect([format, `-${width}.`]).toEqual(["jpeg", expect.stringMatching(stored.match(/-\d+[.]/)?.[0] ?? "none")]);
    expect((await ask(jpeg)).body.equals(body)).toBe(true);
    expect((await ask(jpeg.replace(/^\/media\/./, "/media/0"))).status).toBe(404);
  });
});

describe("a drawn picture", () => {
  test("comes as it is drawn, kept for good, and may run nothing", async () => {
    const { status, headers, body } = await ask(drawn);
    expect([status, headers]).toMatchObject([200, { ...keptForGood, "content-type": "image/svg+xml", vary: "Accept-Encoding" }]);
    expect(body.toString()).toBe(svg);
    expect(headers["content-length"]).toBe(String(body.length));
  });

  test("comes compressed to those who can unpack it", async () => {
    const [br, gzip] = [
      await ask(drawn, { "Accept-Encoding": "gzip, deflate, br" }),
      await ask(drawn, { "Accept-Encoding": "GZIP" }),
    ];
    expect([br.headers["content-encoding"], brotliDecompressSync(br.body).toString()]).toEqual(["br", svg]);
    expect([gzip.headers["content-encoding"], gunzipSync(gzip.body).toString()]).toEqual(["gzip", svg]);
    expect(br.body.length).toBeLessThan(svg.length / 2);
    const refused = await ask(drawn, { "Accept-Encoding": "br;q=0, gzip;q=0.0" });
    expect([refused.headers["content-encoding"], refused.body.toString()]).toEqual([undefined, svg]);
  });

  test("is known again by its tag, one for each encoding", async () => {
    const plain = (await ask(drawn)).headers.etag ?? "";
    const br = (await ask(drawn, { "Accept-Encoding": "br" })).headers.etag ?? "";
    expect(plain).toMatch(/^"[\w-]{22}"$/);
    expect(br).toBe(plain.replace(/"$/, '-br"'));
    const again = await ask(drawn, { "Accept-Encoding": "br", "If-None-Match": `"other", W/${br}` });
    expect([again.status, again.body.length, again.headers.etag]).toEqual([304, 0, br]);
    expect(again.headers).toMatchObject({ "cache-control": keptForGood["cache-control"], vary: "Accept-Encoding" });
    expect((await ask(drawn, { "If-None-Match": br })).status).toBe(200);
    expect((await ask(drawn, { "If-None-Match": "*" })).status).toBe(304);
  });

  test("is drawn for a banner as well", async () => {
    const { status, body } = await ask("/media/drawn/banner-that-badu-2.svg");
    expect([status, body.toString()]).toEqual([200, drawBanner({ category: "that-badu", seed: "2" })]);
  });

  test("is the placeholder, whoever else draws", async () => {
    const { status, body } = await ask("/media/drawn/placeholder.svg");
    expect([status, body.toString()]).toEqual([200, drawPlaceholder()]);
    expect(openGenerators([])("placeholder")).toBe(drawPlaceholder);
  });

  test.each([
    "/media/drawn/anything.svg",
    `/media/drawn/${key.replace("glass", "brass")}.svg`,
    `/media/drawn/${key}-v0.svg`,
    `/media/drawn/${key}`,
    `/media/drawn/${key}.svg/`,
    "/media/drawn/banner-cars-1.svg",
    "/media/drawn/banner-glass-123456789.svg",
    "/media/drawn/__proto__.svg",
    "/media/drawn/",
  ])("%s is none", async (path) => {
    expect((await ask(path)).status).toBe(404);
  });
});

describe("a drawing as a photograph, for those who take no SVG", () => {
  const jpg = "/media/drawn/mark.jpg";

  test("is made when it is first asked for, once however many ask, and kept", async () => {
    shown.add("mark");
    const answers = await Promise.all([ask(jpg), ask(jpg), ask(jpg)]);

    expect(answers.map(({ status, headers }) => [status, headers["content-type"]])).toEqual(Array(3).fill([200, "image/jpeg"]));
    const files = await readdir(join(dataDir, "media/drawn"));
    expect(files).toEqual([expect.stringMatching(/^[\w-]{22}-1\.jpg$/)]);
    const [file = ""] = files;
    await writeFile(join(dataDir, "media/drawn", file), "kept");
    expect((await ask(jpg)).body.toString()).toBe("kept");
    await rm(join(dataDir, "media/drawn", file));
    const { headers, body } = await ask(jpg);
    expect(await sharp(body).metadata()).toMatchObject({ format: "jpeg", width: 800, height: 800 });
    expect(headers["cache-control"]).toBe("public, max-age=86400");
    expect((await ask(jpg, { "If-None-Match": headers.etag ?? "" })).status).toBe(304);
  });

  test("of a banner has the shape that social sites show, with the products in it", async () => {
    shown.add("banner-that-badu-0");
    const { body } = await ask("/media/drawn/banner-that-badu-0.jpg");
    expect(await sharp(body).metadata()).toMatchObject({ format: "jpeg", width: 1200, height: 630 });
    const light = async (left: number) => {
      const part = await sharp(body).extract({ left, top: 0, width: 400, height: 630 }).png().toBuffer();
      return (await sharp(part).stats()).channels[0]?.mean ?? 0;
    };
    expect(await light(800)).toBeGreaterThan(await light(0));
  });

  test.each([
    ["of nothing that can be drawn", "/media/drawn/anything.jpg"],
    ["of what the shop does not show", `/media/drawn/${keyOf("glass", "flask")}.jpg`],
    ["of a path", "/media/drawn/..%2Fmark.jpg"],
  ])("is never made %s", async (_of, path) => {
    const before = await readdir(join(dataDir, "media/drawn"));
    expect((await ask(path)).status).toBe(404);
    expect(await readdir(join(dataDir, "media/drawn"))).toEqual(before);
  });
});

describe("a stored picture", () => {
  test.each([
    ["webp", "320"],
    ["avif", "400"],
  ])("comes as %s of %s px, kept for good", async (type, width) => {
    const name = `${stored.slice(0, 32)}-${width}.${type}`;
    const { status, headers, body } = await ask(`/media/${name}`);
    expect([status, headers]).toMatchObject([200, { ...keptForGood, "content-type": `image/${type}` }]);
    expect(body.equals(await readFile(join(dataDir, "media", name)))).toBe(true);
    expect((await ask(`/media/${name}`, { "If-None-Match": headers.etag ?? "" })).status).toBe(304);
  });

  test("answers HEAD with the length alone", async () => {
    for (const path of [`/media/${stored}`, drawn]) {
      const [head, whole] = [await ask(path, {}, "HEAD"), await ask(path)];
      expect([head.status, head.body.length]).toEqual([200, 0]);
      expect(head.headers["content-length"]).toBe(String(whole.body.length));
      expect(head.headers.etag).toBe(whole.headers.etag);
    }
  });

  test("takes no other method", async () => {
    expect((await ask(`/media/${stored}`, {}, "POST")).status).toBe(404);
    expect((await ask(drawn, {}, "DELETE")).status).toBe(404);
  });

  test("a width, type or hash that is not there is none", async () => {
    const hash = stored.slice(0, 32);
    for (const name of [`${hash}-640.webp`, `${hash}-320.png`, `${"0".repeat(32)}-320.webp`])
      expect((await ask(`/media/${name}`)).status).toBe(404);
  });

  test.each([
    "/media/../store.db",
    "/media/..%2fstore.db",
    "/media/%2e%2e/store.db",
    "/media/drawn/../../store.db",
    "/media/store.db",
    "/media/..\\store.db",
    "/media/%00",
    "/media/%",
  ])("%s reaches no file", async (path) => {
    const { status, body } = await ask(path);
    expect(status === 404 || status === 400).toBe(true);
    expect(body.toString()).not.toContain("secret");
  });
});

describe("drawings in memory", () => {
  const keys = Array.from({ length: 12 }, (_, n) => keyOf("seeds", `packet-${n}`));

  test("those who ask at once share one, later ones get the same", async () => {
    const drawings = openDrawings(1_000_000, generate);
    const [first = ""] = keys;
    const [one, another] = await Promise.all([drawings.find(first), drawings.find(first)]);
    expect(another).toBe(one);
    expect(await drawings.find(first)).toBe(one);
  });

  test("the one that nobody asked for longest goes first, and the limit holds", async () => {
    const alone = openDrawings(1_000_000, generate);
    for (const each of keys.slice(0, 4)) await alone.find(each);
    const limit = alone.size();
    const drawings = openDrawings(limit, generate);
    const [first = "", second = ""] = keys;
    const [favourite, other] = [await drawings.find(first), await drawings.find(second)];
    for (const each of keys.slice(2)) {
      await drawings.find(each);
      await drawings.find(first);
      expect(drawings.size()).toBeLessThanOrEqual(limit);
    }
    expect(await drawings.find(first)).toBe(favourite);
    expect(await drawings.find(second)).not.toBe(other);
  });
});
