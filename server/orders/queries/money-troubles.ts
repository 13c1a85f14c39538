import { sql } from "kysely";
import type { RefusedBy } from "../../db/column-types.ts";
import type { Db, Tx } from "../../db/tables.ts";

/** An order's refused refund that is still requested, or its event of one of the given kinds. */
type TroubleRow = { order_id: string; refused_by: RefusedBy | null; kind: string | null };

/** Reads in one statement; neither `orderIds` nor `kinds` may be empty. */
export const findTroubleRows = (reader: Db | Tx, orderIds: readonly string[], kinds: readonly string[]): Promise<TroubleRow[]> =>
  reader
    .selectFrom("order_refund")
    .select(["order_id", "refused_by", sql<string | null>`NULL`.as("kind")])
    .where("order_id", "in", orderIds)
    .where("state", "=", "requested")
    .where("refused_by", "is not", null)
    .unionAll(
      reader
        .selectFrom("order_event")
        .select(["order_id", sql<RefusedBy | null>`NULL`.as("refused_by"), "kind"])
        .where("order_id", "in", orderIds)
        .where("kind", "in", kinds),
    )
    .execute();
