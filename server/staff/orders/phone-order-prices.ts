import type { Means } from "../../checkout/rules/means-fields.ts";
import { longestReason, type PriceAdjustment, type StaffDiscount } from "../../checkout/rules/price-adjustment.ts";
import type { QuotedCheckout } from "../../checkout/show.ts";
import { dollars } from "../../money.ts";
import { centsOf, wholeNumberOf } from "../forms/body.ts";
import { choiceView, type FieldView, lineView } from "../forms/field-view.ts";
import { centsText } from "../forms/number-fields.ts";

type DiscountForm = { discountKind: StaffDiscount["kind"]; discount: string; reason: string };

const discountKinds = [
  { value: "percent", label: "Percent of the products" },
  { value: "amount", label: "Dollars" },
];

/** The fields of the discount that the staff give. */
export function discountFields(
  { discount }: PriceAdjustment = {},
  { hint = "Empty for none.", required = false } = {},
): FieldView[] {
  const amount = discount && (discount.kind === "percent" ? String(discount.amount) : centsText(discount.amount));
  return [
    choiceView("select", { name: "discountKind", label: "Discount in" }, discountKinds, [discount?.kind ?? "percent"]),
    lineView("discount", "Discount", amount ?? "", { inputmode: "decimal", maxlength: "12", hint, required }),
    lineView("reason", "Reason", discount?.reason ?? "", {
      maxlength: String(longestReason),
      required,
      hint: "The shopper reads it beside the discount.",
    }),
  ];
}

/** The discount of a form with `discountFields`. */
export const typedDiscount = ({ discountKind: kind, discount, reason }: DiscountForm): StaffDiscount => ({
  kind,
  amount: kind === "percent" ? wholeNumberOf(discount.replace(/\s*%$/, "")) : centsOf(discount),
  reason,
});

/** The field of the shipping price that the staff set. */
export const shippingPriceFields = ({ shipping }: PriceAdjustment = {}): FieldView[] => [
  lineView("shippingPrice", "Shipping price in dollars", shipping === undefined ? "" : centsText(shipping), {
    inputmode: "decimal",
    maxlength: "12",
    hint: "Empty for the method’s own price.",
  }),
];

/** The form that places a phone order without a payment now, with the methods that it offers. */
export function placePart({ priced, quote }: QuotedCheckout, means: readonly Means[], chosen: string) {
  const isFree = priced.total === 0;
  const choices = means.map(({ id, name }) => ({ value: id, label: name }));
  const fields =
    isFree || choices.length === 0 ? [] : [choiceView("radios", { name: "means", label: "Paid by" }, choices, [chosen])];
  return {
    isEmpty: priced.lines.length === 0,
    quote: quote.id,
    total: dollars(priced.total),
    isFree,
    isOffered: quote.id !== "" && (isFree || choices.length > 0),
    fields,
  };
}
