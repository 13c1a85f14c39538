/** The five categories, each with a landing page of its own (specification §2, decisions §2). */
export const landings = ["seeds", "glass", "that-badu", "mushrooms", "apparel"] as const;

export type LandingSlug = (typeof landings)[number];

/** Where a category's own page is: its landing page, else its listing. */
export const landingPath = (categorySlug: string): string =>
  landings.some((slug) => slug === categorySlug)
    ? `/storefront/${categorySlug}/`
    : `/storefront/collections/?categories=${encodeURIComponent(categorySlug)}`;
