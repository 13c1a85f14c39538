import type { Request, Response } from "express";
import { type Outcome, ok, refuse } from "../outcome.ts";
import { RefusedPage } from "../web/respond.ts";

/** The largest body of a card form, in bytes. */
const limit = 4096;
/**
 * An oversized body is read to its end and dropped, so that the client receives the answer; beyond
 * this many bytes the connection is closed.
 */
const maxBytesRead = 1024 * 1024;

const tooLarge = refuse("too_large", "That’s larger than we can accept.");
const unreadable = refuse("invalid", "We couldn’t read this request.");
const wrongType = refuse("unsupported_type", "Please send JSON or a form.");

/**
 * Reads the payment call's fields, from JSON or a native form. It is a separate parser, since
 * body-parser's errors quote the text they could not parse. No error here quotes the body, and its
 * bytes are overwritten after parsing.
 */
export async function readFields(req: Request, res: Response): Promise<Outcome<Record<string, unknown>>> {
  const type = req.is(["application/json", "application/x-www-form-urlencoded"]);
  if (!type || req.headers["content-encoding"] !== undefined) return wrongType;
  const body = await readBody(req);
  if (!body) res.setHeader("Connection", "close");
  if (!body || body.length > limit) return tooLarge;
  const fields = type === "application/json" ? jsonFields(body) : formFields(body);
  body.fill(0);
  return fields;
}

/** The body, cut to one byte more than the limit. Undefined if it is longer than `maxBytesRead`. */
function readBody(req: Request): Promise<Buffer | undefined> {
  return new Promise((resolve, reject) => {
    const buffer = Buffer.alloc(limit + 1);
    let length = 0;
    req.on("data", (chunk: Buffer) => {
      if (length <= limit) chunk.copy(buffer, length);
      length += chunk.length;
      chunk.fill(0);
      if (length > maxBytesRead) resolve(undefined);
    });
    req.once("end", () => resolve(buffer.subarray(0, Math.min(length, limit + 1))));
    req.once("error", () => {
      buffer.fill(0);
      reject(new RefusedPage(refuse("invalid", "this request broke off")));
    });
  });
}

function jsonFields(body: Buffer): Outcome<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(body.toString("utf8"));
    return typeof value === "object" && value !== null && !Array.isArray(value)
      ? ok(value as Record<string, unknown>)
      : unreadable;
  } catch {
    // JSON.parse's own error quotes the text.
    return unreadable;
  }
}

const formFields = (body: Buffer): Outcome<Record<string, unknown>> =>
  ok(Object.fromEntries(new URLSearchParams(body.toString("utf8"))));
