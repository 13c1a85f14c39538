import { csrfPath } from "../../../server/paths.ts";
import { isElsewhere, shopAddress } from "../shop.embedded.ts";
import { cookiePrefix, storeCookiePrefix } from "./cookie-prefix.ts";

let ready: Promise<unknown> | undefined;

/**
 * Resolves once the first island of a page may start: with its styles, and with the names of its
 * cookies if the shop shares the page's origin.
 */
export function prepare(): Promise<unknown> {
  ready ??= Promise.all([loadStyles(), learnPrefix()]);
  return ready;
}

/**
 * Asks for the prefix without cookies, so that looking at the page sets none. Without an answer the
 * islands start nevertheless: their calls show the error.
 */
async function learnPrefix(): Promise<void> {
  if (isElsewhere() || cookiePrefix() !== undefined) return;
  const answer = await fetch(shopAddress(csrfPath), { credentials: "omit" }).catch(() => undefined);
  if (answer?.ok) storeCookiePrefix(answer.headers);
}

/** Loads the styles that the page links to, or else the shop's; islands start without them, too. */
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
