import type { Generated } from "kysely";
import type { Time } from "./column-types.ts";

type StockReason = "received" | "damaged" | "lost" | "found" | "correction" | "sample" | "supplier" | "counted";

/** A movement of stock, never changed. */
export type StockMovementTable = {
  id: string;
  variant_id: string;
  /** `set`: by an import, by hand or by a count */
  kind: "initial" | "set" | "sold" | "restocked";
  /**
   * the signed number: sold units are negative, and the sum of a variant's movements is its on_hand
   */
  units: number;
  order_id: string | null;
  at: Time;
  /** the staff's reason for it; null for orders and imports */
  reason: Generated<StockReason | null>;
  note: Generated<string>;
  /** `staff:ID`; null for orders and imports */
  actor: Generated<string | null>;
  /** the movement that this one undoes */
  undoes: Generated<string | null>;
  /** the count sheet from which it was posted */
  sheet_id: Generated<string | null>;
};

/** A list of variants that people count, over hours or days. */
export type CountSheetTable = {
  id: string;
  name: string;
  state: Generated<"open" | "posted" | "discarded">;
  /** 1: units of unshipped orders are still on the shelves, and are counted */
  with_unshipped: 0 | 1;
  created_by: string;
  created_at: Time;
  ended_by: Generated<string | null>;
  ended_at: Generated<Time | null>;
};

export type CountLineTable = {
  sheet_id: string;
  variant_id: string;
  /** the position on the sheet, from 1 */
  position: number;
  /** null until the variant was counted */
  counted: Generated<number | null>;
  /** the expected units at the moment of the count */
  expected: Generated<number | null>;
  counted_by: Generated<string | null>;
  counted_at: Generated<Time | null>;
};

/**
 * A row for reports: one event of an order's ledger, with the values by which reports group orders.
 * Amounts have the sign of a sale, so returned amounts are negative.
 */
type SaleEntryTable = {
  order_id: string;
  event: string;
  at: number;
  /** the area to which the order was shipped */
  area: string;
  method: string;
  /** empty without a promo */
  promo_code: string;
  /** 1 in the event `placed`, else 0 */
  orders: number;
  products: number;
  discount: number;
  shipping: number;
  tax: number;
};

/**
 * The ways in which reports group sales. `all` is a single group with an empty name. `rate` has the
 * taxed amounts by area and tax rate, named `AREA|PPM`. `shipping_tax` is a single group with the
 * tax on shipping.
 */
export type SalePart = "all" | "area" | "method" | "promo" | "rate" | "shipping_tax";

/** Sums of the entries of a UTC day (in days since 1970-01-01), for days before the mark. */
type SaleSumTable = {
  part: SalePart;
  day: number;
  name: string;
  orders: number;
  sold: number;
  discount: number;
  back: number;
  shipping: number;
  tax_charged: number;
  tax_back: number;
};

export type StockTables = {
  sale_sum: SaleSumTable;
  /** one row: the first day that is not summed up */
  sale_sum_mark: { id: 1; until: number };
  stock_movement: StockMovementTable;
  count_sheet: CountSheetTable;
  count_line: CountLineTable;
  sale_entry: SaleEntryTable;
};
