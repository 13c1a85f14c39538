import { createHash } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import { type Encoding, encodingFor } from "./encoding.ts";

type Stored = { body: Buffer; etag: string; head: Record<string, string | number> };

/** The bytes of a page in every encoding, with the headers of its answer ready to send. */
export type Pack = { tag: string; bytes: number; stored: Record<Encoding, Stored> };

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);

// A page fits a window of 64 kB: the default one costs ten times as much, for allocating its table, and gives the same bytes.
const brotliParams = { [constants.BROTLI_PARAM_QUALITY]: 9, [constants.BROTLI_PARAM_LGWIN]: 16 };

/** Shared caches may keep a page for a minute and show it for ten more while they ask again. */
const cacheControl = "public, max-age=0, s-maxage=60, stale-while-revalidate=600";

/** Equal pages have equal tags. */
export const tagOf = (body: Buffer): string => createHash("sha1").update(body).digest("base64url");

export async function packPage(identity: Buffer, tag: string, headers: Record<string, string>): Promise<Pack> {
  const [br, gz] = await Promise.all([brotli(identity, { params: brotliParams }), zip(identity, { level: 9 })]);
  const store = (body: Buffer, encoding: Encoding): Stored => {
    const etag = encoding === "identity" ? `"${tag}"` : `"${tag}-${encoding}"`;
    const head: Record<string, string | number> = {
      ...headers,
      "Content-Type": "text/html; charset=utf-8",
      "Cache-Control": cacheControl,
      Vary: "Accept-Encoding",
      ETag: etag,
      "Content-Length": body.length,
      ...(encoding !== "identity" && { "Content-Encoding": encoding }),
    };
    return { body, etag, head };
  };
  const stored = { br: store(br, "br"), gzip: store(gz, "gzip"), identity: store(identity, "identity") };
  return { tag, bytes: br.length + gz.length + identity.length + 4096, stored };
}

const isFresh = (ifNoneMatch: string | undefined, etag: string): boolean =>
  ifNoneMatch !== undefined &&
  (ifNoneMatch === "*" || ifNoneMatch.split(",").some((text) => text.trim().replace(/^W\//, "") === etag));

/** Sends what is stored: 304 when the client has it, no body to HEAD. */
export function sendPack(req: IncomingMessage, res: ServerResponse, { stored }: Pack): void {
  const { body, etag, head } = stored[encodingFor(req.headers["accept-encoding"])];
  if (isFresh(req.headers["if-none-match"], etag)) {
    const { "Content-Length": _length, "Content-Type": _type, "Content-Encoding": _encoding, ...rest } = head;
    res.writeHead(304, rest).end();
    return;
  }
  res.writeHead(200, head).end(req.method === "HEAD" ? undefined : body);
}
