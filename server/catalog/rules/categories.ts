import { categoryPath, landingScreenPath } from "../paths.ts";

type FirstCategory = {
  slug: string;
  name: string;
  intro: string;
  /** its landing page shows its banners as slides, in one place */
  bannersTakeTurns?: true;
};

/**
 * The categories of the specification (§2), for a new shop. Later names and texts are the
 * database's.
 */
export const firstCategories = [
  { slug: "seeds", name: "Seeds", intro: "Packets and pods, for the garden and the windowsill." },
  { slug: "glass", name: "Glass", intro: "Borosilicate pieces, blown by hand and clear to the light." },
  { slug: "mushrooms", name: "Mushrooms", intro: "Fresh, dried, and ready to grow at home." },
  { slug: "apparel", name: "Apparel", intro: "Garments cut to be worn for years.", bannersTakeTurns: true },
  { slug: "that-badu", name: "That Badu", intro: "Our own line: small, useful things, made in short runs." },
] as const satisfies readonly FirstCategory[];

export type LandingSlug = (typeof firstCategories)[number]["slug"];

/** Each of them has a landing page of its own (decisions §2). */
export const landings: readonly LandingSlug[] = firstCategories.map(({ slug }) => slug);

/** Whether the banners of a landing page are slides. */
export const bannersTakeTurns = (landing: LandingSlug): boolean =>
  firstCategories.some((category) => category.slug === landing && "bannersTakeTurns" in category);

/** The address of a category: its landing page, else its listing. */
export const landingPath = (categorySlug: string): string =>
  landings.some((slug) => slug === categorySlug) ? landingScreenPath(categorySlug) : categoryPath(categorySlug);
