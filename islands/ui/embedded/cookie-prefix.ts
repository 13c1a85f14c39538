import { findLoaderTag } from "./loader-tag.ts";

const key = "storefront:cookie-prefix";

/**
 * The prefix of the shop's cookies and stored values if the shop shares the page's origin. It comes
 * from the loader's tag, else from an answer to this browser. Undefined while it is unknown.
 */
export function cookiePrefix(): string | undefined {
  const prefix = findLoaderTag()?.dataset.cookiePrefix;
  if (prefix !== undefined) return prefix;
  try {
    return localStorage[key];
  } catch {
    return undefined;
  }
}

/** Stores the prefix of an answer; without storage only the loader's tag gives it. */
export function storeCookiePrefix(answer: Headers): void {
  const prefix = answer.get("X-Cookie-Prefix") ?? "";
  try {
    localStorage[key] = prefix;
  } catch {
    findLoaderTag()?.setAttribute("data-cookie-prefix", prefix);
  }
}
