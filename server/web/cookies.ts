import type { Request, Response } from "express";

/** Names that other programs may rely on (requirements 45, 191, 192); the owner may put a prefix before them. */
const specified = ["user_id", "csrftoken", "checkoutId", "shipTo"] as const;
/** Added by this shop, and read by no script. */
const added = ["visitor", "notice", "hearts", "device", "social", "staff"] as const;

export type CookieName = (typeof specified)[number] | (typeof added)[number];
/** What each cookie is called in the browser. */
export type CookieNames = Readonly<Record<CookieName, string>>;
/** One of several of a kind: those of sign-ins in several tabs. */
type CookieOfKind = CookieName | `social-${string}`;

/** Tells a browser to take the cookie over https alone, and from this host alone. */
export const hostPrefix = "__Host-";

/**
 * The names of the cookies behind `prefix`. The added ones are bound to the host where `https` is
 * true.
 */
export function cookieNames(prefix: string, https: boolean): CookieNames {
  const own = https && !prefix.startsWith(hostPrefix) ? `${hostPrefix}${prefix}` : prefix;
  const named = (names: readonly CookieName[], before: string) => names.map((name) => [name, `${before}${name}`]);
  return Object.fromEntries([...named(specified, prefix), ...named(added, own)]);
}

/** Those of a shop: bound to the host where its address is https. */
export const cookieNamesOf = (shop: { cookiePrefix: string; production: boolean; publicUrl: string }): CookieNames =>
  cookieNames(shop.cookiePrefix, shop.production && shop.publicUrl.startsWith("https:"));

/** What a cookie is called in this request's browser. */
export function nameOf(req: Request, name: CookieOfKind): string {
  const [kind = "", suffix] = name.split("-");
  const base = (req.app.get("cookie names") as CookieNames)[kind as CookieName];
  return suffix === undefined ? base : `${base}-${suffix}`;
}

/** What tells several cookies of a kind in this request apart, the earliest first. */
export function suffixesOf(req: Request, kind: "social"): string[] {
  const lead = `${nameOf(req, kind)}-`;
  const names = Object.keys(cookiesOf(req.headers.cookie)).filter((name) => name.startsWith(lead));
  return names.map((name) => name.slice(lead.length)).filter((suffix) => /^[a-f0-9]{16}$/.test(suffix));
}

/**
 * The cookies of a header as an object; the first of a repeated name wins, as browsers send the
 * closest path first.
 */
export function cookiesOf(header: string | undefined): Record<string, string> {
  const cookies: Record<string, string> = Object.create(null);
  for (const part of (header ?? "").split(";")) {
    const at = part.indexOf("=");
    const name = part.slice(0, at).trim();
    if (at > 0 && !(name in cookies)) cookies[name] = part.slice(at + 1).trim();
  }
  return cookies;
}

/** What a browser keeps for the pages of other origins, apart from what it keeps for the shop's own. */
const embedded: ReadonlySet<CookieOfKind> = new Set(["visitor", "csrftoken", "checkoutId"]);

const isHidden = (req: Request, name: CookieOfKind): boolean => req.isEmbedded === true && !embedded.has(name);

/** All values of a cookie of this request. */
export const cookieValues = (req: Request, name: CookieOfKind): string[] =>
  isHidden(req, name) ? [] : valuesOf(req.headers.cookie, nameOf(req, name));

/**
 * All values of a repeated name: browsers send the shop's own cookie and that of an embedding page
 * together where both are of one site, and one that another host of the site set for all of it.
 */
export function valuesOf(header: string | undefined, name: string): string[] {
  const lead = `${name}=`;
  const parts = (header ?? "").split(";").map((part) => part.trim());
  return parts.filter((part) => part.startsWith(lead)).map((part) => part.slice(lead.length).trim());
}

/** The value of a cookie of this request: from a page of another origin, none that is about a customer. */
export const readCookie = (req: Request, name: CookieName): string | undefined =>
  isHidden(req, name) ? undefined : cookiesOf(req.headers.cookie)[nameOf(req, name)];

/** The whole shop's. Another site sends along only what was set there, and for its own pages alone. */
const attributes = (req: Request, readable: boolean) => ({
  path: "/",
  ...(req.isEmbedded
    ? { sameSite: "none" as const, secure: true, partitioned: true }
    : { sameSite: "lax" as const, secure: req.app.get("secure cookies") === true }),
  // A page of another origin reads none of them, and the shop's own must not find them beside its own.
  ...((!readable || req.isEmbedded) && { httpOnly: true }),
});

type Lifetime = {
  /** ms; undefined ends with the browser */
  maxAge: number | undefined;
};

function set(req: Request, res: Response, name: CookieOfKind, value: string, { maxAge }: Lifetime, readable: boolean): void {
  if (isHidden(req, name)) return;
  // Half of a character has no encoding.
  res.cookie(nameOf(req, name), value.toWellFormed(), { ...attributes(req, readable), ...(maxAge !== undefined && { maxAge }) });
}

/** Sets a cookie that no script reads. */
export const setCookie = (req: Request, res: Response, name: CookieOfKind, value: string, lifetime: Lifetime): void =>
  set(req, res, name, value, lifetime, false);

/** Sets a cookie that islands read. */
export const setReadableCookie = (req: Request, res: Response, name: CookieName, value: string, lifetime: Lifetime): void =>
  set(req, res, name, value, lifetime, true);

/** The same of a cookie that comes with no request that another site has caused, links included. */
export function setStrictCookie(req: Request, res: Response, name: CookieName, value: string, { maxAge }: Lifetime): void {
  res.cookie(nameOf(req, name), value, {
    ...attributes(req, false),
    sameSite: "strict",
    ...(maxAge !== undefined && { maxAge }),
  });
}

/** Removes a cookie. */
export function clearCookie(req: Request, res: Response, name: CookieOfKind): void {
  if (!isHidden(req, name)) res.clearCookie(nameOf(req, name), attributes(req, false));
}
