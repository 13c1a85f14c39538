import type { Db, Row, Tx } from "../db/tables.ts";
import { transact } from "../db/transaction.ts";
import { lockProduct, readProduct } from "./product-record.ts";
import { type StoredProduct, updateProduct } from "./queries/product-rows.ts";
import { updateVariant } from "./queries/save.ts";
import { findDue, findOpenSchedules, type PriceSchedule, updateSchedule } from "./queries/schedules.ts";
import { priceSpan } from "./rules/prices.ts";
import type { ProductFields } from "./rules/product-fields.ts";

const inBatch = 200;

/** Records the changes that a schedule made to a product, in the transaction that makes them. */
export type RecordScheduled = (
  tx: Tx,
  change: { id: string; before: ProductFields; after: ProductFields },
  now: number,
) => Promise<void>;

/**
 * Publishes, hides and prices products whose schedules are due. Safe in several processes at once:
 * each product is locked. An applied schedule is no longer due, even if the clock goes back.
 */
export async function applySchedules(db: Db, now: number, record: RecordScheduled): Promise<void> {
  for (;;) {
    const due = await findDue(db, now, inBatch);
    for (const id of due) await transact(db, (tx) => applyToProduct(tx, id, now, record));
    if (due.length < inBatch) return;
  }
}

async function applyToProduct(tx: Tx, id: string, now: number, record: RecordScheduled): Promise<void> {
  const before = await readProduct(tx, id);
  const stored = await lockProduct(tx, id);
  if (!stored || !before) return;
  const publication = publicationAt(stored.row, now);
  const hasPrices = await applyPrices(tx, stored, now);
  if (publication === undefined && !hasPrices) return;
  const span = hasPrices ? spanOf(stored) : {};
  await updateProduct(tx, id, { ...publication, ...span, updated_at: now });
  const after = await readProduct(tx, id);
  if (after) await record(tx, { id, before, after }, now);
}

/**
 * A product's times that are not due yet, and the state set by the latest due time. Undefined if no
 * time is due.
 */
function publicationAt({ publish_at, unpublish_at, archived }: Row<"product">, now: number) {
  const isDue = (at: number | null): at is number => at !== null && at <= now;
  if (!isDue(publish_at) && !isDue(unpublish_at)) return undefined;
  const isPublished = archived === 0 && isDue(publish_at) && !(isDue(unpublish_at) && unpublish_at >= publish_at);
  return {
    published: Number(isPublished) as 0 | 1,
    publish_at: isDue(publish_at) ? null : publish_at,
    unpublish_at: isDue(unpublish_at) ? null : unpublish_at,
  };
}

const spanOf = ({ variants }: StoredProduct) => {
  const { start, stop } = priceSpan(variants.filter(({ active }) => active === 1).map(({ price }) => price));
  return { price_start: start, price_stop: stop };
};

/**
 * Ends the due prices, then begins the due ones. Writes the new prices into `stored` too. True if
 * any price was due.
 */
async function applyPrices(tx: Tx, stored: StoredProduct, now: number): Promise<boolean> {
  const open = await findOpenSchedules(tx, stored.row.id);
  const ending = open.filter(({ state, ends_at }) => state === "active" && ends_at !== null && ends_at <= now);
  const beginning = open.filter(({ state, starts_at }) => state === "waiting" && starts_at <= now);
  for (const schedule of ending) await endPrice(tx, stored, schedule);
  for (const schedule of beginning) {
    const isOver = schedule.ends_at !== null && schedule.ends_at <= now;
    if (isOver) await updateSchedule(tx, schedule.id, { state: "ended" });
    else await beginPrice(tx, stored, schedule);
  }
  return ending.length + beginning.length > 0;
}

async function beginPrice(tx: Tx, { variants }: StoredProduct, schedule: PriceSchedule): Promise<void> {
  const variant = variants.find(({ id }) => id === schedule.variant_id);
  if (!variant) return;
  const former = { former_price: variant.price, former_compare_at: variant.compare_at };
  const isLower = schedule.shows_former === 1 && variant.price > schedule.price;
  const changes = {
    price: schedule.price,
    compare_at: isLower ? Math.max(variant.price, variant.compare_at ?? 0) : variant.compare_at,
  };
  await updateVariant(tx, variant.id, changes);
  Object.assign(variant, changes);
  await updateSchedule(tx, schedule.id, { state: "active", ...former });
}

/**
 * Ends a scheduled price. Restores the former price, unless somebody has changed the price
 * meanwhile.
 */
export async function endPrice(tx: Tx, { variants }: StoredProduct, schedule: PriceSchedule): Promise<void> {
  const variant = variants.find(({ id }) => id === schedule.variant_id);
  await updateSchedule(tx, schedule.id, { state: "ended" });
  if (!variant || variant.price !== schedule.price || schedule.former_price === null) return;
  const changes = { price: schedule.former_price, compare_at: schedule.former_compare_at };
  await updateVariant(tx, variant.id, changes);
  Object.assign(variant, changes);
}

/** Ends a scheduled price immediately, and updates the product's price span. */
export async function endPriceNow(tx: Tx, stored: StoredProduct, schedule: PriceSchedule, now: number): Promise<void> {
  await endPrice(tx, stored, schedule);
  await updateProduct(tx, stored.row.id, { ...spanOf(stored), updated_at: now });
}
