import { csrfPath } from "../../../server/paths.ts";
import { isElsewhere, shopAddress } from "../shop.embedded.ts";
import { cookiePrefix, storeCookiePrefix } from "./cookie-prefix.ts";

let ready: Promise<unknown> | undefined;

/**
 * Resolves once the page's first island may start: its styles are loaded, and the cookie prefix is
 * known if the shop shares the page's origin.
 */
export function prepare(): Promise<unknown> {
  ready ??= Promise.all([loadStyles(), learnPrefix()]);
  return ready;
}

/**
 * Fetches the prefix without cookies, so that viewing the page sets none. Without an answer the
 * islands still start, and their calls show the error.
 */
async function learnPrefix(): Promise<void> {
  if (isElsewhere() || cookiePrefix() !== undefined) return;
  const answer = await fetch(shopAddress(csrfPath), { credentials: "omit" }).catch(() => undefined);
  if (answer?.ok) storeCookiePrefix(answer.headers);
}

/**
 * Waits for the stylesheet that the page links to, or else adds the shop's. Islands start even if
 * loading fails.
 */
const loadStyles = (): Promise<unknown> =>
  new Promise((resolve) => {
    const link = document.querySelector<HTMLLinkElement>("link[href*='/static/islands/islands']") ?? addStyles();
    if (link.sheet) resolve(link);
    for (const type of ["load", "error"]) link.addEventListener(type, resolve);
  });

function addStyles(): HTMLLinkElement {
  const link = document.createElement("link");
  link.rel = "stylesheet";
  link.href = shopAddress("/static/islands/islands.css");
  document.head.append(link);
  return link;
}
