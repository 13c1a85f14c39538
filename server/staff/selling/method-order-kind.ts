import { listMethods, readMethodOrder, writeMethodOrder } from "../../checkout/shipping-records.ts";
import { staffRulesPath } from "../paths.ts";
import type { RecordKind } from "../records/records.ts";

/** The methods' ids in their order; empty while they are offered by price. */
export type MethodOrder = { order: readonly string[] };

/** One record has the order of all methods, so that one undo restores a move. */
export const methodOrderKind: RecordKind<MethodOrder> = {
  kind: "shipping-method-order",
  needs: "rules:write",
  name: () => "Order of the shipping methods",
  path: () => staffRulesPath("methods"),
  labels: { order: "Order" },
  words: (_field, value, { referenced }) =>
    (value as MethodOrder["order"]).map((id) => referenced.get(id) ?? id).join(", ") || "by price",
  referenced: async (db) => new Map((await listMethods(db)).map(({ id, name }) => [id, name])),
  read: async (tx) => ({ order: await readMethodOrder(tx) }),
  write: (tx, _id, { order }) => writeMethodOrder(tx, order),
};

/** The id of the only record of this kind. */
export const allMethodsId = "all";
