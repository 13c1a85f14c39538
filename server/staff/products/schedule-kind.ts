import { readProduct } from "../../catalog/product-record.ts";
import { readSchedule, writeSchedule } from "../../catalog/product-schedule.ts";
import type { ProductSchedule, ScheduledPrice } from "../../catalog/rules/product-fields.ts";
import { ok } from "../../outcome.ts";
import { staffSchedulePath } from "../paths.ts";
import type { RecordKind } from "../records/records.ts";
import { listWords, priceLines, priceWords } from "./product-lines.ts";
import { recordScheduled } from "./record-scheduled.ts";
import { putBackPrices } from "./rules/price-undo.ts";
import { variantTitles } from "./variant-titles.ts";

/**
 * The schedule of a product: the times at which it is published and hidden automatically, and its
 * temporary prices.
 */
export const scheduleKind: RecordKind<ProductSchedule> = {
  kind: "product schedule",
  needs: "products:write",
  name: () => "Schedule",
  path: staffSchedulePath,
  labels: { publishAt: "Published from", unpublishAt: "Hidden from", prices: "Prices for a time" },
  words: (field, value, { dates, referenced }) => {
    const moment = (at: unknown) => (typeof at === "number" ? dates.moment(at).text : "never");
    if (field !== "prices") return moment(value);
    const lineOf = (price: ScheduledPrice) =>
      [referenced.get(price.variantId), priceWords(price, moment)].filter(Boolean).join(": ");
    return listWords((value as ProductSchedule["prices"]).map(lineOf));
  },
  lines: (field, { before, after, at }, { dates, referenced }) => {
    const moment = (time: number) => dates.moment(time).text;
    if (field !== "prices") return undefined;
    return priceLines(before.prices ?? [], after.prices ?? [], at, { moment, names: referenced });
  },
  putBack({ saved, before, after }) {
    if (!before.prices || !after.prices) return ok({});
    const prices = putBackPrices({ saved: saved.prices, before: before.prices, after: after.prices });
    return prices.ok ? ok({ prices: prices.value }) : prices;
  },
  referenced: variantTitles,
  read: readSchedule,
  async write(tx, id, schedule, now) {
    const before = await readProduct(tx, id);
    const written = await writeSchedule(tx, id, schedule, now);
    const after = written.ok ? await readProduct(tx, id) : undefined;
    // Writing the schedule may end a temporary price at once, which restores the former price. This
    // change is added to the product's history.
    if (before && after) await recordScheduled(tx, { id, before, after }, now);
    return written;
  },
};
