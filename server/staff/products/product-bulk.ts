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
const archived = refuse("invalid", "It is archived: bring it back first.");
const archivedAlready = refuse("invalid", "It is archived already.");
const notArchived = refuse("invalid", "It isn’t archived.");
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

type Publication = {
  name: string;
  /** the action's name in the audit */
  action: string;
  done: string;
  change: Partial<ProductFields>;
  /** why a product is left as it is; undefined if it is changed */
  refusal(saved: Pick<ProductFields, "published" | "archived">): Refusal | undefined;
};

const states = [
  { published: true, archived: false },
  { published: false, archived: false },
  { published: false, archived: true },
];

/** An action that changes whether shoppers see products. */
const publication = ({ name, action, done, change, refusal }: Publication) =>
  ({
    ...common,
    name,
    title: `Products ${done}`,
    preview: async (db, { products }) => {
      const { count, published, archived } = await summarizeSelection(db, products, 0, mostCounted + 1);
      const counts = [published, count - published - archived, archived];
      const wont = states.flatMap((state, at) => {
        const why = refusal(state);
        return why ? [[why, counts[at] ?? 0] as const] : [];
      });
      const left = wont.reduce((sum, [, each]) => sum + each, 0);
      return { will: Math.min(count - left, mostCounted), isCapped: count > mostCounted, wont: wontOf(wont) };
    },
    act: (db, id, actor, now, { requestId }) =>
      changeOnce(db, productKind, { id, actor, requestId, now }, action, (saved) => refusal(saved) ?? ok(change)),
    doneWords: (count) => (count === 1 ? `1 product was ${done}.` : `${count} products were ${done}.`),
  }) satisfies BulkAction<ProductBulk, string>;

export const publishProducts = publication({
  name: "publish-products",
  action: "published with others",
  done: "published",
  change: { published: true },
  refusal: (saved) => (saved.archived ? archived : (saved.published && published) || undefined),
});
export const hideProducts = publication({
  name: "hide-products",
  action: "hidden with others",
  done: "hidden",
  change: { published: false },
  refusal: (saved) => (saved.archived ? archived : (!saved.published && hidden) || undefined),
});
export const archiveProducts = publication({
  name: "archive-products",
  action: "archived with others",
  done: "archived",
  change: { archived: true, published: false },
  refusal: (saved) => (saved.archived ? archivedAlready : undefined),
});
export const bringBackProducts = publication({
  name: "bring-back-products",
  action: "brought back with others",
  done: "brought back",
  change: { archived: false },
  refusal: (saved) => (saved.archived ? undefined : notArchived),
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
  title: "Prices changed",
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
