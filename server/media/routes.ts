import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { type Request, type RequestHandler, type Response, Router } from "express";
import { type Drawing, Drawings } from "./drawings.ts";
import { parseStoredName, storedName } from "./stored-name.ts";

/** bytes of drawings kept in memory: about a thousand of them */
const drawingLimit = 16_000_000;

const encodings = ["br", "gzip"] as const;
type Encoding = (typeof encodings)[number];

/** Serves drawn pictures from memory and stored ones from `DATA_DIR/media`. Their names change with their content, so they are kept for good. */
export function mediaRoutes({ dataDir }: { dataDir: string }): Router {
  const drawings = new Drawings(drawingLimit);
  const drawn: RequestHandler = async (req, res, next) => {
    const [, key = ""] = /^\/([a-z0-9._-]{1,120})\.svg$/.exec(req.path) ?? [];
    const drawing = isRead(req) ? drawings.find(key) : undefined;
    if (!drawing) return next();
    const encoding = encodingFor(req);
    res.setHeader("Vary", "Accept-Encoding");
    if (encoding) res.setHeader("Content-Encoding", encoding);
    send(req, res, "image/svg+xml", bodyFor(await drawing, encoding));
  };
  const stored: RequestHandler = async (req, res, next) => {
    const name = isRead(req) ? parseStoredName(req.path.slice(1)) : undefined;
    const body = name && (await readIfThere(join(dataDir, "media", storedName(name))));
    if (!name || !body) return next();
    // The hash in the name is of what came in; the length tells apart what another encoder made of it.
    send(req, res, `image/${name.type}`, { body, tag: `${storedName(name)}-${body.length.toString(36)}` });
  };
  return Router().use("/media/drawn", drawn).use("/media", stored);
}

const isRead = ({ method }: Request) => method === "GET" || method === "HEAD";

type Body = { body: Buffer; tag: string };

function bodyFor(drawing: Drawing, encoding: Encoding | undefined): Body {
  return { body: drawing[encoding ?? "identity"], tag: encoding ? `${drawing.hash}-${encoding}` : drawing.hash };
}

function encodingFor(req: Request): Encoding | undefined {
  const accepted = String(req.headers["accept-encoding"] ?? "")
    .split(",")
    .map((part) => part.trim().toLowerCase())
    .filter((part) => !/;\s*q=0(?:\.0*)?$/.test(part))
    .map((part) => part.split(";")[0]);
  return encodings.find((encoding) => accepted.includes(encoding));
}

async function readIfThere(path: string): Promise<Buffer | undefined> {
  try {
    return await readFile(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
}

function send(req: Request, res: Response, type: string, { body, tag }: Body): void {
  res.setHeader("Cache-Control", "public, max-age=31536000, immutable");
  res.setHeader("ETag", `"${tag}"`);
  res.setHeader("X-Content-Type-Options", "nosniff");
  // A picture that is opened by itself may load nothing and run nothing.
  res.setHeader("Content-Security-Policy", "default-src 'none'; sandbox");
  if (isKnown(req, tag)) {
    res.removeHeader("Content-Encoding");
    return void res.status(304).end();
  }
  res.setHeader("Content-Type", type);
  res.setHeader("Content-Length", body.length);
  res.end(req.method === "HEAD" ? undefined : body);
}

function isKnown(req: Request, tag: string): boolean {
  const known = req.headers["if-none-match"];
  if (known === undefined) return false;
  return known.trim() === "*" || known.split(",").some((each) => each.trim().replace(/^W\//, "") === `"${tag}"`);
}
