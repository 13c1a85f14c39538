import { createPath } from "../../server/checkout/cart-paths.ts";
import { states as addStates } from "../catalog/add-to-cart.states.ts";
import { islandHtml } from "./island-html.ts";

/** The overlay is visible during a call. */
export const states = { hidden: {}, "a call is under way": {} };
export const beside = islandHtml("add-to-cart", addStates.offered);
export const presses = { "a call is under way": "[data-island=add-to-cart] button" };
export const answers = { "a call is under way": { [createPath]: null } };
