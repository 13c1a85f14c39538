import {
  hasTimedPrice,
  type ProductSelection,
  type SelectedProduct,
  selectedProducts,
  summarizeSelection,
} from "../../catalog/product-selection.ts";
import { changedPrice, changedPrices, type PriceChange } from "../../catalog/rules/price-change.ts";
import type { ProductFields } from "../../catalog/rules/product-fields.ts";
import type { Db, Tx } from "../../db/tables.ts";
import { staffPriceRange } from "../../money.ts";
import { ok, type Refusal, refuse } from "../../outcome.ts";
import { type BulkAction, type BulkPreview, wontOf } from "../lists/bulk.ts";
import { type ChangedFields, changeOnce } from "../lists/bulk-change.ts";
import { staffProductsPath } from "../paths.ts";
import { productKind } from "./product-kind.ts";

/** The products that an action applies to. */
export type ProductBulk = { products: ProductSelection };
export type PriceBulk = ProductBulk & { change: PriceChange };

/** The most products that are counted; a preview of more products says “more than”. */
const mostCounted = 10_000;

const published = refuse("invalid", "It is published already.");
const hidden = refuse("invalid", "It is a draft already.");
const onSale = refuse("invalid", "A price for a time holds now: end that on its schedule first.");
const belowZero = refuse("invalid", "A price would be below $0.00.");
const unchanged = refuse("invalid", "The change is less than a cent.");

type Changed = ChangedFields<ProductFields>;

const next: BulkAction<ProductBulk, string>["next"] = async (db, { products }, after, limit) =>
  (await selectedProducts(db, products, after, limit)).map(({ id, name }) => ({ id, position: id, name }));

const common = {
  needs: productKind.needs,
  path: staffProductsPath,
  next,
  undoes: productKind.kind,
} as const;

const publication = (isPublished: boolean, words: { name: string; action: string; done: string; already: Refusal }) =>
  ({
    ...common,
    name: words.name,
    preview: async (db, { products }) => {
      const { count, published: publishedCount } = await summarizeSelection(db, products, 0, mostCounted + 1);
      const already = isPublished ? publishedCount : count - publishedCount;
      const isCapped = count > mostCounted;
      return { will: Math.min(count - already, mostCounted), isCapped, wont: wontOf([[words.already, already]]) };
    },
    act: (db, id, actor, now, { requestId }) =>
      changeOnce(db, productKind, { id, actor, requestId, now }, words.action, (saved) =>
        saved.published === isPublished ? words.already : ok({ published: isPublished }),
      ),
    doneWords: (count) => (count === 1 ? `1 product was ${words.done}.` : `${count} products were ${words.done}.`),
  }) satisfies BulkAction<ProductBulk, string>;

export const publishProducts = publication(true, {
  name: "publish-products",
  action: "published with others",
  done: "published",
  already: published,
});
export const hideProducts = publication(false, {
  name: "hide-products",
  action: "hidden with others",
  done: "hidden",
  already: hidden,
});

/** The least price, in cents, that this change allows. */
const floorOf = ({ by, value }: PriceChange): number => (by === "amount" ? Math.max(0, -value) : 0);

/** The lowest and the highest price of the products that would change, before and after. */
export type PricePreview = BulkPreview & { before: string; after: string };

export async function previewPrices(db: Db, { products, change }: PriceBulk): Promise<PricePreview> {
  const summary = await summarizeSelection(db, products, floorOf(change), mostCounted + 1);
  const { count, onSchedule, tooCheap, lowest, highest } = summary;
  const will = count - onSchedule - tooCheap;
  const spanOf = (price: (cents: number) => number) =>
    lowest === null || highest === null ? "" : staffPriceRange(price(lowest), price(highest));
  const wont = wontOf([
    [onSale, onSchedule],
    [belowZero, tooCheap],
  ]);
  const spans = { before: spanOf((cents) => cents), after: spanOf((cents) => changedPrice(cents, change)) };
  return { will: Math.min(will, mostCounted), isCapped: count > mostCounted, wont, ...spans };
}

async function pricedFields(tx: Tx, id: string, saved: ProductFields, change: PriceChange): Promise<Changed> {
  if (await hasTimedPrice(tx, id)) return onSale;
  const variants = saved.variants.map((variant) => ({ ...variant, ...changedPrices(variant, change) }));
  if (variants.some(({ price }) => price < 0)) return belowZero;
  const isSame = variants.every(
    ({ price, compareAt }, at) => price === saved.variants[at]?.price && compareAt === saved.variants[at]?.compareAt,
  );
  return isSame ? unchanged : ok({ variants });
}

export const changePrices: BulkAction<PriceBulk, string> = {
  ...common,
  name: "change-prices",
  preview: previewPrices,
  act: (db, id, actor, now, { requestId, selection }) =>
    changeOnce(db, productKind, { id, actor, requestId, now }, "prices changed with others", (saved, tx) =>
      pricedFields(tx, id, saved, selection.change),
    ),
  doneWords: (count) => (count === 1 ? "The prices of 1 product were changed." : `The prices of ${count} products were changed.`),
};

/** A sample of the products, each with its prices before and after. */
export async function samplePrices(db: Db, { products, change }: PriceBulk, limit: number) {
  const some = await selectedProducts(db, products, undefined, limit);
  const isChanged = ({ onSchedule, price_start }: SelectedProduct) => !onSchedule && price_start >= floorOf(change);
  return some.filter(isChanged).map(({ name, price_start, price_stop }) => ({
    name,
    before: staffPriceRange(price_start, price_stop),
    after: staffPriceRange(changedPrice(price_start, change), changedPrice(price_stop, change)),
  }));
}
