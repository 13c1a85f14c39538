import type { ScheduledPrice } from "../../../catalog/rules/product-fields.ts";
import { dollars } from "../../../money.ts";
import { type PartSides, putBackParts } from "./part-undo.ts";

/** Undoes one change of a product's temporary prices. */
export const putBackPrices = (sides: PartSides<ScheduledPrice>) =>
  putBackParts(sides, {
    name: ({ price }) => `The price of ${dollars(price)} for a time`,
    gone: "was removed or has ended since. Schedule it again by hand.",
    back: "was scheduled again since. Edit it by hand.",
  });
