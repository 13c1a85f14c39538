import { lineFault } from "./typed-text.ts";

const longest = 500;

/** A path of the shop, such as `/storefront/seeds/`; never one that a browser takes for another host. */
export const isOwnPath = (href: string): boolean =>
  /^\/(?![/\\])[^\s\\]*$/.test(href) && URL.canParse(href, "https://shop.invalid");

function isSecureAddress(href: string): boolean {
  const url = /^https:\/\//i.test(href) && !/[\s\\]/.test(href) ? URL.parse(href) : null;
  return url !== null && url.username === "" && url.password === "" && url.hostname.includes(".");
}

/** What is wrong with the address of a link, in words after its label; undefined where nothing is. */
export function linkFault(href: string): string | undefined {
  const fault = lineFault(href, longest);
  if (fault) return fault;
  return isOwnPath(href) || isSecureAddress(href)
    ? undefined
    : "must be a path of the shop, such as /storefront/seeds/, or begin with https://.";
}

/** An own path without its query and fragment, with a final slash; undefined for an address elsewhere. */
export function pathOf(href: string): string | undefined {
  if (!isOwnPath(href)) return undefined;
  const path = href.replace(/[?#].*$/s, "");
  return path.endsWith("/") ? path : `${path}/`;
}
