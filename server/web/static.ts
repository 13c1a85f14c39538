import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { extname, join, relative, sep } from "node:path";
import type { RequestHandler } from "express";
import { heldTag } from "./conditional.ts";
import { type Encoding, encodingFor, encodings } from "./encoding.ts";

type Bodies = { identity: Buffer; br?: Buffer; gzip?: Buffer };
/** `encodings`: those that the build wrote; none for small files. */
type Asset = { bodies: Bodies; encodings: readonly Encoding[]; type: string; tag: string; control: string };

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

/**
 * A file with a content hash in its name never changes; others are revalidated after five minutes.
 */
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

/** The built files by the path that they are served under, with their compressed forms. */
export type Assets = ReadonlyMap<string, Asset>;

/** Reads what the build wrote to `directory`. */
export function loadAssets(directory: string): Assets {
  const files = new Map(
    [...filesUnder(directory)].map((path) => [relative(directory, path).split(sep).join("/"), readFileSync(path)]),
  );
  const assets = new Map<string, Asset>();
  for (const [path, identity] of files) {
    if (/\.(br|gz)$/.test(path)) continue;
    const tag = createHash("sha1").update(identity).digest("base64url");
    const [br, gzip] = [files.get(`${path}.br`), files.get(`${path}.gz`)];
    const bodies: Bodies = { identity, ...(br && { br }), ...(gzip && { gzip }) };
    const type = types[extname(path)] ?? "application/octet-stream";
    assets.set(path, { bodies, encodings: encodings.filter((name) => bodies[name]), type, tag, control: controlOf(path) });
  }
  return assets;
}

/**
 * Serves what the build wrote from memory, precompressed (why not sirv:
 * docs/decisions/014-static-files.md). Names are those that the folder had at the start, so no
 * request's path reaches the disk.
 */
export function staticFiles(assets: Assets): RequestHandler {
  return (req, res, next) => {
    const asset = req.method === "GET" || req.method === "HEAD" ? assets.get(req.path.slice(1)) : undefined;
    if (!asset) return next();
    const encoding = encodingFor(req.headers["accept-encoding"], asset.encodings);
    const body = asset.bodies[encoding] ?? asset.bodies.identity;
    res.setHeader("Content-Type", asset.type);
    res.setHeader("Cache-Control", asset.control);
    res.setHeader("Vary", "Accept-Encoding");
    const etag = encoding === "identity" ? `"${asset.tag}"` : `"${asset.tag}-${encoding}"`;
    res.setHeader("ETag", etag);
    if (heldTag(req.headers["if-none-match"], etag)) return void res.status(304).end();
    if (encoding !== "identity") res.setHeader("Content-Encoding", encoding);
    res.setHeader("Content-Length", body.length);
    res.end(req.method === "HEAD" ? undefined : body);
  };
}
