import type { GiftFields } from "../../checkout/rules/gift-fields.ts";
import { box } from "../forms/choice-fields.ts";
import { line } from "../forms/fields.ts";
import { form } from "../forms/form.ts";
import { dollars } from "../forms/number-fields.ts";
import { products } from "../forms/products-field.ts";

/** The form of a gift rule. */
export const giftForm = form<GiftFields>({
  threshold: dollars("From, in dollars", { history: "From", required: true, none: Number.NaN }),
  name: line("Name, for the staff", { history: "Name" }),
  productIds: products("Products to choose from", { history: "Products" }),
  active: box("On", { legend: "State", isTickedFirst: true }),
});
