import { createHash } from "node:crypto";
import { extname } from "node:path";
import { type Encoding, encodings } from "../encoding.ts";

/** A file as the build wrote it; small ones have no compressed forms. */
export type Bodies = { identity: Buffer; br?: Buffer; gzip?: Buffer };

/** A file as it is served. `encodings` are the encodings that the build wrote. */
export type Asset = { bodies: Bodies; encodings: readonly Encoding[]; type: string; tag: string; control: string };

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

// A segment begins with a letter or a digit, so that no segment is `..` or hidden.
const contentName = /^(?:[A-Za-z0-9][\w.-]*\/)*[A-Za-z0-9][\w.-]*-[A-Za-z0-9]{8,}\.[a-z0-9]+$/;
const longestPath = 200;

/**
 * Whether a path below `/static/` has a content hash in its name. Such a file never changes and is
 * kept for pages of earlier builds. Only such paths become paths of the archive.
 */
export const isNamedByContent = (path: string): boolean => path.length <= longestPath && contentName.test(path);

// Scripts and stylesheets without a hash in their names lead a page to the files of a new build, so
// browsers revalidate them each time. The other files without a hash are icons.
const controlOf = (path: string): string => {
  if (isNamedByContent(path)) return "public, max-age=31536000, immutable";
  return /\.(js|css)$/.test(path) ? "no-cache" : "public, max-age=300, stale-while-revalidate=86400";
};

export const tagOf = (identity: Buffer): string => createHash("sha1").update(identity).digest("base64url");

export const assetOf = (path: string, bodies: Bodies): Asset => ({
  bodies,
  encodings: encodings.filter((name) => bodies[name]),
  type: types[extname(path)] ?? "application/octet-stream",
  tag: tagOf(bodies.identity),
  control: controlOf(path),
});
