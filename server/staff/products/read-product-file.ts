import type { Request, RequestHandler } from "express";
import multer, { type StorageEngine } from "multer";
import { newId } from "../../ids.ts";
import { type Outcome, ok, refuse } from "../../outcome.ts";
import { readLine } from "../../read-text.ts";
import type { Shop } from "../../shop.ts";
import { mostBytes, storeUpload } from "../../transfer/product-import/upload.ts";
import { requestSource } from "../../web/request-source.ts";
import { staffOf } from "../sign-in/require-staff.ts";
import { brokenForm, brokenUpload, uploadErrorOf } from "./read-pictures.ts";

declare global {
  namespace Express {
    interface Request {
      /** the product file of an upload, which is stored under this id */
      sentProducts?: { id: string; name: string; size: number };
      sentMapping?: { name: string; bytes: Buffer };
      fileError?: string;
      /** the error of storing the upload; the form is not at fault */
      storeFailure?: unknown;
    }
  }
}

/** Bytes of the largest mapping file. */
const mostMappingBytes = 1_000_000;

const limits = { fileSize: mostBytes, files: 2, fields: 12, fieldSize: 1000, fieldNameSize: 100 };

type SentFile = Parameters<StorageEngine["_handleFile"]>[1];

/**
 * Reads a form with a product file and a mapping file. The product file is written to the database
 * while it arrives.
 */
export function readProductFile({ db, now }: Shop): RequestHandler {
  const keepProducts = async (req: Request, { stream, originalname }: SentFile): Promise<void> => {
    const id = newId();
    const name = readLine(originalname, 200) || "products.csv";
    req.sentProducts = { id, name, size: 0 };
    const upload = { id, name, staffId: staffOf(req).staffId, requestId: requestSource(req).requestId };
    const { size } = await storeUpload(db, upload, stream, now());
    req.sentProducts = { id, name, size };
  };
  const keepMapping = async (req: Request, { stream, originalname }: SentFile): Promise<void> => {
    const chunks: Buffer[] = [];
    let size = 0;
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (size <= mostMappingBytes) chunks.push(chunk);
    }
    if (size > mostMappingBytes) req.fileError = "LIMIT_MAPPING";
    else if (size > 0) req.sentMapping = { name: readLine(originalname, 200), bytes: Buffer.concat(chunks) };
  };
  const keep = async (req: Request, file: SentFile): Promise<void> => {
    if (file.fieldname === "file" && req.sentProducts === undefined) return await keepProducts(req, file);
    if (file.fieldname === "map" && req.sentMapping === undefined) return await keepMapping(req, file);
    file.stream.resume();
  };
  const storage: StorageEngine = {
    _handleFile(req, file, done) {
      let isBroken = false;
      file.stream.once("error", () => {
        isBroken = true;
      });
      const fail = (error: unknown) => {
        if (!isBroken) req.storeFailure = error;
        done(error);
      };
      void keep(req as Request, file).then(() => done(null), fail);
    },
    _removeFile: (_req, _file, done) => done(null),
  };
  const reading = multer({ storage, limits, defParamCharset: "utf8" }).any();
  return (req, res, next) => {
    reading(req, res, (error?: unknown) => {
      if (req.storeFailure !== undefined) return next(req.storeFailure);
      if (error) req.fileError = uploadErrorOf(error);
      req.typed = { ...(req.body as Record<string, unknown> | undefined) };
      next();
    });
  };
}

/** The non-empty product file of an upload. */
export function productsOf({ sentProducts, fileError }: Request): Outcome<{ id: string; name: string; size: number }> {
  if (fileError === "LIMIT_FILE_SIZE")
    return refuse("too_large", `A file can have up to ${mostBytes / 1_000_000} MB. Split it, or import it by command.`);
  if (fileError === "LIMIT_MAPPING") return refuse("too_large", "A mapping file can have up to 1 MB.");
  if (fileError === brokenForm) return brokenUpload;
  if (fileError !== undefined) return refuse("too_large", "Send one product file, and one mapping file at most.");
  if (sentProducts === undefined || sentProducts.size === 0) return refuse("invalid", "Choose a product file that isn’t empty.");
  return ok(sentProducts);
}

/** The text of a mapping file; null if none was sent. */
export function mappingOf({ sentMapping }: Request): Outcome<{ name: string; text: string } | null> {
  if (!sentMapping) return ok(null);
  try {
    return ok({ name: sentMapping.name, text: new TextDecoder("utf-8", { fatal: true }).decode(sentMapping.bytes) });
  } catch {
    return refuse("invalid", `${sentMapping.name} is not UTF-8 text.`);
  }
}
