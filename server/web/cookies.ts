import type { Request, Response } from "express";

/** Names that other programs know, after the owner's prefix if any (requirements 45, 191, 192). */
const specified = ["user_id", "csrftoken", "checkoutId", "shipTo"] as const;
/** Added by this shop, and read by no script. */
const ownNames = ["visitor", "notice", "hearts", "device", "social", "staff"] as const;

export type CookieName = (typeof specified)[number] | (typeof ownNames)[number];
/** The name of each cookie in the browser. */
export type CookieNames = Readonly<Record<CookieName, string>>;
/** The name of a cookie; each tab's `social` sign-in has a cookie of its own. */
type CookieOfKind = CookieName | `social-${string}`;

/** Makes a browser accept the cookie only over https and only from this host. */
export const hostPrefix = "__Host-";

/**
 * The names of the cookies with `prefix`. If `https` is true, the cookies added by this shop are
 * bound to the host.
 */
export function cookieNames(prefix: string, https: boolean): CookieNames {
  const own = https && !prefix.startsWith(hostPrefix) ? `${hostPrefix}${prefix}` : prefix;
  const withPrefix = (names: readonly CookieName[], before: string) => names.map((name) => [name, `${before}${name}`]);
  return Object.fromEntries([...withPrefix(specified, prefix), ...withPrefix(ownNames, own)]);
}

/** The cookie names of a shop: bound to the host if its address is https. */
export const cookieNamesOf = (shop: { cookiePrefix: string; production: boolean; publicUrl: string }): CookieNames =>
  cookieNames(shop.cookiePrefix, shop.production && shop.publicUrl.startsWith("https:"));

/** The name of a cookie in this request's browser. */
export function nameOf(req: Request, name: CookieOfKind): string {
  const [kind = "", suffix] = name.split("-");
  const base = (req.app.get("cookie names") as CookieNames)[kind as CookieName];
  return suffix === undefined ? base : `${base}-${suffix}`;
}

/** The suffixes of this request's cookies of a kind, the earliest first. */
export function suffixesOf(req: Request, kind: "social"): string[] {
  const lead = `${nameOf(req, kind)}-`;
  const names = Object.keys(cookiesOf(req.headers.cookie)).filter((name) => name.startsWith(lead));
  return names.map((name) => name.slice(lead.length)).filter((suffix) => /^[a-f0-9]{16}$/.test(suffix));
}

/**
 * The cookies of a header as an object. The first of a repeated name wins, since browsers send the
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

/** Cookies that a browser keeps separately for pages of other origins. */
const embedded: ReadonlySet<CookieOfKind> = new Set(["visitor", "csrftoken", "checkoutId"]);

const isHidden = (req: Request, name: CookieOfKind): boolean => req.isEmbedded === true && !embedded.has(name);

/** All values of a cookie of this request. */
export const cookieValues = (req: Request, name: CookieOfKind): string[] =>
  isHidden(req, name) ? [] : valuesOf(req.headers.cookie, nameOf(req, name));

/**
 * All values of a name, which may be repeated. A browser sends the shop's own cookie together with
 * the cookie of an embedding page of the same site, and with a cookie that another host set for the
 * whole site.
 */
export function valuesOf(header: string | undefined, name: string): string[] {
  const lead = `${name}=`;
  const parts = (header ?? "").split(";").map((part) => part.trim());
  return parts.filter((part) => part.startsWith(lead)).map((part) => part.slice(lead.length).trim());
}

/**
 * The value of a cookie of this request; undefined for customer cookies if a page of another origin
 * sent the request.
 */
export const readCookie = (req: Request, name: CookieName): string | undefined =>
  isHidden(req, name) ? undefined : cookiesOf(req.headers.cookie)[nameOf(req, name)];

/**
 * Attributes of a cookie for the whole shop. A cookie for pages of another origin is partitioned:
 * browsers send it only from pages of the site on which it was set. The other cookies are `lax`, so
 * scripts of other sites do not send them.
 */
const attributes = (req: Request, readable: boolean) => ({
  path: "/",
  ...(req.isEmbedded
    ? { sameSite: "none" as const, secure: true, partitioned: true }
    : { sameSite: "lax" as const, secure: req.app.get("secure cookies") === true }),
  // Pages of other origins read no cookie, and scripts of the shop's own pages must not read the
  // cookies of embedding pages.
  ...((!readable || req.isEmbedded) && { httpOnly: true }),
});

type Lifetime = {
  /** ms; undefined = until the browser closes */
  maxAge: number | undefined;
};

function set(req: Request, res: Response, name: CookieOfKind, value: string, { maxAge }: Lifetime, readable: boolean): void {
  if (isHidden(req, name)) return;
  // `encodeURIComponent` throws on half of a surrogate pair.
  res.cookie(nameOf(req, name), value.toWellFormed(), { ...attributes(req, readable), ...(maxAge !== undefined && { maxAge }) });
}

/** Sets a cookie that no script reads. */
export const setCookie = (req: Request, res: Response, name: CookieOfKind, value: string, lifetime: Lifetime): void =>
  set(req, res, name, value, lifetime, false);

/** Sets a cookie that islands read. */
export const setReadableCookie = (req: Request, res: Response, name: CookieName, value: string, lifetime: Lifetime): void =>
  set(req, res, name, value, lifetime, true);

/** Sets a cookie that browsers never send with a request from another site, even by a link. */
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
