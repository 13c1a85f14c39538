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

/** What sales can be grouped by. */
export type SalesGroup = "day" | "month" | "area" | "method" | "promo";

/** Sums of a group, in cents: `net` is products after discounts and what went back, `total` all that was owed. */
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
 * Sales of a period as the ledger has them: each edit, refund and cancelation on the day on which it
 * was booked. Days are those of the shop's calendar, as `2026-12-02`, and months as `2026-12`, the
 * earliest first; other groups have the most sold first.
 */
export async function salesBy(db: Db, dates: Dates, group: SalesGroup, period: Period): Promise<SalesRow[]> {
  if (group === "day") return await dayRows(db, dates, period);
  if (group === "month") return await monthRows(db, dates, period);
  const rows = (await sumPart(db, group, [{ label: "", ...period }])).map(({ label: _, name, ...sums }) =>
    rowOf({ group: name, ...sums }),
  );
  return rows.sort((a, b) => b.total - a.total || a.group.localeCompare(b.group));
}

/** All of a period in one. */
export async function salesTotal(db: Db, period: Period): Promise<SalesRow> {
  const [all] = await sumPart(db, "all", [{ label: "", ...period }]);
  const none = { orders: 0, sold: 0, discount: 0, back: 0, shipping: 0, taxCharged: 0, taxBack: 0 };
  const { label: _, name: __, ...sums } = all ?? { label: "", name: "", ...none };
  return rowOf({ group: "", ...sums });
}

/** Sums of a product, in cents; `net` is after discounts and what went back. */
export type ProductSales = ProductSums;

type SalesByProduct = {
  /** up to `most`, the most sold first */
  products: ProductSales[];
  /** whether there are more */
  isCut: boolean;
  /** of all products, and of what is none's; each order once, whatever it has of products */
  total: Omit<ProductSales, "productId">;
  /** what of the ledger is no product's: refunds by amount, and money of canceled orders that was booked on another day */
  others: { net: Cents; tax: Cents };
};

const addSums = (one: ProductSums, other: ProductSums | undefined): ProductSums => ({
  productId: one.productId,
  orders: one.orders + (other?.orders ?? 0),
  units: one.units + (other?.units ?? 0),
  net: one.net + (other?.net ?? 0),
  tax: one.tax + (other?.tax ?? 0),
});

/** Products of a period, and what of the ledger is none's. */
export async function salesByProduct(db: Db, period: Period, most: number): Promise<SalesByProduct> {
  const back = new Map((await findProductsBack(db, period)).map((row) => [row.productId, row]));
  // What went back only takes away: so many more as it concerns, and the first are among them.
  const limit = most + back.size + 1;
  const sold = await findProductsSold(db, period, Number.isFinite(limit) ? limit : undefined);
  const found = sold.map((row) => addSums(row, back.get(row.productId)));
  if (sold.length < limit) {
    const known = new Set(sold.map(({ productId }) => productId));
    found.push(...[...back.values()].filter(({ productId }) => !known.has(productId)));
  }
  found.sort((a, b) => b.net - a.net || (a.productId < b.productId ? -1 : 1));
  const ofProducts = [...back.values()].reduce(addSums, { productId: "", orders: 0, ...(await sumSold(db, period)) });
  const all = await salesTotal(db, period);
  return {
    products: found.slice(0, most),
    isCut: found.length > most,
    total: { orders: all.orders, units: ofProducts.units, net: all.net, tax: all.tax },
    others: { net: all.net - ofProducts.net, tax: all.tax - ofProducts.tax },
  };
}

/**
 * Tax of a period by state and rate, the states with the most tax first; `others` is by state what the
 * ledger has beside: refunds by amount, and shipping of orders that were canceled.
 */
export async function taxByRate(db: Db, period: Period): Promise<{ rates: TaxSums[]; others: { area: string; back: Cents }[] }> {
  const rates = await sumTaxRates(db, period);
  const areas = await sumPart(db, "area", [{ label: "", ...period }]);
  const known = (area: string) =>
    rates.filter((rate) => rate.area === area).reduce((all, { charged, back }) => all + charged + back, 0);
  const owed = new Map(areas.map(({ name, taxCharged, taxBack }) => [name, taxCharged + taxBack]));
  const others = [...owed].map(([area, tax]) => ({ area, back: tax - known(area) })).filter(({ back }) => back !== 0);
  const taxOf = ({ area }: TaxSums) => owed.get(area) ?? 0;
  rates.sort((a, b) => taxOf(b) - taxOf(a) || a.area.localeCompare(b.area) || (b.ppm ?? -1) - (a.ppm ?? -1));
  return { rates, others };
}

/** When the first order was placed; undefined before there is one. */
export const firstSale = async (db: Db): Promise<number | undefined> => (await findSaleTimes(db))?.first;
