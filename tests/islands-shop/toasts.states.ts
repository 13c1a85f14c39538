import { createPath, linePath } from "../../server/checkout/cart-paths.ts";
import { states as addStates } from "../catalog/add-to-cart.states.ts";
import { islandHtml } from "./island-html.ts";

/** Toasts appear when something happens. */
export const states = { empty: {}, "a refusal": {} };
export const beside = islandHtml("add-to-cart", addStates.offered);
export const presses = { "a refusal": "[data-island=add-to-cart] button" };

const refused = { error: "Beaker is sold out.", code: "stock" };
export const answers = { "a refusal": { [createPath]: refused, [linePath]: refused } };
