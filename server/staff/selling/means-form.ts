import { longestInstructions, type MeansFields } from "../../checkout/rules/means-fields.ts";
import { box } from "../forms/choice-fields.ts";
import { line, textArea } from "../forms/fields.ts";
import { form } from "../forms/form.ts";
import { wholeNumber } from "../forms/number-fields.ts";

/** The form of a payment method without a card. */
export const meansForm = form<MeansFields>({
  name: line("Name", { required: true, hint: "Such as Bank transfer, e-Transfer, Check, Cash at pick-up, or Invoice." }),
  instructions: textArea("Instructions", {
    hint: "What the shopper has to do, in Markdown. It is shown after the order is placed, on its page, and in emails.",
    rows: 8,
    most: longestInstructions,
  }),
  termDays: wholeNumber("Days to pay", { required: true, none: Number.NaN }),
  shipsUnpaid: box("Pack orders before they are paid", { legend: "Packing" }),
  active: box("On", { legend: "State", isTickedFirst: true }),
});
