import { lineFault } from "../../text-faults.ts";

const longest = 500;

/**
 * Whether an address is a path of the shop, such as `/storefront/seeds/`, which no browser takes
 * for another host.
 */
export const isOwnPath = (href: string): boolean =>
  /^\/(?![/\\])[^\s\\]*$/.test(href) && URL.canParse(href, "https://shop.invalid");

function isSecureAddress(href: string): boolean {
  const url = /^https:\/\//i.test(href) && !/[\s\\]/.test(href) ? URL.parse(href) : null;
  return url !== null && url.username === "" && url.password === "" && url.hostname.includes(".");
}

/**
 * The error of a link's address; undefined if the address is valid. Its words follow the field's
 * label in the message.
 */
export function linkFault(href: string): string | undefined {
  const fault = lineFault(href, longest);
  if (fault) return fault;
  return isOwnPath(href) || isSecureAddress(href)
    ? undefined
    : "must be a path of the shop, such as /storefront/seeds/, or begin with https://.";
}

/**
 * The path of an address in the shop, without query and fragment, with a final slash; undefined for
 * another host.
 */
export function pathOf(href: string): string | undefined {
  if (!isOwnPath(href)) return undefined;
  const path = href.replace(/[?#].*$/s, "");
  return path.endsWith("/") ? path : `${path}/`;
}
