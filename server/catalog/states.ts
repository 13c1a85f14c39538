import { trackedResult } from "../db/changes/tracked-results.ts";
import type { Db, Tx } from "../db/tables.ts";
import { addStateRule, findRulesOf, findStateRules, hasRestrictions } from "./queries/states.ts";
import type { StateRule } from "./rules/states.ts";
import { anyCategory, anyProduct } from "./subjects.ts";

type Place = { country: string; area: string };

/** Rules of what may not be sold in a state or province. */
export const stateRules = (reader: Db, place: Place): Promise<StateRule[]> => findStateRules(reader, place);

type ProductIds = { id: string; categoryId: string };

/** Where products may not be sold. */
export const rulesOfProducts = (reader: Db, products: readonly ProductIds[]): Promise<StateRule[]> =>
  findRulesOf(reader, products);

/** In every state and province, those for its category too. */
export const rulesOfProduct = (reader: Db, product: ProductIds): Promise<StateRule[]> => findRulesOf(reader, [product]);

/** Whether some product may not be sold somewhere: pages ask for the shopper's state only then. */
export const hasStateRules = (reader: Db): Promise<boolean> =>
  trackedResult(reader, {
    key: "has state rules",
    // Those of the rules' products and categories.
    subjects: [anyProduct, anyCategory],
    read: () => hasRestrictions(reader),
  });

/** Forbids a category or a product in a state. */
export const forbid = (tx: Tx, rule: StateRule): Promise<void> => addStateRule(tx, rule);
