import { findLoaderTag } from "./loader-tag.ts";

const key = "storefront:cookie-prefix";

/**
 * Before the names of the shop's cookies and stored values where it shares the page's origin: what
 * the loader's tag says, else what the shop answered to this browser. Undefined while nobody said.
 */
export function cookiePrefix(): string | undefined {
  const said = findLoaderTag()?.dataset.cookiePrefix;
  if (said !== undefined) return said;
  try {
    return localStorage[key];
  } catch {
    return undefined;
  }
}

/** Stores the prefix of an answer; without storage the loader's tag has it. */
export function storeCookiePrefix(answer: Headers): void {
  const prefix = answer.get("X-Cookie-Prefix") ?? "";
  try {
    localStorage[key] = prefix;
  } catch {
    findLoaderTag()?.setAttribute("data-cookie-prefix", prefix);
  }
}
