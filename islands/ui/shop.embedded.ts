import { findLoaderTag } from "./embedded/loader-tag.ts";

/**
 * Returns the shop's address from the loader's tag, the page's head, or else the script's own
 * address: `https://shop.example`, perhaps with a path.
 */
function baseAddress(): URL {
  const meta = document.querySelector<HTMLMetaElement>(":root > head > meta[name=shop]");
  const [before = "", after] = import.meta.url.split("/static/islands/");
  return new URL(findLoaderTag()?.dataset.shop ?? meta?.content ?? (after ? before : "/"), location.href);
}

/** Whether the shop is another origin: a visitor is a guest there, and its cookies cannot be read. */
export const isElsewhere = (): boolean => baseAddress().origin !== location.origin;

/** The origin that answers come from. */
export const shopOrigin = (): string => baseAddress().origin;

/** The address of one of the shop's paths; what is no path stays as it is. */
export function shopAddress(path: string): string {
  if (!/^\/(?!\/)/.test(path)) return path;
  const { origin, pathname } = baseAddress();
  return (isElsewhere() ? origin : "") + pathname.replace(/\/+$/, "") + path;
}

/** The options of a call: the shop's cookies go with it, also from another origin. */
export const shopRequest = (options: RequestInit): RequestInit => ({ ...options, credentials: "include" });

let isTold = false;

/** Says once in the console what a CORS error does not; `text` is returned as it is. */
export function withCause(text: string): string {
  if (isElsewhere() && !isTold) {
    isTold = true;
    console.error(`No answer. If the shop is running, its EMBED_ORIGINS lacks ${location.origin}`);
  }
  return text;
}
