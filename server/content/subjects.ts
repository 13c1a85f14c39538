/**
 * The subjects of the owner's content. A subject is the name of data on which cached pages depend.
 * The triggers of db/migrations/001-base/watched.ts record changes under the same names.
 */

/** The banners of a page: `home` or a landing page's slug. */
export const bannersSubject = (page: string): string => `banner:${page}`;

/** A content page. */
export const contentSubject = (slug: string): string => `content:${slug}`;

/** The addresses and titles of all content pages, which every footer shows. */
export const footerSubject = "footer";

/** The settings of the whole shop, which every page shows. */
export const settingSubjects = ["setting:shop", "setting:navigation"] as const;
