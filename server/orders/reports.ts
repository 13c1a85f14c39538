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
  sumSold,
  sumTaxRates,
  type TaxSums,
} from "./queries/reports.ts";
import { sumPart } from "./queries/sale-sums.ts";
import { clockSpans, monthSpans } from "./rules/report-days.ts";

export type { Period, TaxSums } from "./queries/reports.ts";

/** Groups of the sales report. */
export type SalesGroup = "day" | "month" | "area" | "method" | "promo";

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

const isoDay = (day: number): string => new Date(day * 86_400_000).toISOString().slice(0, 10);

const dayRows = async (db: Db, dates: Dates, period: Period): Promise<SalesRow[]> =>
  (await sumDays(db, period, clockSpans(dates.local, period.from, period.to)))
    .sort((a, b) => a.group - b.group)
    .map(({ group, ...sums }) => rowOf({ group: isoDay(group), ...sums }));

async function monthRows(db: Db, dates: Dates, { from, to }: Period): Promise<SalesRow[]> {
  const times = await findSaleTimes(db);
  if (!times) return [];
  const months = monthSpans(dates, Math.max(from, times.first), Math.min(to, times.last + 1));
  const rows = await sumPart(db, "all", months);
  return rows.sort((a, b) => (a.label < b.label ? -1 : 1)).map(({ label, name: _, ...sums }) => rowOf({ group: label, ...sums }));
}

/**
 * Sales of a period from the ledger. Each edit, refund and cancelation counts on the day of its
 * booking. Days of the shop's calendar are written as `2026-12-02` and months as `2026-12`, with
 * the earliest first. Other groups begin with the highest total.
 */
export async function salesBy(db: Db, dates: Dates, group: SalesGroup, period: Period): Promise<SalesRow[]> {
  if (group === "day") return await dayRows(db, dates, period);
  if (group === "month") return await monthRows(db, dates, period);
  const rows = (await sumPart(db, group, [{ label: "", ...period }])).map(({ label: _, name, ...sums }) =>
    rowOf({ group: name, ...sums }),
  );
  return rows.sort((a, b) => b.total - a.total || a.group.localeCompare(b.group));
}

/** The sales of a whole period as one row. */
export async function salesTotal(db: Db, period: Period): Promise<SalesRow> {
  const [all] = await sumPart(db, "all", [{ label: "", ...period }]);
  const none = { orders: 0, sold: 0, discount: 0, back: 0, shipping: 0, taxCharged: 0, taxBack: 0 };
  const { label: _, name: __, ...sums } = all ?? { label: "", name: "", ...none };
  return rowOf({ group: "", ...sums });
}

/** Sums of a product, in cents. `net` is less discounts and returned amounts. */
export type ProductSales = ProductSums;

type SalesByProduct = {
  /** up to `most`, the highest net first */
  products: ProductSales[];
  /** whether there are more products than these */
  isCut: boolean;
  /** sums of the whole ledger; an order with several products counts once */
  total: Omit<ProductSales, "productId">;
  /**
   * ledger sums that belong to no product: refunds by amount, and money of canceled orders booked
   * on another day
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
  return {
    products: products.slice(0, most),
    isCut: products.length > most,
    total: { orders: all.orders, units: ofProducts.units, net: all.net, tax: all.tax },
    others: { net: all.net - ofProducts.net, tax: all.tax - ofProducts.tax },
  };
}

/**
 * Tax of a period by state and rate, the states with the most tax first. `others` is the rest of
 * the ledger's tax by state: refunds by amount, and shipping of canceled orders.
 */
export async function taxByRate(db: Db, period: Period): Promise<{ rates: TaxSums[]; others: { area: string; back: Cents }[] }> {
  const rates = await sumTaxRates(db, period);
  const areas = await sumPart(db, "area", [{ label: "", ...period }]);
  const taxOfArea = (area: string) =>
    rates.filter((rate) => rate.area === area).reduce((all, { charged, back }) => all + charged + back, 0);
  const owed = new Map(areas.map(({ name, taxCharged, taxBack }) => [name, taxCharged + taxBack]));
  const others = [...owed].map(([area, tax]) => ({ area, back: tax - taxOfArea(area) })).filter(({ back }) => back !== 0);
  const taxOf = ({ area }: TaxSums) => owed.get(area) ?? 0;
  rates.sort((a, b) => taxOf(b) - taxOf(a) || a.area.localeCompare(b.area) || (b.ppm ?? -1) - (a.ppm ?? -1));
  return { rates, others };
}

/** When the first order was placed; undefined without orders. */
export const firstSale = async (db: Db): Promise<number | undefined> => (await findSaleTimes(db))?.first;
