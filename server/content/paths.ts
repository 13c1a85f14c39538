export const robotsPath = "/robots.txt";
export const sitemapPath = "/sitemap.xml";
/** The parts of a sitemap that one file cannot hold. */
export const sitemapPartPath = "/sitemap-:part.xml";
export const manifestPath = "/site.webmanifest";
export const faviconPath = "/favicon.ico";
