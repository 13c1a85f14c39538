/** The path of content pages. */
export const contentPagesPath = "/storefront/pages/";
/** A page of text, such as shipping, returns or privacy; `slug` is its part of the address. */
export const contentPagePath = (slug: string): string => `${contentPagesPath}${slug}/`;

export const robotsPath = "/robots.txt";
export const sitemapPath = "/sitemap.xml";
/** The parts of a sitemap too large for one file. */
export const sitemapPartPath = "/sitemap-:part.xml";
export const manifestPath = "/site.webmanifest";
export const faviconPath = "/favicon.ico";
export const securityTextPath = "/.well-known/security.txt";
/** Target of password managers (a W3C convention). */
export const changePasswordPath = "/.well-known/change-password";
/** The stylesheet of the chosen colors and logo, by its content. */
export const themePath = (hash: string) => `/theme-${hash}.css`;
