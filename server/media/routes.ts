import type { Request, RequestHandler, Response } from "express";
import type { Logger } from "pino";
import { heldTag } from "../web/conditional.ts";
import { readableByAll } from "../web/embedding.ts";
import { type Encoding, encodingFor, encodings } from "../web/encoding.ts";
import { fileRoutes, type Routes, routes } from "../web/routes.ts";
import { readAvatar } from "./avatars.ts";
import { type Drawing, openDrawings } from "./drawings.ts";
import type { ImageGenerator } from "./image-generator.ts";
import type { MediaStore } from "./media-store.ts";
import { MediaUnavailable } from "./media-unavailable.ts";
import { sendPaper } from "./papers.ts";
import { openPhotographs } from "./photographs.ts";
import { parseStoredName, storedName } from "./stored-name.ts";

/** the most bytes of drawings in memory: about a thousand drawings */
const drawingLimit = 16_000_000;

type Options = {
  media: MediaStore;
  log: Pick<Logger, "error">;
  /** draws pictures that are not stored */
  generate: ImageGenerator;
  /** whether the shop shows the drawing with this key */
  isShown: (key: string) => Promise<boolean>;
  /** finds the file name of the paper with this key, if a published product shows the paper */
  paperName: (key: string) => Promise<string | undefined>;
};

/**
 * Serves drawn pictures from memory, and stored pictures from their store. Names change with their
 * content, so pictures are cached permanently.
 */
export function mediaRoutes({ media, log, generate, isShown, paperName }: Options): Routes {
  const drawings = openDrawings(drawingLimit, generate);
  const photographs = openPhotographs({ media, drawings, isShown });
  const serveDrawing: RequestHandler = async (req, res, next) => {
    const [, key = ""] = /^\/([a-z0-9._-]{1,120})\.svg$/.exec(req.path) ?? [];
    const drawing = isRead(req) ? await drawings.find(key) : undefined;
    if (!drawing) return next();
    const encoding = encodingFor(req.headers["accept-encoding"], encodings);
    res.setHeader("Vary", "Accept-Encoding");
    if (encoding !== "identity") res.setHeader("Content-Encoding", encoding);
    send(req, res, "image/svg+xml", bodyFor(drawing, encoding));
  };
  const photographed = async (...[req, res, next]: Parameters<RequestHandler>): Promise<void> => {
    const [, key] = /^\/([a-z0-9._-]{1,120})\.jpg$/.exec(req.path) ?? [];
    const photograph = key !== undefined && isRead(req) ? await photographs.ofDrawing(key) : undefined;
    if (!photograph) return next();
    send(req, res, "image/jpeg", photograph, "public, max-age=86400");
  };
  const storedPicture = async (...[req, res, next]: Parameters<RequestHandler>): Promise<void> => {
    const name = isRead(req) ? parseStoredName(req.path.slice(1)) : undefined;
    const body = name && (await media.read(storedName(name)));
    if (!name || !body) return next();
    // The ETag also contains the length. The name has the hash of the uploaded file, which is the
    // same for the outputs of different encoders.
    send(req, res, `image/${name.type}`, { body, tag: `${storedName(name)}-${body.length.toString(36)}` });
  };
  /** Sends a stored picture as JPEG, at the address of its WebP with the ending `.jpg`. */
  const jpegOfStored = async (...[req, res, next]: Parameters<RequestHandler>): Promise<void> => {
    const [, base = ""] = /^\/(.+)\.jpg$/.exec(req.path) ?? [];
    const name = isRead(req) ? parseStoredName(`${base}.webp`) : undefined;
    const photograph = name && (await photographs.ofPicture(name));
    if (!photograph) return next();
    send(req, res, "image/jpeg", photograph);
  };
  const avatar = async (...[req, res, next]: Parameters<RequestHandler>): Promise<void> => {
    const [, name = ""] = /^\/([0-9a-f]+)\.webp$/.exec(req.path) ?? [];
    const body = isRead(req) ? await readAvatar(media, name) : undefined;
    if (!body) return next();
    // An avatar is protected only by its name, and only its owner's browser may cache it.
    send(req, res, "image/webp", { body, tag: name }, "private, max-age=31536000, immutable");
  };
  const paper: RequestHandler = async (req, res, next) => {
    const [, key = ""] = /^\/([0-9a-f]{32})\.pdf$/.exec(req.path) ?? [];
    const fileName = key !== "" && isRead(req) ? await paperName(key) : undefined;
    if (fileName === undefined || !(await sendPaper(req, res, media, { key, fileName }))) next();
  };
  /**
   * Answers 503 in plain text if a picture cannot be fetched now. No cache may store this answer.
   */
  const within =
    (handler: (...args: Parameters<RequestHandler>) => Promise<void>): RequestHandler =>
    async (req, res, next) => {
      try {
        await handler(req, res, next);
      } catch (error) {
        if (!(error instanceof MediaUnavailable)) throw error;
        log.error({ err: error }, "a picture could not be served");
        res
          .status(503)
          .set({ "Cache-Control": "no-store", "Retry-After": "5" })
          .type("txt")
          .end("This picture can’t be shown right now.");
      }
    };
  return routes(
    fileRoutes("/media", readableByAll),
    fileRoutes("/media/drawn", serveDrawing, within(photographed)),
    fileRoutes("/media/avatars", within(avatar)),
    fileRoutes("/media/papers", paper),
    fileRoutes("/media", within(storedPicture), within(jpegOfStored)),
  );
}

const isRead = ({ method }: Request) => method === "GET" || method === "HEAD";

type Body = { body: Buffer; tag: string };

const bodyFor = (drawing: Drawing, encoding: Encoding): Body => ({
  body: drawing[encoding],
  tag: encoding === "identity" ? drawing.hash : `${drawing.hash}-${encoding}`,
});

const forGood = "public, max-age=31536000, immutable";

function send(req: Request, res: Response, type: string, { body, tag }: Body, caching = forGood): void {
  res.setHeader("Cache-Control", caching);
  res.setHeader("ETag", `"${tag}"`);
  res.setHeader("X-Content-Type-Options", "nosniff");
  // A picture that is opened as a page of its own may load and run nothing.
  res.setHeader("Content-Security-Policy", "default-src 'none'; sandbox");
  if (heldTag(req.headers["if-none-match"], `"${tag}"`)) {
    res.removeHeader("Content-Encoding");
    return void res.status(304).end();
  }
  res.setHeader("Content-Type", type);
  res.setHeader("Content-Length", body.length);
  res.end(req.method === "HEAD" ? undefined : body);
}
