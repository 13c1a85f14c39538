import { readdirSync, readFileSync } from "node:fs";
import { join, relative, sep } from "node:path";
import type { RequestHandler } from "express";
import { heldTag } from "../conditional.ts";
import { encodingFor } from "../encoding.ts";
import { type Asset, assetOf, type Bodies } from "./asset.ts";

function* filesUnder(directory: string): Generator<string> {
  for (const entry of readdirSync(directory, { withFileTypes: true })) {
    const path = join(directory, entry.name);
    if (entry.isDirectory()) yield* filesUnder(path);
    else yield path;
  }
}

/** The built files with their compressed forms, by the path under which they are served. */
export type Assets = ReadonlyMap<string, Asset>;

/** Reads what the build wrote to `directory`. */
export function loadAssets(directory: string): Assets {
  const files = new Map(
    [...filesUnder(directory)].map((path) => [relative(directory, path).split(sep).join("/"), readFileSync(path)]),
  );
  const assets = new Map<string, Asset>();
  for (const [path, identity] of files) {
    if (/\.(br|gz)$/.test(path)) continue;
    const br = files.get(`${path}.br`);
    const gzip = files.get(`${path}.gz`);
    const bodies: Bodies = { identity, ...(br && { br }), ...(gzip && { gzip }) };
    assets.set(path, assetOf(path, bodies));
  }
  return assets;
}

/** Finds a file of this build or of another one. */
export type FindAsset = (path: string) => Asset | undefined | Promise<Asset | undefined>;

/**
 * Serves built files, precompressed (why not sirv: docs/decisions/014-static-files.md). Only a name
 * that the folder had at the start or that has a content hash is looked up, so no other path of a
 * request reaches the disk.
 */
export function staticFiles(find: FindAsset): RequestHandler {
  return async (req, res, next) => {
    const asset = req.method === "GET" || req.method === "HEAD" ? await find(req.path.slice(1)) : undefined;
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
