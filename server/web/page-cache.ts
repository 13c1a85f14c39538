import type { IncomingMessage, ServerResponse } from "node:http";
import type { Request, RequestHandler } from "express";
import { type Pack, packPage, sendPack, tagOf } from "./pack.ts";

/** One page of one catalogue version. */
type Entry = { version: number; pack: Pack };

export type MadePage = { html: string; status?: number };

export type PageCache = {
  /** The entry under `key`, made by `make` when there is none of today's version: once, however many ask meanwhile. */
  page(key: string, make: () => Promise<MadePage>): Promise<Entry | MadePage>;
  /** Remembers that a raw request target leads to `key`, so that `answerRaw` needs no routing. */
  alias(url: string, key: string): void;
  /** Answers a request whose target was seen before from memory, without Express. False = not this time. */
  answerRaw(req: IncomingMessage, res: ServerResponse): boolean;
};

const limit = 64 * 1024 * 1024;
/** What an address itself costs, beside its page. */
const entryBytes = 1024;

/** `version` says which catalogue today's pages show; `headers` are the fixed ones of every answer. Bounded to 64 MB, least recently used out first. */
export function openPageCache(version: () => number, headers: Record<string, string>): PageCache {
  const entries = new Map<string, Entry>();
  const making = new Map<string, Promise<Entry | MadePage>>();
  const aliases = new Map<string, string>();
  // Many addresses may mean one page, such as every number beyond its last: it is packed and kept once.
  const packs = new Map<string, { pack: Pack; uses: number }>();
  let bytes = 0;

  const drop = (key: string) => {
    const { tag = "" } = entries.get(key)?.pack ?? {};
    const held = packs.get(tag);
    if (!held) return;
    entries.delete(key);
    bytes -= entryBytes;
    held.uses -= 1;
    if (held.uses > 0) return;
    packs.delete(tag);
    bytes -= held.pack.bytes;
  };
  const keep = (key: string, { version, pack }: Entry) => {
    drop(key);
    const held = packs.get(pack.tag) ?? { pack, uses: 0 };
    if (held.uses === 0) bytes += pack.bytes;
    held.uses += 1;
    packs.set(pack.tag, held);
    entries.set(key, { version, pack: held.pack });
    bytes += entryBytes;
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
    const body = Buffer.from(made.html);
    const tag = tagOf(body);
    const entry = { version: before, pack: packs.get(tag)?.pack ?? (await packPage(body, tag, headers)) };
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
      if (entry) sendPack(req, res, entry.pack);
      return entry !== undefined;
    },
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
    if (!("pack" in found)) return next();
    if (req.originalUrl.length <= 300) pages.alias(req.originalUrl, place);
    sendPack(req, res, found.pack);
  };
}
