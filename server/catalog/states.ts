import { trackedResult } from "../db/changes/tracked-results.ts";
import type { Db, Tx } from "../db/tables.ts";
import { addStateRule, findRulesOf, findStateRules, hasRestrictions } from "./queries/states.ts";
import type { StateRule } from "./rules/states.ts";
import { anyCategory, anyProduct } from "./subjects.ts";

type Place = { country: string; area: string };

/** The sale rules of a state or province. */
export const stateRules = (reader: Db, place: Place): Promise<StateRule[]> => findStateRules(reader, place);

type ProductIds = { id: string; categoryId: string };

/** The rules of all states for these products. */
export const rulesOfProducts = (reader: Db, products: readonly ProductIds[]): Promise<StateRule[]> =>
  findRulesOf(reader, products);

/** The rules of every state and province for a product, including the rules for its category. */
export const rulesOfProduct = (reader: Db, product: ProductIds): Promise<StateRule[]> => findRulesOf(reader, [product]);

/** Whether any product is restricted somewhere: only then do pages ask for the shopper's state. */
export const hasStateRules = (reader: Db): Promise<boolean> =>
  trackedResult(reader, {
    key: "has state rules",
    // Depends on the rules' products and categories.
    subjects: [anyProduct, anyCategory],
    read: () => hasRestrictions(reader),
  });

/** Forbids a category or a product in a state. */
export const forbid = (tx: Tx, rule: StateRule): Promise<void> => addStateRule(tx, rule);
