import { findLoaderTag } from "./embedded/loader-tag.ts";

/**
 * The shop's address, from the loader's tag, else from the page's head, else from this script's own
 * address: `https://shop.example`, perhaps with a path.
 */
function baseAddress(): URL {
  const meta = document.querySelector<HTMLMetaElement>(":root > head > meta[name=shop]");
  const [before = "", after] = import.meta.url.split("/static/islands/");
  return new URL(findLoaderTag()?.dataset.shop ?? meta?.content ?? (after ? before : "/"), location.href);
}

/**
 * Whether the shop is on another origin. A visitor is then a guest, and the shop's cookies cannot
 * be read.
 */
export const isElsewhere = (): boolean => baseAddress().origin !== location.origin;

/** The origin from which answers must come. */
export const shopOrigin = (): string => baseAddress().origin;

/** The address of a path of the shop; a text that is no path is returned unchanged. */
export function shopAddress(path: string): string {
  if (!/^\/(?!\/)/.test(path)) return path;
  const { origin, pathname } = baseAddress();
  return (isElsewhere() ? origin : "") + pathname.replace(/\/+$/, "") + path;
}

/** The options of a call: the browser also sends the shop's cookies from another origin. */
export const shopRequest = (options: RequestInit): RequestInit => ({ ...options, credentials: "include" });

let isTold = false;

/** Logs a likely cause once, since a CORS error gives none. Returns `text` unchanged. */
export function withCause(text: string): string {
  if (isElsewhere() && !isTold) {
    isTold = true;
    console.error(`No answer. If the shop is running, its EMBED_ORIGINS lacks ${location.origin}`);
  }
  return text;
}
