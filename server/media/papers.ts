import { createHash } from "node:crypto";
import type { Request, Response } from "express";
import { type Outcome, ok, refuse } from "../outcome.ts";
import { heldTag } from "../web/conditional.ts";
import type { MediaStore } from "./media-store.ts";
import { MediaUnavailable, orUnavailable } from "./media-unavailable.ts";

/** The key of a stored PDF, and the name under which a browser saves the file. */
export type Paper = { key: string; fileName: string };

const shape = /^[0-9a-f]{32}$/;
const nameOf = (key: string): string => `papers/${key}.pdf`;

/** Whether a text has the form of a paper's key; no other text may become part of a path. */
export const isPaperKey = (text: string): boolean => shape.test(text);

/** The public address of a paper, which answers while a published product shows the paper. */
export const paperUrl = (key: string): string => `/media/${nameOf(key)}`;

const longestName = 80;

/** A file's name in plain letters, digits and signs that ends with `.pdf`. */
export function paperFileName(name: string): string {
  const last = name.split(/[\\/]/).at(-1) ?? "";
  const plain = last
    .replace(/\.pdf$/i, "")
    .replace(/[^A-Za-z0-9 ._-]+/g, "-")
    .replace(/^[ .-]+/, "")
    .slice(0, longestName)
    .replace(/[ .-]+$/, "");
  return `${plain || "paper"}.pdf`;
}

const isPdf = (bytes: Buffer): boolean => bytes.toString("latin1", 0, 5) === "%PDF-";

/**
 * Stores a PDF under the hash of its bytes, and returns the key. The error of a refusal continues a
 * sentence that begins with the file's name.
 */
export async function storePaper(bytes: Buffer, media: MediaStore): Promise<Outcome<string>> {
  if (!isPdf(bytes)) return refuse("unsupported_type", "it is not a PDF");
  const key = createHash("sha256").update(bytes).digest("hex").slice(0, 32);
  const written = media.write(nameOf(key), bytes).then(() => ok(key));
  return await orUnavailable(written, "it could not be stored: the store of files does not answer");
}

/**
 * The content security policy of a PDF: the PDF loads, frames and sends nothing. `sandbox` is left
 * out, since it keeps browsers that view PDFs by a plug-in from showing the PDF.
 */
const policy = "default-src 'none'; object-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/**
 * Sends a PDF for reading in the browser, without access to the shop. Browsers revalidate cached
 * copies, since a paper may have been removed. Returns false if the file is missing.
 */
export async function sendPaper(req: Request, res: Response, media: MediaStore, { key, fileName }: Paper): Promise<boolean> {
  const body = shape.test(key) ? await media.read(nameOf(key)).catch(unlessUnavailable) : undefined;
  if (body === "unavailable") {
    res
      .status(503)
      .set({ "Cache-Control": "no-store", "Retry-After": "5" })
      .type("txt")
      .end("This paper can’t be shown right now.");
    return true;
  }
  if (!body) return false;
  res.set({
    "Cache-Control": "private, no-cache",
    ETag: `"${key}"`,
    "X-Content-Type-Options": "nosniff",
    "Content-Security-Policy": policy,
    "Content-Disposition": `inline; filename="${paperFileName(fileName)}"`,
  });
  if (heldTag(req.headers["if-none-match"], `"${key}"`)) {
    res.status(304).end();
    return true;
  }
  res.setHeader("Content-Type", "application/pdf");
  res.setHeader("Content-Length", body.length);
  res.end(req.method === "HEAD" ? undefined : body);
  return true;
}

function unlessUnavailable(error: unknown): "unavailable" {
  if (error instanceof MediaUnavailable) return "unavailable";
  throw error;
}
