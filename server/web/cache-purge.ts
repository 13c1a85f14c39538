import type { Logger } from "pino";
import type { ChangeClock } from "../db/changes/change-clock.ts";
import type { ChangeFeed } from "../db/changes/change-feed.ts";
import { everyPage, onAnyChange, tagsOfChange } from "./cache-tags.ts";

export type PurgeOptions = {
  /** the service that is told which tags to purge */
  url: string;
  /** a header that authenticates the request */
  header: { name: string; value: string } | undefined;
  clock: ChangeClock;
  feed: ChangeFeed;
  log: Pick<Logger, "error">;
  request?: typeof fetch;
};

/** How often other processes' changes are looked for, in ms. */
const lookEvery = 300;
/**
 * An answer under way when its page changed may reach a shared cache after the first purge, so each
 * purge is repeated after this time, in ms.
 */
const repeatAfter = 2000;
/** The most tags in one request. Every known service accepts this many. */
const perRequest = 30;
/** Beyond this number of tags everything is purged. */
const maxTags = 900;
const withinMs = 5000;

/**
 * Purges changed pages of this process from a shared cache; every process does so for its own
 * pages. At the start everything is purged, since an earlier process may have made other pages. A
 * failed purge is sent again. Returns a function that stops it.
 */
export function openCachePurge({ url, header, clock, feed, log, request = fetch }: PurgeOptions): () => Promise<void> {
  let pendingTags = new Set<string>([everyPage]);
  let repeats: { tags: readonly string[]; at: number }[] = [];
  let running: Promise<void> | undefined;

  const send = async (tags: readonly string[]): Promise<void> => {
    const answer = await request(url, {
      method: "POST",
      headers: {
        "Content-Type": "application/json",
        "Surrogate-Key": tags.join(" "),
        ...(header && { [header.name]: header.value }),
      },
      body: JSON.stringify({ tags }),
      signal: AbortSignal.timeout(withinMs),
    });
    await answer.body?.cancel();
    if (!answer.ok) throw new Error(`the purge was answered with ${answer.status}`);
  };
  const sendAll = async (): Promise<void> => {
    const due = repeats.filter(({ at }) => at <= performance.now()).flatMap(({ tags }) => tags);
    repeats = repeats.filter(({ at }) => at > performance.now());
    const first = pendingTags.has(everyPage) || pendingTags.size > maxTags ? [everyPage] : [...pendingTags];
    pendingTags = new Set();
    const tags = [...new Set([...first, ...due])];
    try {
      for (let at = 0; at < tags.length; at += perRequest) await send(tags.slice(at, at + perRequest));
      if (first.length > 0) repeats.push({ tags: first, at: performance.now() + repeatAfter });
    } catch (error) {
      for (const tag of tags) pendingTags.add(tag);
      log.error({ err: error, tags: tags.length }, "the shared cache could not be purged");
    }
  };
  const look = async (): Promise<void> => {
    if (!feed.isCurrent()) await feed.catchUp().catch(() => false);
    if (pendingTags.size > 0 || repeats.some(({ at }) => at <= performance.now())) await sendAll();
  };
  clock.onChange((subjects) => {
    if (subjects === undefined) return void pendingTags.add(everyPage);
    // Tags of subjects that no page of this process shows were never sent by this process.
    for (const subject of subjects)
      for (const tag of tagsOfChange(subject)) if (clock.isKnown(decodeURIComponent(tag))) pendingTags.add(tag);
    pendingTags.add(onAnyChange);
  });
  const timer = setInterval(() => {
    running ??= look().finally(() => {
      running = undefined;
    });
  }, lookEvery);
  timer.unref();
  return async () => {
    clearInterval(timer);
    await running;
  };
}
