import { storedUrl } from "../media/stored-name.ts";
import { homePath } from "../paths.ts";
/**
 * Structured data of a page for search engines, in the terms of schema.org (JSON-LD). Addresses are
 * absolute.
 */
export type Ld = { "@context": "https://schema.org"; "@type": string; [property: string]: unknown };

export type Crumb = { name: string; href?: string };

export const schemaOrg = "https://schema.org";

type Store = { publicUrl: string; storeName: string };

/** The path to a page; the last crumb is the page itself. */
export const breadcrumbLd = (publicUrl: string, crumbs: readonly Crumb[]): Ld => ({
  "@context": schemaOrg,
  "@type": "BreadcrumbList",
  itemListElement: crumbs.map(({ name, href }, at) => ({
    "@type": "ListItem",
    position: at + 1,
    name,
    ...(href !== undefined && { item: publicUrl + href }),
  })),
});

type Contact = { contactEmail: string; contactPhone: string; contactAddress: string; logo: string };

/** The shop itself. `publicUrl` has no slash at its end, and empty texts are left out. */
export const organizationLd = ({ publicUrl, storeName, ...contact }: Store & Contact): Ld => ({
  "@context": schemaOrg,
  "@type": "Organization",
  "@id": `${publicUrl}${homePath}#organization`,
  name: storeName,
  url: publicUrl + homePath,
  ...(contact.logo && { logo: publicUrl + storedUrl(contact.logo) }),
  ...(contact.contactEmail && { email: contact.contactEmail }),
  ...(contact.contactPhone && { telephone: contact.contactPhone }),
  ...(contact.contactAddress && { address: contact.contactAddress.replaceAll("\n", ", ") }),
});

/** The shop as a whole, with the address of its search. */
export const webSiteLd = ({ publicUrl, storeName }: Store): Ld => ({
  "@context": schemaOrg,
  "@type": "WebSite",
  name: storeName,
  url: publicUrl + homePath,
  publisher: { "@id": `${publicUrl}${homePath}#organization` },
  potentialAction: {
    "@type": "SearchAction",
    target: { "@type": "EntryPoint", urlTemplate: `${publicUrl}/storefront/collections/?q={search_term_string}` },
    "query-input": "required name=search_term_string",
  },
});
