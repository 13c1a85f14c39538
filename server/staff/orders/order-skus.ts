import { skusOf } from "../../catalog/skus.ts";
import type { Db } from "../../db/tables.ts";
import type { OrderRecord } from "../../orders/record.ts";

/** SKUs by the ids of the variants in an order. */
export const orderSkus = (db: Db, { afterSale }: Pick<OrderRecord, "afterSale">): Promise<ReadonlyMap<string, string>> =>
  skusOf(
    db,
    afterSale.lines.map(({ line }) => line.variant_id),
  );
