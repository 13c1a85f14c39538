import { categoryPath, landingScreenPath } from "../paths.ts";
import { isSlug } from "./product-faults.ts";

/** The categories with which a new shop begins (requirements 13–17). Later they are the database's. */
export const firstCategories = [
  { slug: "seeds", name: "Seeds" },
  { slug: "glass", name: "Glass" },
  { slug: "mushrooms", name: "Mushrooms" },
  { slug: "apparel", name: "Apparel" },
  { slug: "that-badu", name: "That Badu" },
] as const;

/** Whether the banners of a landing page are slides, in one place. */
export const bannersTakeTurns = (categorySlug: string): boolean => categorySlug === "apparel";

/**
 * The beginnings of other addresses below `/storefront/`, and `home`, the page of the home page's
 * banners.
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

/** Whether a category with this slug has a landing page: no other page has its address. */
export const hasLanding = (categorySlug: string): boolean => isSlug(categorySlug) && !otherAddresses.has(categorySlug);

/** The address of a category: its landing page, else its listing. */
export const landingPath = (categorySlug: string): string =>
  hasLanding(categorySlug) ? landingScreenPath(categorySlug) : categoryPath(categorySlug);
