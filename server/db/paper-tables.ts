import type { Flag, Time } from "./column-types.ts";

type PaperColumns = {
  title: string;
  /** the lot that the paper is about; empty without one */
  lot: string;
  /** the name of the file in the store, without its folder and ending (media/papers.ts) */
  key: string;
  /** the name that a browser gives to the file */
  file_name: string;
  bytes: number;
};

/** A PDF about a product, such as a certificate of analysis. */
type ProductPaperTable = PaperColumns & {
  id: string;
  product_id: string;
  /** whether the paper is about the lot that is sold now */
  is_current: Flag;
  /** when the file was stored */
  added_at: Time;
};

/** A copy of a product's paper as it was when the order was placed; it never changes. */
type OrderPaperTable = PaperColumns & { order_id: string; product_id: string; position: number };

export type PaperTables = { product_paper: ProductPaperTable; order_paper: OrderPaperTable };
