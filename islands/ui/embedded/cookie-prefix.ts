const key = "storefront:cookie-prefix";
const attribute = "data-cookie-prefix";

const marked = () => document.querySelector(`[${attribute}]`);

/**
 * Before the names of the shop's cookies and stored values where it shares the page's origin: what
 * the page says, else what the shop answered to this browser. Undefined while nobody said.
 */
export function cookiePrefix(): string | undefined {
  const said = marked()?.getAttribute(attribute);
  if (said !== null && said !== undefined) return said;
  try {
    return localStorage[key];
  } catch {
    return undefined;
  }
}

/** Stores the prefix of an answer; without storage the page's own script tag has it. */
export function storeCookiePrefix(answer: Headers): void {
  const prefix = answer.get("X-Cookie-Prefix") ?? "";
  try {
    localStorage[key] = prefix;
  } catch {
    document.querySelector("script[src*='/static/islands/entry.js']")?.setAttribute(attribute, prefix);
  }
}
