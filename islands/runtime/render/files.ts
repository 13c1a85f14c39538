import { createReadStream, statSync } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import { extname, join, normalize } from "node:path";

const types: Record<string, string> = {
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".webp": "image/webp",
  ".woff2": "font/woff2",
  ".json": "application/json",
  ".txt": "text/plain; charset=utf-8",
};

const year = "public, max-age=31536000, immutable";

/** Whether a name has a content hash, as the build writes it: `entry-1A2B3C4D.js`. */
const isNamedByContent = (path: string) => /-[A-Z0-9]{8}\.\w+$/.test(path);

type Next = () => void;

/**
 * Serves a build's `static/` under `/static/`: middleware for Express, a listener for plain
 * `node:http`. For another path it calls `next`, or answers 404 without one. For another folder it
 * serves the files below `prefix`.
 */
export function serveFiles(out: string, prefix = "/static/"): (req: IncomingMessage, res: ServerResponse, next?: Next) => void {
  return (req, res, next = () => void res.writeHead(404).end()) => {
    const path = filePathOf(req, prefix);
    const file = path && join(out, path);
    const stats = file ? statSync(file, { throwIfNoEntry: false }) : undefined;
    if (!file || !stats?.isFile() || !/^(GET|HEAD)$/.test(req.method ?? "")) return next();
    res.setHeader("Content-Type", types[extname(file)] ?? "application/octet-stream");
    res.setHeader("Cache-Control", isNamedByContent(file) ? year : "no-cache");
    res.setHeader("X-Content-Type-Options", "nosniff");
    const etag = `"${stats.size.toString(36)}-${stats.mtimeMs.toString(36)}"`;
    res.setHeader("ETag", etag);
    if (req.headers["if-none-match"] === etag) return void res.writeHead(304).end();
    res.setHeader("Content-Length", stats.size);
    if (req.method === "HEAD") return void res.end();
    createReadStream(file)
      .on("error", () => res.destroy())
      .pipe(res);
  };
}

/** The path of a file, which is below the prefix whatever dots the request contains. */
function filePathOf({ url = "" }: IncomingMessage, prefix: string): string | undefined {
  const [path = ""] = url.split("?");
  try {
    const decoded = decodeURIComponent(path);
    const isBelow = decoded.startsWith(prefix) && !decoded.includes("\0");
    return isBelow ? join(prefix, normalize(`/${decoded.slice(prefix.length)}`)) : undefined;
  } catch {
    return undefined;
  }
}
