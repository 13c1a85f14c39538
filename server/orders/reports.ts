import type { Dates } from "../dates.ts";
import type { Db } from "../db/tables.ts";
import type { Cents } from "../money.ts";
import {
  findProductsBack,
  findProductsSold,
  findSaleTimes,
  type Period,
  type ProductSums,
  type SalesSums,
  sumDays,
  sumShippingTax,
  sumSold,
  sumTaxRates,
  type TaxSums,
  type UnratedSums,
} from "./queries/reports.ts";
import { sumPart } from "./queries/sale-sums.ts";
import { clockSpans, type DaySpan, isoDay } from "./rules/report-days.ts";

export type { Period, TaxSums } from "./queries/reports.ts";

/** Groups of the sales report. */
export type SalesGroup = "area" | "method" | "promo";

/**
 * Sums of a group, in cents. `net` is products less discounts and returned amounts; `total` adds
 * shipping and tax.
 */
export type SalesRow = SalesSums & { group: string; net: Cents; tax: Cents; total: Cents };

const rowOf = ({ group, ...sums }: { group: string } & SalesSums): SalesRow => {
  const net = sums.sold - sums.discount + sums.back;
  const tax = sums.taxCharged + sums.taxBack;
  return { group, ...sums, net, tax, total: net + sums.shipping + tax };
};

const noSales: SalesSums = { orders: 0, sold: 0, discount: 0, back: 0, shipping: 0, taxCharged: 0, taxBack: 0 };

/**
 * Sums of sales by the first day of each span. Single days take one query; the sums of longer spans
 * are mostly stored.
 */
async function sumSpans(db: Db, dates: Dates, spans: readonly DaySpan[]): Promise<Map<string, SalesSums>> {
  const periods = spans.map(({ from, to }) => ({
    label: isoDay(from),
    from: dates.startOf(isoDay(from)),
    to: dates.startOf(isoDay(to)),
  }));
  if (spans.some(({ from, to }) => to - from > 1))
    return new Map((await sumPart(db, "all", periods)).map(({ label, name: _, ...sums }) => [label, sums]));
  const period = { from: periods[0]?.from ?? 0, to: periods.at(-1)?.to ?? 0 };
  const days = await sumDays(db, period, clockSpans(dates.local, period.from, period.to));
  return new Map(days.map(({ group, ...sums }) => [isoDay(group), sums]));
}

/**
 * Sales of consecutive spans of days, each named by its first day, from the ledger. Each edit,
 * refund and cancelation counts on the day of its booking. A span without sales has zeros.
 */
export async function salesOver(db: Db, dates: Dates, spans: readonly DaySpan[]): Promise<SalesRow[]> {
  const sums = await sumSpans(db, dates, spans);
  return spans.map(({ from }) => rowOf({ group: isoDay(from), ...(sums.get(isoDay(from)) ?? noSales) }));
}

/** Sales of a period by group, from the ledger, the highest total first. */
export async function salesBy(db: Db, group: SalesGroup, period: Period): Promise<SalesRow[]> {
  const rows = (await sumPart(db, group, [{ label: "", ...period }])).map(({ label: _, name, ...sums }) =>
    rowOf({ group: name, ...sums }),
  );
  return rows.sort((a, b) => b.total - a.total || a.group.localeCompare(b.group));
}

/** The sales of a whole period as one row. */
export async function salesTotal(db: Db, period: Period): Promise<SalesRow> {
  const [all] = await sumPart(db, "all", [{ label: "", ...period }]);
  const { label: _, name: __, ...sums } = all ?? { label: "", name: "", ...noSales };
  return rowOf({ group: "", ...sums });
}

/** Sums of a product, in cents. `net` is less discounts and returned amounts. */
export type ProductSales = ProductSums;

type SalesByProduct = {
  /** up to `most`, the highest net first */
  products: ProductSales[];
  /** whether there are more products than these */
  isCut: boolean;
  /** sums of the whole ledger with shipping; an order with several products counts once */
  total: Omit<ProductSales, "productId">;
  /** shipping less what was given back of it, and the tax on it */
  shipping: { net: Cents; tax: Cents };
  /**
   * ledger sums of products that belong to no single one: refunds by amount, and money of canceled
   * orders booked on another day
   */
  others: { net: Cents; tax: Cents };
};

const addSums = (one: ProductSums, other: ProductSums | undefined): ProductSums => ({
  productId: one.productId,
  orders: one.orders + (other?.orders ?? 0),
  units: one.units + (other?.units ?? 0),
  net: one.net + (other?.net ?? 0),
  tax: one.tax + (other?.tax ?? 0),
});

/** Product sums of a period, and ledger sums that belong to no product. */
export async function salesByProduct(db: Db, period: Period, most: number): Promise<SalesByProduct> {
  const back = new Map((await findProductsBack(db, period)).map((row) => [row.productId, row]));
  // Returned amounts only lower a product's sum. So `most` products, one more, and one for each
  // product with returns are enough to find the top `most`.
  const limit = most + back.size + 1;
  const sold = await findProductsSold(db, period, Number.isFinite(limit) ? limit : undefined);
  const products = sold.map((row) => addSums(row, back.get(row.productId)));
  if (sold.length < limit) {
    const productIds = new Set(sold.map(({ productId }) => productId));
    products.push(...[...back.values()].filter(({ productId }) => !productIds.has(productId)));
  }
  products.sort((a, b) => b.net - a.net || (a.productId < b.productId ? -1 : 1));
  const ofProducts = [...back.values()].reduce(addSums, { productId: "", orders: 0, ...(await sumSold(db, period)) });
  const all = await salesTotal(db, period);
  const shippingTax = await sumShippingTax(db, period);
  return {
    products: products.slice(0, most),
    isCut: products.length > most,
    total: { orders: all.orders, units: ofProducts.units, net: all.net + all.shipping, tax: all.tax },
    shipping: { net: all.shipping, tax: shippingTax },
    others: { net: all.net - ofProducts.net, tax: all.tax - ofProducts.tax - shippingTax },
  };
}

/**
 * Tax of a period by state and rate, the states with the most tax first. `others` is the rest of
 * the ledger by state: what a refund by amount returned of products of several rates.
 */
export async function taxByRate(db: Db, period: Period): Promise<{ rates: TaxSums[]; others: UnratedSums[] }> {
  const { rates, others } = await sumTaxRates(db, period);
  const owed = new Map<string, Cents>();
  const add = (area: string, tax: Cents) => owed.set(area, (owed.get(area) ?? 0) + tax);
  for (const { area, charged, back } of rates) add(area, charged + back);
  for (const { area, back } of others) add(area, back);
  const taxOf = ({ area }: TaxSums) => owed.get(area) ?? 0;
  rates.sort((a, b) => taxOf(b) - taxOf(a) || a.area.localeCompare(b.area) || (b.ppm ?? -1) - (a.ppm ?? -1));
  return { rates, others: others.sort((a, b) => a.area.localeCompare(b.area)) };
}

/** The days of the first and of the last booking; undefined without any. */
export async function saleDays(db: Db, dates: Dates): Promise<{ first: number; last: number } | undefined> {
  const times = await findSaleTimes(db);
  return times && { first: dates.local(times.first).day, last: dates.local(times.last).day };
}
