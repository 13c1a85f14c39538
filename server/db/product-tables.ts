import type { Time } from "./column-types.ts";

/** A former address of a product. */
export type ProductRedirectTable = { slug: string; product_id: string; at: Time };

/** A temporary price of a variant. */
export type PriceScheduleTable = {
  id: string;
  product_id: string;
  variant_id: string;
  /** cents */
  price: number;
  starts_at: Time;
  /** null: the price stays */
  ends_at: Time | null;
  /** 0 or 1: while the price applies, the former price is shown as the compare-at price */
  shows_former: number;
  state: "waiting" | "active" | "ended";
  /** the replaced price, which returns at the end; null before the schedule began */
  former_price: number | null;
  former_compare_at: number | null;
};

export type ProductTables = { product_redirect: ProductRedirectTable; price_schedule: PriceScheduleTable };
