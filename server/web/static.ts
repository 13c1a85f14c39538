import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { extname, join, relative, sep } from "node:path";
import type { RequestHandler } from "express";
import { type Encoding, encodingFor } from "./encoding.ts";

type Asset = { body: Buffer; br: Buffer | undefined; gzip: Buffer | undefined; type: string; tag: string; control: string };

const types: Record<string, string> = {
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".svg": "image/svg+xml",
  ".woff2": "font/woff2",
  ".webmanifest": "application/manifest+json",
  ".json": "application/json",
  ".map": "application/json",
  ".txt": "text/plain; charset=utf-8",
  ".png": "image/png",
  ".ico": "image/x-icon",
};

/** A name with a content hash never changes; the rest is asked for again after five minutes. */
const controlOf = (path: string) =>
  /-[A-Za-z0-9]{8,}\.[a-z0-9]+$/.test(path)
    ? "public, max-age=31536000, immutable"
    : "public, max-age=300, stale-while-revalidate=86400";

function* filesUnder(directory: string): Generator<string> {
  for (const entry of readdirSync(directory, { withFileTypes: true })) {
    const path = join(directory, entry.name);
    if (entry.isDirectory()) yield* filesUnder(path);
    else yield path;
  }
}

function loadAssets(directory: string): Map<string, Asset> {
  const files = new Map(
    [...filesUnder(directory)].map((path) => [relative(directory, path).split(sep).join("/"), readFileSync(path)]),
  );
  const assets = new Map<string, Asset>();
  for (const [path, body] of files) {
    if (/\.(br|gz)$/.test(path)) continue;
    const tag = createHash("sha1").update(body).digest("base64url");
    const type = types[extname(path)] ?? "application/octet-stream";
    assets.set(path, { body, br: files.get(`${path}.br`), gzip: files.get(`${path}.gz`), type, tag, control: controlOf(path) });
  }
  return assets;
}

/** Serves what the build wrote from memory, precompressed. Names come from the folder as it was at the start, so no path of a request reaches the disk. */
export function staticFiles(directory: string): RequestHandler {
  const assets = loadAssets(directory);
  return (req, res, next) => {
    const asset = req.method === "GET" || req.method === "HEAD" ? assets.get(req.path.slice(1)) : undefined;
    if (!asset) return next();
    const { body, encoding } = encodedFor(asset, encodingFor(req.headers["accept-encoding"]));
    res.setHeader("Content-Type", asset.type);
    res.setHeader("Cache-Control", asset.control);
    res.setHeader("Vary", "Accept-Encoding");
    const etag = encoding ? `"${asset.tag}-${encoding}"` : `"${asset.tag}"`;
    res.setHeader("ETag", etag);
    if (req.headers["if-none-match"]?.includes(etag)) return void res.status(304).end();
    if (encoding) res.setHeader("Content-Encoding", encoding);
    res.setHeader("Content-Length", body.length);
    res.end(req.method === "HEAD" ? undefined : body);
  };
}

/** What of a file is sent: small ones are not kept compressed. */
function encodedFor({ body, br, gzip }: Asset, wanted: Encoding): { body: Buffer; encoding?: Encoding } {
  if (wanted === "br" && br) return { body: br, encoding: "br" };
  if (wanted === "gzip" && gzip) return { body: gzip, encoding: "gzip" };
  return { body };
}
