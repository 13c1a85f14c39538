import { reading } from "../db/changes/tracking.ts";
import type { Db, Tx } from "../db/tables.ts";
import { type CurrentCatalog, currentCatalog, type Vocabulary } from "./current-catalog.ts";
import { type Collection, findCollectionAt, findCollectionHeads, findCollections } from "./queries/collections.ts";
import { labelValueId } from "./queries/indexed-products.ts";
import type { Restriction } from "./rules/catalog-index/catalog-index.ts";
import { listedCollection } from "./rules/collected.ts";
import type { CollectionFields } from "./rules/collection-fields.ts";
import { byAttribute } from "./rules/listing.ts";
import { anyCollection } from "./subjects.ts";

export type { Collection };

/** The collection with this slug; undefined if there is none. */
export const findCollection = (reader: Db | Tx, slug: string): Promise<Collection | undefined> =>
  reading([anyCollection], () => findCollectionAt(reader, slug));

/** The names and addresses of all collections, by name. */
export const collectionHeads = (reader: Db | Tx) => reading([anyCollection], () => findCollectionHeads(reader));

/** A list of value ids for each attribute; a product needs one value of each list. */
function valuesOf({ values }: CollectionFields, { attributes }: Vocabulary): string[][] {
  return [...byAttribute(values)].map(([slug, picked]) => {
    const attribute = attributes.find((each) => each.slug === slug);
    return attribute?.values.filter((value) => picked.includes(value.slug)).map(({ id }) => id) ?? [];
  });
}

/**
 * The conditions that select a collection's products. No product meets a value that the shop no
 * longer has. `since` (ms) is the earliest creation time of products that are new enough.
 */
export function restrictionOf(collection: CollectionFields, vocabulary: Vocabulary, since: number | undefined): Restriction {
  const { chosenBy, products, label, priceMin, priceMax } = collection;
  if (chosenBy === "hand") return { ids: products };
  return {
    values: [...(label === null ? [] : [[labelValueId(label)]]), ...valuesOf(collection, vocabulary)],
    price: { min: priceMin ?? undefined, max: priceMax ?? undefined },
    since,
  };
}

const everything = { categoryIds: [], picks: new Map<string, string[]>(), found: undefined };

const sizeOf = ({ index, vocabulary }: CurrentCatalog, collection: Collection, now: number): number =>
  index.narrow({ ...everything, within: restrictionOf(collection, vocabulary, listedCollection(collection, now).since) }).total;

/** All collections by name, each with the number of its published products. */
export async function collectionSizes(db: Db, now: number): Promise<(Collection & { size: number })[]> {
  const collections = await findCollections(db);
  const catalog = await currentCatalog(db);
  return collections.map((collection) => ({ ...collection, size: sizeOf(catalog, collection, now) }));
}
