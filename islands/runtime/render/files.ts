import { createReadStream, type Stats, statSync } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import { extname, join, normalize } from "node:path";
import Negotiator from "negotiator";
import { isNamedByContent } from "./named-by-content.ts";

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

/** The endings of the encoded files that the build writes beside others. */
const endings: Record<string, string> = { br: ".br", gzip: ".gz" };
const preferred = Object.keys(endings);

type Next = () => void;

/** Options of `serveFiles`. */
export type FileOptions = {
  /** The path below which the files are served; `/static/` by default. */
  prefix?: string;
  /** Lets pages of other origins use the files. */
  cors?: boolean;
};

/**
 * Serves a build's `static/` under `/static/`, in the encoding that the client prefers. It is
 * middleware for Express and a listener for plain `node:http`: for another path it calls `next`, or
 * answers 404 if there is no `next`. With `prefix` it serves another folder below that path.
 */
export function serveFiles(
  out: string,
  { prefix = "/static/", cors = false }: FileOptions = {},
): (req: IncomingMessage, res: ServerResponse, next?: Next) => void {
  return (req, res, next = () => void res.writeHead(404).end()) => {
    const path = filePathOf(req, prefix);
    const file = path && join(out, path);
    const plain = file ? fileStats(file) : undefined;
    if (!file || !plain || !/^(GET|HEAD)$/.test(req.method ?? "")) return next();
    const { ending, stats } = encodedFile(req, file, plain);
    res.setHeader("Content-Type", types[extname(file)] ?? "application/octet-stream");
    res.setHeader("Cache-Control", isNamedByContent(file) ? year : "no-cache");
    res.setHeader("X-Content-Type-Options", "nosniff");
    res.appendHeader("Vary", "Accept-Encoding");
    if (cors) {
      res.setHeader("Access-Control-Allow-Origin", "*");
      res.setHeader("Cross-Origin-Resource-Policy", "cross-origin");
    }
    const etag = `"${stats.size.toString(36)}-${stats.mtimeMs.toString(36)}${ending.replace(".", "-")}"`;
    res.setHeader("ETag", etag);
    if (req.headers["if-none-match"] === etag) return void res.writeHead(304).end();
    const encoding = preferred.find((name) => endings[name] === ending);
    if (encoding) res.setHeader("Content-Encoding", encoding);
    res.setHeader("Content-Length", stats.size);
    if (req.method === "HEAD") return void res.end();
    createReadStream(file + ending)
      .on("error", () => res.destroy())
      .pipe(res);
  };
}

function fileStats(path: string): Stats | undefined {
  const stats = statSync(path, { throwIfNoEntry: false });
  return stats?.isFile() ? stats : undefined;
}

/**
 * The types of negotiator lack `preferred`, the order of encodings that a client accepts equally.
 */
type Encodings = { encodings(available: readonly string[], options: { preferred: readonly string[] }): string[] };

/** The client's best encoding for which there is a file, otherwise the plain file. */
function encodedFile(req: IncomingMessage, file: string, plain: Stats): { ending: string; stats: Stats } {
  const client: Encodings = new Negotiator(req);
  for (const encoding of client.encodings([...preferred, "identity"], { preferred })) {
    const ending = endings[encoding];
    if (ending === undefined) break;
    const stats = fileStats(file + ending);
    if (stats) return { ending, stats };
  }
  return { ending: "", stats: plain };
}

/** The path of a file; always below the prefix, even if the request contains `..`. */
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
