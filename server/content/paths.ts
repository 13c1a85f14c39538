/** The beginning of the paths of content pages. */
export const contentPagesPath = "/storefront/pages/";
/** The path of a content page, such as shipping, returns or privacy. */
export const contentPagePath = (slug: string): string => `${contentPagesPath}${slug}/`;

export const robotsPath = "/robots.txt";
export const sitemapPath = "/sitemap.xml";
/** The path of one part of a sitemap that is too large for one file. */
export const sitemapPartPath = "/sitemap-:part.xml";
export const manifestPath = "/site.webmanifest";
export const faviconPath = "/favicon.ico";
export const securityTextPath = "/.well-known/security.txt";
/** The address that password managers open to change a password (a W3C convention). */
export const changePasswordPath = "/.well-known/change-password";
/** The path of the stylesheet with the chosen colors and logo; `hash` depends on its content. */
export const themePath = (hash: string) => `/theme-${hash}.css`;
