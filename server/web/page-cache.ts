import { createHash } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import type { Request, RequestHandler } from "express";
import { type Encoding, encodingFor } from "./encoding.ts";

type Stored = { body: Buffer; etag: string; head: Record<string, string | number> };

/** One page of one catalogue version, in every encoding, with the headers of its answer ready to send. */
type Entry = { version: number; bytes: number; stored: Record<Encoding, Stored> };

export type MadePage = { html: string; status?: number };

export type PageCache = {
  /** The entry under `key`, made by `make` when there is none of today's version: once, however many ask meanwhile. */
  page(key: string, make: () => Promise<MadePage>): Promise<Entry | MadePage>;
  /** Remembers that a raw request target leads to `key`, so that `answerRaw` needs no routing. */
  alias(url: string, key: string): void;
  /** Answers a request whose target was seen before from memory, without Express. False = not this time. */
  answerRaw(req: IncomingMessage, res: ServerResponse): boolean;
  send(req: IncomingMessage, res: ServerResponse, entry: Entry): void;
};

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);
const limit = 64 * 1024 * 1024;

/** Shared caches may keep a page for a minute and show it for ten more while they ask again. */
const cacheControl = "public, max-age=0, s-maxage=60, stale-while-revalidate=600";

const tag = (body: Buffer) => createHash("sha1").update(body).digest("base64url");

async function entryOf(html: string, version: number, headers: Record<string, string>): Promise<Entry> {
  const identity = Buffer.from(html);
  const [br, gz] = await Promise.all([
    brotli(identity, { params: { [constants.BROTLI_PARAM_QUALITY]: 9, [constants.BROTLI_PARAM_SIZE_HINT]: identity.length } }),
    zip(identity, { level: 9 }),
  ]);
  const base = tag(identity);
  const store = (body: Buffer, encoding: Encoding): Stored => {
    const etag = encoding === "identity" ? `"${base}"` : `"${base}-${encoding}"`;
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
  return { version, bytes: br.length + gz.length + identity.length + 4096, stored };
}

const isFresh = (ifNoneMatch: string | undefined, etag: string): boolean =>
  ifNoneMatch !== undefined &&
  (ifNoneMatch === "*" || ifNoneMatch.split(",").some((text) => text.trim().replace(/^W\//, "") === etag));

/** Sends what is stored: 304 when the client has it, no body to HEAD. */
function send(req: IncomingMessage, res: ServerResponse, entry: Entry): void {
  const { body, etag, head } = entry.stored[encodingFor(req.headers["accept-encoding"])];
  if (isFresh(req.headers["if-none-match"], etag)) {
    const { "Content-Length": _length, "Content-Type": _type, "Content-Encoding": _encoding, ...rest } = head;
    res.writeHead(304, rest).end();
    return;
  }
  res.writeHead(200, head).end(req.method === "HEAD" ? undefined : body);
}

/** `version` says which catalogue today's pages show; `headers` are the fixed ones of every answer. Bounded to 64 MB, least recently used out first. */
export function openPageCache(version: () => number, headers: Record<string, string>): PageCache {
  const entries = new Map<string, Entry>();
  const making = new Map<string, Promise<Entry | MadePage>>();
  const aliases = new Map<string, string>();
  let bytes = 0;

  const drop = (key: string) => {
    bytes -= entries.get(key)?.bytes ?? 0;
    entries.delete(key);
  };
  const keep = (key: string, entry: Entry) => {
    drop(key);
    entries.set(key, entry);
    bytes += entry.bytes;
    for (const [oldest] of entries) {
      if (bytes <= limit) break;
      drop(oldest);
    }
  };
  const current = (key: string): Entry | undefined => {
    const entry = entries.get(key);
    if (!entry) return undefined;
    if (entry.version !== version()) return void drop(key);
    entries.delete(key);
    entries.set(key, entry);
    return entry;
  };
  const makeEntry = async (key: string, make: () => Promise<MadePage>): Promise<Entry | MadePage> => {
    const before = version();
    const made = await make();
    if (made.status !== undefined && made.status !== 200) return made;
    const entry = await entryOf(made.html, before, headers);
    // A page that was overtaken by a change while it was made is shown once, not kept.
    if (version() === before) keep(key, entry);
    return entry;
  };
  return {
    async page(key, make) {
      const kept = current(key);
      if (kept) return kept;
      const place = `${version()} ${key}`;
      const busy = making.get(place);
      if (busy) return await busy;
      const work = makeEntry(key, make).finally(() => making.delete(place));
      making.set(place, work);
      return await work;
    },
    alias(url, key) {
      if (aliases.size >= 20_000) aliases.clear();
      aliases.set(url, key);
    },
    answerRaw(req, res) {
      if (req.method !== "GET" && req.method !== "HEAD") return false;
      const key = aliases.get(req.url ?? "");
      const entry = key === undefined ? undefined : current(key);
      if (entry) send(req, res, entry);
      return entry !== undefined;
    },
    send,
  };
}

type CachedOptions = {
  /** the normalised address of the page, or undefined when this request has none (then the next route is asked) */
  key: (req: Request) => string | undefined;
  make: (req: Request) => Promise<MadePage | undefined>;
};

/** Answers a cacheable page: the same bytes for everybody of one address; it reads and sets no cookie (decisions §4). */
export function cached(pages: PageCache, { key, make }: CachedOptions): RequestHandler {
  return async (req, res, next) => {
    const place = req.method === "GET" || req.method === "HEAD" ? key(req) : undefined;
    if (place === undefined) return next();
    const found = await pages.page(place, async () => (await make(req)) ?? { html: "", status: 404 });
    if (!("stored" in found)) return next();
    if (req.originalUrl.length <= 300) pages.alias(req.originalUrl, place);
    pages.send(req, res, found);
  };
}
