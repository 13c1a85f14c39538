import type { Db, Tx } from "../db/tables.ts";
import { addStateRule, findProductRules, findStateRules } from "./queries/states.ts";
import type { StateRule } from "./rules/states.ts";

type Place = { country: string; area: string };

/** What may not be sold in a state or province. */
export const stateRules = (reader: Db, place: Place): Promise<StateRule[]> => findStateRules(reader, place);

/** Where a product may not be sold. */
export const rulesOfProduct = (reader: Db, product: { id: string; categoryId: string }): Promise<StateRule[]> =>
  findProductRules(reader, product);

/** Forbids a category or a product in a state. */
export const forbid = (tx: Tx, rule: StateRule): Promise<void> => addStateRule(tx, rule);
