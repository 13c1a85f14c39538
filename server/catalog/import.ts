import type { Db, Tx } from "../db/tables.ts";
import { isDuplicate, transact, transactOutcome } from "../db/transaction.ts";
import type { Outcome } from "../outcome.ts";
import { type Saved, type StockPolicy, saveProduct } from "./goods.ts";
import type { NewPicture, NewProduct } from "./new-product.ts";
import { findCategories, findImportedPictures, type ImportedPicture, putStoredPicture } from "./queries/import.ts";
import type { Draft, DraftPicture } from "./rules/import/draft.ts";
import { ensureCategories, firstCategories } from "./shelves.ts";

/** Category slugs by slug and by lower-case name: what a file may call a category, those included that an empty shop has yet to open. */
export async function categoryNames(reader: Db): Promise<Map<string, string>> {
  const kept = await findCategories(reader);
  const slugs = new Set(kept.map(({ slug }) => slug));
  const all = [...kept, ...firstCategories.filter(({ slug }) => !slugs.has(slug))];
  return new Map(all.flatMap(({ slug, name }) => [[slug, slug] as const, [name.toLowerCase(), slug] as const]));
}

/** To be called once before products come: an empty shop gets its five categories. */
export const openCategories = (db: Db): Promise<void> => transact(db, ensureCategories);

export type ImportOptions = {
  stock: StockPolicy;
  now: number;
  /** key of the drawn picture that stands in: of category, product slug and position from 0 */
  standIn: (category: string, slug: string, position: number) => string;
};

/** Writes one product of a file, whole or not at all. A picture that arrived earlier stays; one that has not yet arrived is drawn meanwhile. */
export function importProduct(db: Db, draft: Draft, { stock, now, standIn }: ImportOptions): Promise<Outcome<Saved>> {
  const draw = (position: number) => standIn(draft.category, draft.slug, position);
  const write = () =>
    transactOutcome(db, async (tx) => {
      const arrived = await arrivedPictures(tx, draft.slug);
      return await saveProduct(tx, productOf(draft, picturesOf(draft, arrived, draw)), now, stock);
    });
  // Somebody else created it in the same moment: now it is there, and only what differs is written.
  return write().catch((error) => (isDuplicate(error) ? write() : Promise.reject(error)));
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
  // What an owner brings in is theirs, also where the demo shop had goods of that name.
  return { slug, name, category, brand, description, published, demo: false, variants, pictures };
}

export type PictureReport = { url: string; slug: string; reason: string };

type Store = (url: string) => Promise<Outcome<{ key: string; width: number; height: number }>>;

/** How many pictures are fetched at once. */
const lanes = 4;

/** Brings in the pictures of these products that are still drawn; what fails is reported in the file's order, and asked for again by the next run. */
export async function bringPictures(
  db: Db,
  slugs: readonly string[],
  fetchAndStore: Store,
): Promise<{ brought: number; missing: PictureReport[] }> {
  const waiting = (await findImportedPictures(db, slugs)).filter(({ kind }) => kind === "drawn");
  const reasons = new Map<string, string>();
  const bring = async ({ id, url }: ImportedPicture) => {
    const stored = await fetchAndStore(url);
    if (stored.ok) await transact(db, (tx) => putStoredPicture(tx, id, stored.value));
    else reasons.set(id, stored.error);
  };
  const queue = waiting.values();
  const lane = async () => {
    for (const picture of queue) await bring(picture);
  };
  await Promise.all(Array.from({ length: lanes }, lane));
  const missing = waiting.flatMap(({ id, url, slug }) => {
    const reason = reasons.get(id);
    return reason === undefined ? [] : [{ url, slug, reason }];
  });
  return { brought: waiting.length - missing.length, missing };
}
