import type { IncomingMessage, ServerResponse } from "node:http";
import type { NextFunction, Request, RequestHandler, Response } from "express";
import pLimit from "p-limit";
import { type Dependencies, trackDependencies } from "../db/changes/tracking.ts";
import { failureOf } from "../db/failure.ts";
import { type TagHeader, tagHeaderOf } from "./cache-tags.ts";
import { EncodedPage, type Headers, reusableBuffer, sendEncodedPage, tagOf } from "./encoded-page.ts";
import { PageStore } from "./page-store.ts";
import { openPageVersions, type PageVersion, type VersionOptions } from "./page-version.ts";

export type MadePage = {
  /** the body: HTML, unless `headers` give another type */
  html: string;
  status?: number;
  /** headers of this page, beside the fixed ones */
  headers?: Headers;
};

/** A stored page, sent while it is unknown whether it is current. */
export class StalePage {
  readonly page: EncodedPage;
  constructor(page: EncodedPage) {
    this.page = page;
  }
}

/** RFC 9211: answered from memory, beyond the time for which the page is known to be fresh. */
const staleStatus = "storefront; hit; ttl=-1; detail=database-silent";

export type PageCache = {
  /**
   * The page under `key`. If no current page is stored, `make` makes it, once for all concurrent
   * requests. A page is current until data that was read for it changes (db/changes/). While the
   * database does not respond, the last stored page is returned.
   */
  page(key: string, make: () => Promise<MadePage>): Promise<EncodedPage | StalePage | MadePage>;
  /** Remembers that a raw request target leads to `key`, so that `answerRaw` needs no routing. */
  addTarget(target: string, key: string): void;
  send(req: IncomingMessage, res: ServerResponse, page: EncodedPage): void;
  /** the bytes held, and the number of addresses */
  size(): { bytes: number; entries: number };
  /**
   * Answers a request from memory, without Express, if its target was seen before. False = not
   * answered.
   */
  answerRaw(req: IncomingMessage, res: ServerResponse): boolean;
  /**
   * Answers from memory when it is unknown whether the stored page is current: reads the changes,
   * and then what the page shows. Resolves with false if the page turns out not to be current.
   * Returns undefined if such a read would not help: no page is stored for the target, the page is
   * known to be stale, or the database does not respond.
   */
  answerOnceKnown(req: IncomingMessage, res: ServerResponse): Promise<boolean> | undefined;
};

export type PageCacheOptions = VersionOptions & {
  /** the fixed headers of every answer */
  headers: Headers;
  /** the header that tells shared caches a page's tags */
  tagHeader?: TagHeader | undefined;
  /** awaited before a page is made; it reads the values that all pages show */
  beforeMaking?: () => Promise<void>;
  /** bytes */
  limit?: number;
  /** returns false while the database does not respond */
  responds?: () => boolean;
  /** ms of a monotonic clock */
  elapsed?: () => number;
};

const megabyte = 1024 * 1024;

/**
 * A time in ms. If the page before this one at the same address lasted for less than this time, a
 * page is compressed well only once it has lasted for this time itself. Compressing a page well
 * takes ten times as long as making it.
 */
export const lastingMs = 20_000;

/** The headers as they are sent, and a tag that identifies them. */
const headOf = (headers: Headers): { head: string[]; tag: string } => ({
  head: Object.entries({ "Content-Type": "text/html; charset=utf-8", ...headers }).flat(),
  tag: tagOf(JSON.stringify(headers)).slice(0, 8),
});

/** `limit` is 64 MB unless given; beyond it pages are evicted. */
export function openPageCache(options: PageCacheOptions): PageCache {
  const { headers, tagHeader, beforeMaking, limit = 64 * megabyte, responds = () => true } = options;
  const { elapsed = () => performance.now() } = options;
  const versions = openPageVersions(options);
  const store = new PageStore((version) => versions.freshness(version) === "current", limit);
  const fixedHead = headOf(headers);
  const buffer = reusableBuffer();
  const pending = new Map<string, { at: number; epoch: number; promise: Promise<EncodedPage | MadePage> }>();
  const oneAtATime = pLimit(1);

  const tagged = ({ head, tag }: ReturnType<typeof headOf>, dependencies: Dependencies): ReturnType<typeof headOf> => {
    if (!tagHeader) return { head, tag };
    const ownHeaders = tagHeaderOf(tagHeader, dependencies);
    return { head: [...head, ...ownHeaders], tag: `${tag}${tagOf(ownHeaders[1]).slice(0, 6)}` };
  };
  const encodePage = async (key: string, make: () => Promise<MadePage>, isKept: boolean): Promise<EncodedPage | MadePage> => {
    const began = versions.begin();
    const { value: content, dependencies } = await trackDependencies(async () => {
      await beforeMaking?.();
      return await make();
    });
    if (content.status !== undefined && content.status !== 200) return content;
    const { head, tag } = tagged(content.headers ? headOf({ ...headers, ...content.headers }) : fixedHead, dependencies);
    const fresh = new EncodedPage(buffer(content.html), head, tag);
    const page = store.findByTag(fresh.tag) ?? fresh;
    const version = versions.versionOf(began, dependencies);
    // A page whose data is known to have changed while it was made is sent once and not stored.
    const isOvertaken = versions.isCaughtUp() && versions.freshness(version) === "stale";
    if (isKept && !isOvertaken) putPage(key, page, version);
    return page;
  };
  const putPage = (key: string, page: EncodedPage, version: PageVersion): void => {
    const at = elapsed();
    const before = store.storedAt(key);
    if (before !== undefined && at - before < lastingMs && store.findByTag(page.tag) === undefined)
      page.recompressFrom = at + lastingMs;
    store.put(key, page, version, at);
  };
  /**
   * Reads again the values from which the stored page was made, so that it is known whether the
   * page is current.
   */
  const recheck = async (key: string): Promise<void> => {
    const version = store.versionOf(key);
    if (version) await versions.recheck(version);
  };
  /**
   * Reads the changes, and then returns whether a page is current. Returns false if the read fails;
   * the page's own route then decides.
   */
  const decide = async (version: PageVersion): Promise<boolean> => {
    try {
      return (await versions.catchUp()) && (await versions.recheck(version));
    } catch {
      return false;
    }
  };
  const isUncertain = (key: string): boolean => {
    const version = store.versionOf(key);
    return version !== undefined && versions.freshness(version) === "maybe";
  };
  /**
   * Recompresses in the background, one page after the other, unless the page was evicted
   * meanwhile.
   */
  const recompress = (page: EncodedPage) => {
    void oneAtATime(async () => {
      if (store.findByTag(page.tag) !== page) return;
      await page.recompress();
      store.updateSize(page);
    });
  };
  const send = (req: IncomingMessage, res: ServerResponse, page: EncodedPage) => {
    const before = page.bytes;
    sendEncodedPage(req, res, page);
    if (page.bytes !== before) store.updateSize(page);
    if (page.isWorthRecompressing(elapsed)) recompress(page);
  };
  const currentPage = async (key: string, make: () => Promise<MadePage>): Promise<EncodedPage | MadePage> => {
    const isKept = versions.isCaughtUp() || (await versions.catchUp());
    if (isKept && isUncertain(key)) await recheck(key);
    const cached = isKept ? store.get(key) : undefined;
    if (cached) return cached;
    const { at, epoch } = versions.begin();
    const running = pending.get(key);
    if (running?.at === at && running.epoch === epoch) return await running.promise;
    const promise = encodePage(key, make, isKept).finally(() => {
      if (pending.get(key)?.promise === promise) pending.delete(key);
    });
    pending.set(key, { at, epoch, promise });
    return await promise;
  };
  return {
    async page(key, make) {
      // While the database does not respond, the last stored page is served, current or not.
      const last = responds() ? undefined : store.last(key);
      if (last) return new StalePage(last);
      try {
        return await currentPage(key, make);
      } catch (error) {
        const stored = failureOf(error) === undefined ? undefined : store.last(key);
        if (!stored) throw error;
        return new StalePage(stored);
      }
    },
    addTarget: (target, key) => store.addTarget(target, key),
    size: () => store.size(),
    send,
    answerRaw(req, res) {
      if (!isRead(req) || !versions.isCaughtUp()) return false;
      const page = store.findByTarget(req.url ?? "");
      if (page) send(req, res, page);
      return page !== undefined;
    },
    answerOnceKnown(req, res) {
      const version = isRead(req) && responds() ? store.versionOfTarget(req.url ?? "") : undefined;
      if (!version || (versions.isCaughtUp() && versions.freshness(version) === "stale")) return undefined;
      return decide(version).then((isCurrent) => {
        const page = isCurrent ? store.findByTarget(req.url ?? "") : undefined;
        if (page) send(req, res, page);
        return page !== undefined;
      });
    },
  };
}

const isRead = ({ method }: IncomingMessage): boolean => method === "GET" || method === "HEAD";

type AnswerOptions<Query> = {
  /** the normalised address of the page */
  key: (query: Query) => string;
  /** undefined if there is no such page: then the next route is tried */
  make: (query: Query) => Promise<MadePage | undefined>;
  /**
   * Set if an earlier handler must decide at each request whether this page is the answer. The
   * address is then never answered from memory without its route.
   */
  isRouted?: true;
};

/** The request values that choose a page for everybody. */
export type PageAddress = Pick<Request, "query" | "params">;

type CachedOptions<Query> = AnswerOptions<Query> & {
  /**
   * parses every part of the request on which the page depends: `key` and `make` get nothing else
   */
  query: (address: PageAddress) => Query;
};

/**
 * The value of `No-Vary-Search`. It tells browsers that only the parameters that `query` reads
 * choose the page.
 */
function noVarySearch(query: (address: PageAddress) => unknown): string {
  const names = new Set<string>();
  const recorder = new Proxy<PageAddress["query"]>({}, { get: (_, name) => void names.add(String(name)) });
  query({ query: recorder, params: {} });
  const counting = [...names].sort().map((name) => `"${name}"`);
  return `key-order, params${counting.length > 0 ? `, except=(${counting.join(" ")})` : ""}`;
}

/** Answers an already parsed query from the cache: the same bytes for everybody. */
export function cachedAnswer<Query>(pages: PageCache, { key, make, isRouted }: AnswerOptions<Query>) {
  return async (query: Query, req: Request, res: Response, next: NextFunction): Promise<void> => {
    const place = key(query);
    const page = await pages.page(place, async () => (await make(query)) ?? { html: "", status: 404 });
    if ("html" in page) return next();
    if (!isRouted && req.originalUrl.length <= 300) pages.addTarget(req.originalUrl, place);
    if (page instanceof StalePage) res.setHeader("Cache-Status", staleStatus);
    pages.send(req, res, page instanceof StalePage ? page.page : page);
  };
}

/**
 * Answers a cacheable page: everybody gets the same bytes at one address. No cookie is read or set.
 */
export function cached<Query>(
  pages: PageCache,
  { query: readQuery, key, make, ...options }: CachedOptions<Query>,
): RequestHandler {
  const ownHeaders = { "No-Vary-Search": noVarySearch(readQuery) };
  const answer = cachedAnswer<Query>(pages, {
    ...options,
    key,
    make: async (query) => {
      const page = await make(query);
      return page && { ...page, headers: { ...ownHeaders, ...page.headers } };
    },
  });
  return async (req, res, next) => {
    if (req.method !== "GET" && req.method !== "HEAD") return next();
    await answer(readQuery(req), req, res, next);
  };
}
