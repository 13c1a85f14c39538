import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import { drawBanner, isBannerCategory } from "./banner.ts";
import { drawProduct } from "./draw.ts";
import { drawBrandMark } from "./mark.ts";
import { parseDrawnKey } from "./spec.ts";

export type DrawnPicture = { body: string; type: "image/svg+xml" };

const folder = "/media/drawn/";

function draw(key: string): string | undefined {
  if (key === "mark") return drawBrandMark();
  const [, page = "", seed = ""] = /^banner-([a-z-]{4,10})-([0-9a-f]{1,8})$/.exec(key) ?? [];
  if (isBannerCategory(page)) return drawBanner({ category: page, seed });
  const spec = parseDrawnKey(key);
  return spec && drawProduct(spec);
}

const keyOf = (path: string): string | undefined =>
  path.startsWith(folder) && path.endsWith(".svg") ? path.slice(folder.length, -".svg".length) : undefined;

/** The picture at a path such as `/media/drawn/mark.svg`; undefined when the path names none. */
export function drawnPicture(path: string): DrawnPicture | undefined {
  const key = keyOf(path);
  const body = key && draw(key);
  return body ? { body, type: "image/svg+xml" } : undefined;
}

export type PackedPicture = { plain: Buffer; br: Buffer; gzip: Buffer };

const packed = (body: string): PackedPicture => {
  const plain = Buffer.from(body);
  const params = { [constants.BROTLI_PARAM_QUALITY]: 9, [constants.BROTLI_PARAM_SIZE_HINT]: plain.length };
  return { plain, br: brotliCompressSync(plain, { params }), gzip: gzipSync(plain, { level: 9 }) };
};

/** Pictures drawn on request, in every encoding; the latest `limit` of them stay in memory. */
export function drawnPictures(limit = 512): (path: string) => PackedPicture | undefined {
  const kept = new Map<string, PackedPicture>();
  return (path) => {
    const known = kept.get(path);
    if (known) {
      kept.delete(path);
      kept.set(path, known);
      return known;
    }
    const drawn = drawnPicture(path);
    if (!drawn) return undefined;
    const fresh = packed(drawn.body);
    kept.set(path, fresh);
    const [oldest] = kept.keys();
    if (kept.size > limit && oldest !== undefined) kept.delete(oldest);
    return fresh;
  };
}
