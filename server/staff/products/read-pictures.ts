import type { Request, RequestHandler } from "express";
import multer, { type StorageEngine } from "multer";
import { type Outcome, ok, refuse } from "../../outcome.ts";
import { mostFileBytes, mostFiles } from "./pictures-page.ts";

declare global {
  namespace Express {
    interface Request {
      /** the files of an upload, by their original names */
      sentFiles?: { name: string; bytes: Buffer }[];
      uploadError?: string;
    }
  }
}

const storage: StorageEngine = {
  _handleFile(req, { stream, originalname }, done) {
    const chunks: Buffer[] = [];
    stream.on("data", (chunk: Buffer) => chunks.push(chunk));
    stream.on("end", () => {
      // An empty file field is sent as an empty file.
      if (chunks.length > 0) req.sentFiles = [...(req.sentFiles ?? []), { name: originalname, bytes: Buffer.concat(chunks) }];
      done(null);
    });
  },
  _removeFile: (_req, _file, done) => done(null),
};

/**
 * The limits of an upload and of its typed fields. Each picture of a product has three fields, and
 * each variant one.
 */
const limits = { fileSize: mostFileBytes, files: mostFiles, fields: 2000, fieldSize: 100_000, fieldNameSize: 100 };
const reading = multer({ storage, limits }).any();

/** The error code of an upload whose form is cut short or malformed. */
export const brokenForm = "BROKEN";
export const brokenUpload = refuse("invalid", "The file did not come whole. Please send it again.");

/**
 * The error code of an upload: multer's code for the exceeded limit, or `brokenForm` for any other
 * error.
 */
export const uploadErrorOf = (error: unknown): string => (error instanceof multer.MulterError ? error.code : brokenForm);

/** Reads a form with pictures. If the form exceeds a limit, none of its pictures are kept. */
export const readPictureFiles: RequestHandler = (req, res, next) => {
  reading(req, res, (error?: unknown) => {
    if (error) {
      req.sentFiles = [];
      req.uploadError = uploadErrorOf(error);
    }
    req.typed = { ...(req.body as Record<string, unknown> | undefined) };
    next();
  });
};

/** The files of an upload. Refuses an upload without files, with an error that names `what`. */
export function filesOf(
  { sentFiles = [], uploadError }: Request,
  what = "a picture",
): Outcome<{ name: string; bytes: Buffer }[]> {
  if (uploadError === "LIMIT_FILE_SIZE")
    return refuse("too_large", `A file must be smaller than ${mostFileBytes / 1_000_000} MB.`);
  if (uploadError === brokenForm) return brokenUpload;
  if (uploadError !== undefined) return refuse("too_large", `Choose up to ${mostFiles} files at once.`);
  return sentFiles.length > 0 ? ok(sentFiles) : refuse("invalid", `Choose ${what} first.`);
}
