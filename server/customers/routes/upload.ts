import type { Request, RequestHandler } from "express";
import multer, { type StorageEngine } from "multer";
import { pictureKind } from "../../media/picture-kind.ts";
import { type Outcome, refuse } from "../../outcome.ts";

declare global {
  namespace Express {
    interface Request {
      /** the uploaded file; only its beginning if the file was too large */
      sent?: Buffer;
      tooLarge?: boolean;
    }
  }
}

/** The size in bytes below which a picture must be (requirement 203). */
const limit = 2_097_152;

const storage: StorageEngine = {
  _handleFile(req, { stream }, done) {
    const chunks: Buffer[] = [];
    stream.on("data", (chunk: Buffer) => chunks.push(chunk));
    stream.on("end", () => {
      req.sent = Buffer.concat(chunks);
      done(null);
    });
  },
  _removeFile: (_req, _file, done) => done(null),
};

const limits = { fileSize: limit - 1, files: 1, fields: 8, parts: 9, fieldSize: 1_000, fieldNameSize: 100 };
const reading = multer({ storage, limits }).any();

/**
 * Reads a form with one file under any name, and drops bytes beyond the limit. A body that cannot
 * be parsed counts as a form without a file.
 */
export const readUpload: RequestHandler = (req, res, next) => {
  reading(req, res, (error?: unknown) => {
    req.tooLarge = error instanceof multer.MulterError && error.code === "LIMIT_FILE_SIZE";
    if (error && !req.tooLarge) delete req.sent;
    req.typed = { ...(req.body as Record<string, unknown> | undefined) };
    next();
  });
};

export const noPicture = refuse("unsupported_type", "Please upload a valid image file.");
const tooLarge = refuse("too_large", "File must be less than 2 MB.");

/**
 * The bytes of an uploaded picture. Checks the kind of its content first, then its size
 * (requirements 201–203).
 */
export function pictureOf(req: Request): Outcome<Buffer> {
  if (!req.sent || !pictureKind(req.sent).ok) return noPicture;
  return req.tooLarge ? tooLarge : { ok: true, value: req.sent };
}
