import type { Tx } from "../db/tables.ts";
import { invalidFields, notFound, type Outcome, ok } from "../outcome.ts";
import { endPriceNow } from "./apply-schedules.ts";
import { lockProduct } from "./product-record.ts";
import { updateProduct } from "./queries/product-rows.ts";
import { deleteSchedule, findOpenSchedules, insertSchedule, type PriceSchedule, updateSchedule } from "./queries/schedules.ts";
import type { ProductSchedule, ScheduledPrice } from "./rules/product-fields.ts";

const priceOf = ({ id, variant_id, price, starts_at, ends_at, shows_former }: PriceSchedule): ScheduledPrice => ({
  ...{ id, price, variantId: variant_id, startsAt: starts_at, endsAt: ends_at, showsFormer: shows_former === 1 },
});

/** A product's schedule. Locks the product's rows until the transaction ends. */
export async function readSchedule(tx: Tx, productId: string): Promise<ProductSchedule | undefined> {
  const stored = await lockProduct(tx, productId);
  if (!stored) return undefined;
  const { publish_at, unpublish_at } = stored.row;
  return { publishAt: publish_at, unpublishAt: unpublish_at, prices: (await findOpenSchedules(tx, productId)).map(priceOf) };
}

const fault = (field: string, message: string) => invalidFields([{ field, message }]);

const overlap = (one: ScheduledPrice, other: ScheduledPrice): boolean =>
  one.variantId === other.variantId &&
  one.startsAt < (other.endsAt ?? Number.POSITIVE_INFINITY) &&
  other.startsAt < (one.endsAt ?? Number.POSITIVE_INFINITY);

function scheduleFault({ publishAt, unpublishAt, prices }: ProductSchedule) {
  if (publishAt !== null && unpublishAt !== null && publishAt === unpublishAt)
    return fault("unpublishAt", "A product can’t be published and hidden at one moment.");
  if (prices.some(({ startsAt, endsAt }) => endsAt !== null && endsAt <= startsAt))
    return fault("endsAt", "A price has to end after it begins.");
  if (prices.some((one, at) => prices.slice(at + 1).some((other) => overlap(one, other))))
    return fault("startsAt", "A variant has another price in that time. Remove it first.");
  return undefined;
}

/**
 * Replaces a product's schedule. Deletes a waiting price that is missing in `schedule`, and ends a
 * missing active price immediately. Changes only the end of an active price.
 */
export async function writeSchedule(tx: Tx, id: string, schedule: ProductSchedule, now: number): Promise<Outcome<object>> {
  const stored = await lockProduct(tx, id);
  if (!stored) return notFound;
  const variants = new Set(stored.variants.map((variant) => variant.id));
  if (schedule.prices.some(({ variantId }) => !variants.has(variantId))) return notFound;
  const open = new Map((await findOpenSchedules(tx, id)).map((row) => [row.id, row]));
  const isOver = ({ id, endsAt }: ScheduledPrice) => endsAt !== null && endsAt <= now && !open.has(id);
  if (schedule.prices.some(isOver)) return fault("endsAt", "The time of a price is over: it would not hold any more.");
  const refusal = scheduleFault(schedule);
  if (refusal) return refusal;
  await updateProduct(tx, id, { publish_at: schedule.publishAt, unpublish_at: schedule.unpublishAt });
  const pricesById = new Map(schedule.prices.map((price) => [price.id, price]));
  for (const row of open.values()) {
    if (pricesById.has(row.id)) continue;
    if (row.state === "active") await endPriceNow(tx, stored, row, now);
    else await deleteSchedule(tx, row.id);
  }
  for (const price of pricesById.values()) await putPrice(tx, id, price, open.get(price.id));
  return ok({});
}

async function putPrice(tx: Tx, productId: string, price: ScheduledPrice, row: PriceSchedule | undefined): Promise<void> {
  const { id, variantId: variant_id, startsAt: starts_at, endsAt: ends_at } = price;
  const columns = { variant_id, price: price.price, starts_at, ends_at, shows_former: Number(price.showsFormer) };
  if (row?.state === "active") return await updateSchedule(tx, id, { ends_at });
  if (row) return await updateSchedule(tx, id, columns);
  await insertSchedule(tx, {
    id,
    product_id: productId,
    state: "waiting",
    former_price: null,
    former_compare_at: null,
    ...columns,
  });
}
