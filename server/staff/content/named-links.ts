import { allCategories } from "../../catalog/categories.ts";
import { collectionHeads } from "../../catalog/collections.ts";
import { collectionPath, collectionsPath, productPath } from "../../catalog/paths.ts";
import { lookUpProducts } from "../../catalog/product-list.ts";
import { landingPath } from "../../catalog/rules/categories.ts";
import { listPages } from "../../content/content-pages.ts";
import { contentPagePath } from "../../content/paths.ts";
import { dashboardPath } from "../../customers/paths.ts";
import type { Db } from "../../db/tables.ts";
import { lookupPath } from "../../orders/paths.ts";
import { homePath } from "../../paths.ts";
import { wishlistPath } from "../../wishlist/paths.ts";
import type { Meaning, TypedText } from "../forms/meanings.ts";

/** A page of the shop to which a link may lead; `kind` is a word such as `category`. */
type LinkTarget = { name: string; slug: string; kind: string; href: string };

/** The pages that every shop has. */
const fixed: readonly LinkTarget[] = [
  { name: "Home", slug: "", kind: "page", href: homePath },
  { name: "All products", slug: "", kind: "page", href: collectionsPath },
  { name: "Favorites", slug: "", kind: "page", href: wishlistPath },
  { name: "Your account", slug: "", kind: "page", href: dashboardPath },
  { name: "Find an order", slug: "", kind: "page", href: lookupPath },
];

/** The most products that are offered for one text. */
const mostProducts = 10;

/** All pages of the shop but those of products. */
async function knownTargets(db: Db): Promise<LinkTarget[]> {
  const [categories, collections, pages] = [await allCategories(db), await collectionHeads(db), await listPages(db)];
  return [
    ...fixed,
    ...categories.map(({ name, slug }) => ({ name, slug, kind: "category", href: landingPath(slug) })),
    ...collections.map(({ name, slug }) => ({ name, slug, kind: "collection", href: collectionPath(slug) })),
    ...pages.map(({ title, slug }) => ({ name: title, slug, kind: "page", href: contentPagePath(slug) })),
  ];
}

async function productTargets(db: Db, text: string): Promise<LinkTarget[]> {
  const products = await lookUpProducts(db, text, mostProducts);
  const published = products.filter((product) => product.published === 1);
  return published.map(({ name, slug }) => ({ name, slug, kind: "product", href: productPath(slug) }));
}

const meaningOf = ({ name, kind, href }: LinkTarget): Meaning => ({ value: href, label: `${name}, ${kind}: ${href}` });

/** Whether a typed text is a path or a URL; any other text is the name of a page. */
export const isAddress = (text: string): boolean => /^\/|^[a-z][a-z0-9+.-]*:\S/i.test(text);

/**
 * The pages that a typed text may mean: those whose name or address equals the text, else those
 * whose name contains the text, else the products that a search finds, such as by SKU.
 */
export async function linksNamed(db: Db, text: string): Promise<TypedText> {
  const typed = text.toLowerCase();
  const products = await productTargets(db, typed);
  const targets = [...(await knownTargets(db)), ...products];
  const exact = targets.filter(({ name, slug }) => name.toLowerCase() === typed || slug === typed);
  const near = targets.filter(({ name }) => name.toLowerCase().includes(typed));
  const meant = [exact, near, products].find(({ length }) => length > 0) ?? [];
  return { text, meanings: meant.map(meaningOf) };
}

/** The pages that browsers offer while a link is typed: all but those of products. */
export const linkSuggestions = async (db: Db): Promise<Meaning[]> =>
  (await knownTargets(db)).map(({ name, kind, href }) => ({ value: href, label: `${name}, ${kind}` }));

/** The error messages for names of pages. */
export const linkWords = {
  none: (texts: string) => `No page, category, collection, or product on sale has the name ${texts}.`,
  several: (texts: string) => `${texts} may mean several pages: choose the one you mean.`,
};
