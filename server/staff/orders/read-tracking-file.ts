import type { Request, RequestHandler } from "express";
import multer from "multer";
import { type Outcome, ok, refuse } from "../../outcome.ts";
import { readLine } from "../../read-text.ts";
import { brokenForm, brokenUpload, uploadErrorOf } from "../products/read-pictures.ts";
import { mostFileBytes, readTrackingLines, type TrackingLine } from "./tracking-lines.ts";

const limits = { fileSize: mostFileBytes, files: 1, fields: 5, fieldSize: mostFileBytes, fieldNameSize: 100 };
const reading = multer({ storage: multer.memoryStorage(), limits }).single("file");

/** Reads a form with a file of tracking numbers, or with its text. */
export const readTrackingFile: RequestHandler = (req, res, next) => {
  reading(req, res, (error?: unknown) => {
    if (error) req.uploadError = uploadErrorOf(error);
    req.typed = { ...(req.body as Record<string, unknown> | undefined) };
    next();
  });
};

const tooLarge = refuse("too_large", `A file can have up to ${mostFileBytes / 1000} kB. Split it.`);

/** The text of the sent file, or else the pasted text. */
function textOf({ file, typed, uploadError }: Request): Outcome<string> {
  if (uploadError === brokenForm) return brokenUpload;
  if (uploadError !== undefined) return tooLarge;
  const pasted = typeof typed.lines === "string" ? typed.lines : "";
  if (!file?.buffer.length) return pasted.trim() === "" ? refuse("invalid", "Choose a file, or paste its lines.") : ok(pasted);
  try {
    return ok(new TextDecoder("utf-8", { fatal: true }).decode(file.buffer));
  } catch {
    return refuse("invalid", "This file is not UTF-8 text. Save it as CSV UTF-8.");
  }
}

/** The lines of the sent file or text. */
export function linesOf(req: Request): Outcome<TrackingLine[]> {
  const text = textOf(req);
  return text.ok ? readTrackingLines(text.value, readLine(req.typed.carrier, 40)) : text;
}
