import type { Db, Tx } from "../db/tables.ts";
import { transact, transactOutcome } from "../db/transaction.ts";
import type { Outcome } from "../outcome.ts";
import { type Saved, type StockPolicy, saveProduct } from "./goods.ts";
import type { NewPicture, NewProduct } from "./new-product.ts";
import { findCategoryNames, findImportedPictures, type ImportedPicture, putStoredPicture } from "./queries/import.ts";
import type { Draft, DraftPicture } from "./rules/import/draft.ts";

type Options = {
  stock: StockPolicy;
  now: number;
  /** key of the drawn picture that stands in: of category, product slug and position from 0 */
  standIn: (category: string, slug: string, position: number) => string;
};

/** Category slugs by slug and by lower-case name: what a file may call a category. */
export const categoryNames = (reader: Db): Promise<Map<string, string>> => findCategoryNames(reader);

/** Writes one product of a file, whole or not at all. A picture that arrived earlier stays; one that has not yet arrived is drawn meanwhile. */
export function importProduct(db: Db, draft: Draft, { stock, now, standIn }: Options): Promise<Outcome<Saved>> {
  return transactOutcome(db, async (tx) => {
    const arrived = await arrivedPictures(tx, draft.slug);
    const draw = (position: number) => standIn(draft.category, draft.slug, position);
    return await saveProduct(tx, productOf(draft, picturesOf(draft, arrived, draw)), now, stock);
  });
}

async function arrivedPictures(tx: Tx, slug: string): Promise<Map<string, ImportedPicture>> {
  const found = await findImportedPictures(tx, [slug]);
  return new Map(found.filter(({ kind }) => kind === "stored").map((picture) => [picture.url, picture]));
}

function picturesOf(
  draft: Draft,
  arrived: ReadonlyMap<string, ImportedPicture>,
  draw: (position: number) => string,
): NewPicture[] {
  const picture = ({ url, alt }: DraftPicture, position: number): NewPicture => {
    const stored = arrived.get(url);
    if (!stored) return { kind: "drawn", key: draw(position), alt, wantedUrl: url };
    const { key, width, height } = stored;
    return { kind: "stored", key, alt, width, height, wantedUrl: url };
  };
  if (draft.pictures.length === 0) return [{ kind: "drawn", key: draw(0), alt: draft.name }];
  return draft.pictures.map(picture);
}

function productOf(draft: Draft, pictures: readonly NewPicture[]): NewProduct {
  const { slug, name, category, brand, description, published } = draft;
  const variants = draft.variants.map(({ onHand, picture, line: _line, ...variant }) => {
    const shown = draft.pictures.findIndex(({ url }) => url === picture);
    return { ...variant, stock: onHand, ...(shown >= 0 && { picture: shown }) };
  });
  return { slug, name, category, brand, description, published, variants, pictures };
}

export type PictureReport = { url: string; slug: string; reason: string };

type Store = (url: string) => Promise<Outcome<{ key: string; width: number; height: number }>>;

/** Brings in the pictures of these products that are still drawn; what fails is reported, and asked for again by the next run. */
export async function bringPictures(
  db: Db,
  slugs: readonly string[],
  fetchAndStore: Store,
): Promise<{ brought: number; missing: PictureReport[] }> {
  const waiting = (await findImportedPictures(db, slugs)).filter(({ kind }) => kind === "drawn");
  const missing: PictureReport[] = [];
  const bring = async ({ id, url, slug }: ImportedPicture) => {
    const stored = await fetchAndStore(url);
    if (stored.ok) await transact(db, (tx) => putStoredPicture(tx, id, stored.value));
    else missing.push({ url, slug, reason: stored.error });
  };
  const queue = waiting[Symbol.iterator]();
  const lane = async () => {
    for (const picture of queue) await bring(picture);
  };
  await Promise.all([lane(), lane(), lane(), lane()]);
  return { brought: waiting.length - missing.length, missing };
}
