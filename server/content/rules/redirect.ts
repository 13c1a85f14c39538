import { type Outcome, ok, refuse } from "../../outcome.ts";
import { linkFault } from "./link.ts";

/** A former address of the shop, and its replacement. */
export type Redirect = { path: string; target: string };

const longest = 300;
/** The most parameters of a requested address that are compared with old addresses. */
const mostParameters = 5;

/** Matches addresses that the shop reserves, whether or not a page has them. */
const ownPath =
  /^\/(?:static|media|healthz|readyz|hooks|staff|identity|\.well-known|robots\.txt|favicon\.ico|site\.webmanifest|sitemap[^/]*\.xml)\/|^\/storefront\/(?:api\/|$)/;

/** The path in lower case, with uniform percent-encoding and a final slash. */
function foldedPath(pathname: string): string {
  const base = "https://shop.invalid";
  const path = URL.parse(base + pathname)?.pathname ?? pathname;
  const folded = decoded(path).toLowerCase().normalize("NFC");
  const encoded = URL.parse(base + folded)?.pathname ?? folded;
  return encoded.endsWith("/") ? encoded : `${encoded}/`;
}

/**
 * Decodes a path. A percent sign stays encoded. A path that is not encoded as UTF-8 stays
 * unchanged.
 */
function decoded(path: string): string {
  try {
    return decodeURI(path.replaceAll("%25", "%2525"));
  } catch {
    return path;
  }
}

const splitAt = (address: string): [path: string, query: string] => {
  const at = address.indexOf("?");
  return at < 0 ? [address, ""] : [address.slice(0, at), address.slice(at + 1)];
};

type Parameter = [name: string, value: string];
const queryOf = (parameters: readonly Parameter[]): string =>
  parameters.length === 0 ? "" : `?${new URLSearchParams([...parameters])}`;

function sortedParameters(query: string): Parameter[] {
  const parameters = new URLSearchParams(query);
  parameters.sort();
  return [...parameters];
}

/**
 * An old address that a request may mean. `rest` is the query of the request's other parameters.
 */
type Former = { path: string; rest: string };

/**
 * The old addresses that a requested address may match. The first one has all parameters of the
 * request (at most `mostParameters`), and the next ones have fewer and fewer, since links on other
 * sites add parameters. Text after `#` is cut off, since it never reaches a server.
 */
export function formerPaths(address: string): Former[] {
  const [pathname, query] = splitAt(address.replace(/#.*$/s, ""));
  const path = foldedPath(pathname);
  const parameters = sortedParameters(query);
  const compared = parameters.slice(0, mostParameters);
  const subsets = Array.from({ length: 2 ** compared.length }, (_, bits) =>
    compared.map((_each, at) => ((bits >> at) & 1) === 1),
  );
  const former = subsets.map((chosen) => {
    const part = parameters.filter((_each, at) => chosen[at] === true);
    const others = parameters.filter((_each, at) => chosen[at] !== true);
    return {
      size: part.length,
      path: path + queryOf(part),
      rest: part.length === 0 && query !== "" ? `?${query}` : queryOf(others),
    };
  });
  return former
    .sort((one, other) => other.size - one.size)
    .map(({ path, rest }) => ({ path, rest }))
    .filter((each) => each.path !== "/" && each.path.length <= longest);
}

/**
 * The stored form of an old address: a path of the shop, possibly with parameters. Case, encoded
 * letters and a final slash make no difference.
 */
export function redirectPath(value: string): Outcome<string> {
  const [pathname, query] = splitAt(value.trim());
  if (!/^\/(?![/\\])[^\\\p{Cc}]*$/u.test(pathname) || value.includes("#"))
    return refuse("invalid", "The old address must be a path, such as /products/old-name, without #.");
  if (/\/\/|\/\.{1,2}(?:\/|$)/.test(pathname)) return refuse("invalid", "Type the old address as the browser shows it.");
  const path = foldedPath(pathname);
  if ((path === "/" && query === "") || ownPath.test(path))
    return refuse("invalid", "That address is the shop’s own, and leads nowhere else.");
  const whole = path + queryOf(sortedParameters(query));
  if (whole.length > longest) return refuse("invalid", `The old address can have up to ${longest} characters.`);
  return /[^\x21-\x7e]/.test(whole) ? refuse("invalid", "Type the old address as the browser shows it.") : ok(whole);
}

export function redirectTarget(value: string): Outcome<string> {
  const text = value.trim();
  const fault = linkFault(text);
  return fault ? refuse("invalid", `The new address ${fault}`) : ok(text);
}

const leadsTo = (target: string, path: string): boolean =>
  target.startsWith("/") && formerPaths(target).some((former) => former.path === path);

/**
 * The final target of a redirect, so that no shopper is redirected twice. If `target` redirects as
 * well, `next` is the target of that redirect, and the result is `next`. Refuses a target that
 * leads back to the old address.
 */
export function collapsedTarget({ path, target }: Redirect, next: string | undefined): Outcome<string> {
  const last = next ?? target;
  return leadsTo(target, path) || leadsTo(last, path)
    ? refuse("invalid", "The new address leads back to the old one.")
    : ok(last);
}

/** The decoded address, as browsers show it. */
export const readableAddress = (path: string): string => decoded(path);
