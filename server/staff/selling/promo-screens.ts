import { countOpenWithPromo, countUses, mostCounted, timesText } from "../../checkout/promo-records.ts";
import type { PromoFields } from "../../checkout/rules/promo-fields.ts";
import { promoKind } from "./kinds.ts";
import { batchesPart } from "./promo-batches-part.ts";
import { promoForm } from "./promo-form.ts";
import type { RuleScreens } from "./screens.ts";

const countText = (count: number): string => (count >= mostCounted ? `${mostCounted} or more` : String(count));
/** The number of open checkouts in words, such as `3 open checkouts have this code applied.` */
export const openText = (count: number, what: string): string => {
  if (count > 1) return `${countText(count)} open checkouts have ${what}.`;
  return `${count === 1 ? "1" : "No"} open checkout has ${what}.`;
};

export const promoScreens: RuleScreens<PromoFields> = {
  kind: promoKind,
  title: "Promos",
  one: "promo",
  intro:
    "Codes that shoppers type, and promos that apply without one. The checkout takes the effect off the products a promo is for.",
  form: promoForm,
  batches: batchesPart,
  facts: async ({ db }, id) => {
    const used = await countUses(db, id);
    const open = await countOpenWithPromo(db, id);
    return [
      used > 0 ? `It was used ${timesText(used)}: its code and kind stay.` : "It was not used yet.",
      `${openText(open, "this code applied")} A change counts there at once; nobody is charged a total that was not shown.`,
    ];
  },
};
