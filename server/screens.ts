import { landingScreenPath } from "./catalog/paths.ts";
import { hasLanding } from "./catalog/rules/categories.ts";
import { cartPath, findPath } from "./checkout/cart-paths.ts";
import { phoneOrderPath } from "./checkout/paths.ts";
import { contentPagesPath } from "./content/paths.ts";
import { dashboardPath, reauthenticatePath, undoPath } from "./customers/paths.ts";
import {
  authenticatorPath,
  confirmPath,
  keepAuthenticatorPath,
  resetPath,
  secondStepPath,
  socialsPath,
  welcomePath,
} from "./identity/paths.ts";
import { lookupPath, statusPath } from "./orders/paths.ts";
import { homePath, isApiPath } from "./paths.ts";
import { wishlistPath } from "./wishlist/paths.ts";

/** The screens of requirements 1–17, in the order of their tests (requirement 18). */
export type Screen =
  | "checkout-contact"
  | "checkout-shipping"
  | "checkout-payment"
  | "checkout-shipping-method"
  | "checkout-confirmation"
  | "dashboard-profile"
  | "dashboard-settings"
  | "dashboard-order"
  | "listing"
  | "product"
  | "identity"
  | "home"
  | "landing"
  | "content-page"
  | "other";

export type ScreenMatch = {
  screen: Screen;
  /** the canonical path that routes match, with a final slash and without a prefix */
  path: string;
  /**
   * set if the path has more segments although the screen has no id or slug. The screen answers
   * only at `path`, so a request for the longer path is redirected there.
   */
  elsewhere?: true;
};

type Test = { screen: Screen; has: string; root: "storefront" | "identity" };

/**
 * The tests run in this order and look for a substring; the first match wins (requirements 1–11,
 * 18).
 */
const contains: readonly Test[] = [
  { screen: "checkout-contact", has: "/checkout/contact/", root: "storefront" },
  { screen: "checkout-shipping", has: "/checkout/shipping/", root: "storefront" },
  { screen: "checkout-payment", has: "/checkout/payment/", root: "storefront" },
  { screen: "checkout-shipping-method", has: "/checkout/shipping_method/", root: "storefront" },
  { screen: "checkout-confirmation", has: "/checkout/confirmation/", root: "storefront" },
  { screen: "dashboard-profile", has: "/dashboard/profile/", root: "storefront" },
  { screen: "dashboard-settings", has: "/dashboard/settings/", root: "storefront" },
  { screen: "dashboard-order", has: "/dashboard/orders/", root: "storefront" },
  { screen: "listing", has: "/collections/", root: "storefront" },
  { screen: "product", has: "/products/", root: "storefront" },
  { screen: "identity", has: "/signin/", root: "identity" },
  { screen: "identity", has: "/signup/", root: "identity" },
];

/** These screens show one record: the next segment of the path is the record's id or slug. */
const withRecord: ReadonlySet<Screen> = new Set([
  "checkout-contact",
  "checkout-shipping",
  "checkout-payment",
  "checkout-shipping-method",
  "checkout-confirmation",
  "dashboard-order",
  "product",
]);

/** Screens that the requirements imply; they are tested after the table of the requirements. */
const others: readonly string[] = [
  cartPath,
  phoneOrderPath,
  wishlistPath,
  dashboardPath,
  lookupPath,
  statusPath,
  reauthenticatePath,
  undoPath,
  authenticatorPath,
  keepAuthenticatorPath,
  secondStepPath,
  welcomePath,
  resetPath,
  confirmPath,
];

const prefix = /^(?:\/[a-z0-9-]{1,32}){0,3}$/;

/** Earlier routes answer all paths below these, so no prefix can begin with them. */
const reserved = /^\/(?:static|media|healthz|readyz|staff)(?:\/|$)/;

/** Whether a text is a valid prefix of a path: up to three short segments. */
const isPrefix = (front: string): boolean => prefix.test(front) && !reserved.test(front);

const withSlash = (path: string): string => (path.endsWith("/") ? path : `${path}/`);

/**
 * The screen of a URL path without a query; undefined if there is none. A missing final slash is
 * added first.
 */
export function screenOf(pathname: string): ScreenMatch | undefined {
  const path = withSlash(pathname);
  const test = contains.find(({ has }) => path.includes(has));
  if (test) return recordScreen(test, path);
  for (const [screen, ending] of endings()) {
    if (path.endsWith(ending)) return isPrefix(path.slice(0, -ending.length)) ? { screen, path: ending } : undefined;
  }
  return landingAt(path) ?? contentPageAt(path);
}

/** The category's landing page at this path; undefined if the shop has none with this slug. */
function landingAt(path: string): ScreenMatch | undefined {
  const [, front = "", slug = ""] = /^(.*)\/storefront\/([^/]+)\/$/.exec(path) ?? [];
  return hasLanding(slug) && isPrefix(front) ? { screen: "landing", path: landingScreenPath(slug) } : undefined;
}

/** The content page at this path, which is tested last. The rest of the path is the page's slug. */
function contentPageAt(path: string): ScreenMatch | undefined {
  const at = path.indexOf(contentPagesPath);
  return at >= 0 && isPrefix(path.slice(0, at)) ? { screen: "content-page", path: path.slice(at) } : undefined;
}

function recordScreen({ screen, has, root }: Test, path: string): ScreenMatch | undefined {
  const at = path.indexOf(has);
  const front = path.slice(0, at);
  const lead = front.endsWith(`/${root}`) ? front.slice(0, -root.length - 1) : front;
  if (!isPrefix(lead)) return undefined;
  const rest = path.slice(at + has.length);
  const canonical = `/${root}${has}`;
  if (screen === "listing") return { screen, path: canonical + belowListing(rest) };
  if (withRecord.has(screen)) return { screen, path: canonical + rest };
  return { screen, path: canonical, ...(rest !== "" && { elsewhere: true }) };
}

/** The possible slug of a category; `-` replaces any other path below the listing. */
function belowListing(rest: string): string {
  if (rest === "") return "";
  return /^[a-z0-9-]{1,64}\/$/.test(rest) ? rest : "-/";
}

function* endings(): Generator<[Screen, string]> {
  yield ["home", homePath];
  for (const path of others) yield ["other", path];
}

/** The path of a call without its prefix; undefined if the prefix is not valid. */
export function callPath(pathname: string): string | undefined {
  const at = pathname.search(/\/(?:storefront|identity)\//);
  if (at < 0) return undefined;
  return isPrefix(pathname.slice(0, at)) ? pathname.slice(at) : undefined;
}

/** Whether a path belongs to a GET call, which differs from a screen only by its path. */
export const isGetCall = (path: string): boolean => isApiPath(path) || path === findPath || path.startsWith(socialsPath);
