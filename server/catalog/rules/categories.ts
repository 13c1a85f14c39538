import { categoryPath, landingScreenPath } from "../paths.ts";
import { isSlug } from "./product-faults.ts";

/**
 * The categories of a new shop (requirements 13–17). Later only the database has the categories.
 */
export const firstCategories = [
  { slug: "seeds", name: "Seeds" },
  { slug: "glass", name: "Glass" },
  { slug: "mushrooms", name: "Mushrooms" },
  { slug: "apparel", name: "Apparel" },
  { slug: "that-badu", name: "That Badu" },
] as const;

/** Whether the banners of a landing page take turns as slides. */
export const bannersTakeTurns = (categorySlug: string): boolean => categorySlug === "apparel";

/**
 * The first parts of other addresses below `/storefront/`, and `home`, the banners' name for the
 * home page.
 */
const otherAddresses: ReadonlySet<string> = new Set([
  "api",
  "cart",
  "checkout",
  "collections",
  "dashboard",
  "home",
  "orders",
  "pages",
  "products",
  "signin",
  "signup",
  "storefront",
  "wishlist",
]);

/**
 * Whether a category with this slug has a landing page. It has none if another page has the
 * address.
 */
export const hasLanding = (categorySlug: string): boolean => isSlug(categorySlug) && !otherAddresses.has(categorySlug);

/** The address of a category's landing page, or of its listing if it has none. */
export const landingPath = (categorySlug: string): string =>
  hasLanding(categorySlug) ? landingScreenPath(categorySlug) : categoryPath(categorySlug);
