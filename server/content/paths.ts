/** Content pages stand below it. */
export const contentPagesPath = "/storefront/pages/";
/** A page of text, such as shipping, returns or privacy; `slug` is its word in addresses. */
export const contentPagePath = (slug: string): string => `${contentPagesPath}${slug}/`;

export const robotsPath = "/robots.txt";
export const sitemapPath = "/sitemap.xml";
/** The parts of a sitemap that one file cannot hold. */
export const sitemapPartPath = "/sitemap-:part.xml";
export const manifestPath = "/site.webmanifest";
export const faviconPath = "/favicon.ico";
export const securityTextPath = "/.well-known/security.txt";
/** Password managers lead to it (a W3C convention). */
export const changePasswordPath = "/.well-known/change-password";
/** The stylesheet of the colors and the logo that were set, by its content. */
export const themePath = (hash: string) => `/theme-${hash}.css`;
