import { z } from "zod";
import type { OrderRecord } from "../../orders/record.ts";
import { cardText } from "../../orders/rules/card-brands.ts";
import { isDecision } from "../../orders/rules/decision.ts";
import { disputedKind } from "../../orders/rules/words.ts";
import type { Refusal } from "../../outcome.ts";
import { textLine } from "../../text-schemas.ts";
import { view } from "../../web/view.ts";
import type { FormBody } from "../forms/body.ts";
import { resentFields } from "../forms/field-view.ts";
import { type StaffContext, staffFrame } from "../frame.ts";
import { staffOrderDiscountPath, staffOrderPath, staffOrdersPath } from "../paths.ts";
import { orderSums } from "./order-money.ts";
import { orderConfirmation } from "./order-preview-page.ts";
import type { OrderPreview } from "./order-previews.ts";
import { discountFields } from "./phone-order-prices.ts";

const line = (most: number) => textLine(most).default("");
const sum = z.coerce.number().int().min(0).max(1_000_000_000_000).optional();

/**
 * `shownAmount` and `shownRefund` are the sums in cents that the page showed, to which the staff
 * agree. A form without them gets the page that shows the sums.
 */
export const orderDiscountForm = z.object({
  seen: z.coerce.number().int().min(0).max(100_000),
  discountKind: z.enum(["percent", "amount"]),
  discount: line(20),
  reason: line(1000),
  shownAmount: sum,
  shownRefund: sum,
  disputed: z.coerce.string().max(10).optional(),
});

type DiscountPageInput = {
  record: OrderRecord;
  refusal?: Refusal | undefined;
  typed?: FormBody | undefined;
  preview?: OrderPreview | undefined;
};

/** The page that gives a discount on a placed order. */
export function orderDiscountPage(context: StaffContext, { record, refusal, typed = {}, preview }: DiscountPageInput) {
  const { order, events, afterSale } = record;
  const payee = cardText(order) ?? (order.means && "the shopper");
  const isDisputed = events.some(({ kind }) => kind === disputedKind);
  const fields = discountFields(undefined, { hint: "Of the products, before their tax.", required: true });
  return {
    ...staffFrame(context, `Discount on order ${order.number}`, staffOrdersPath),
    token: context.token,
    order: staffOrderPath(order.number),
    action: staffOrderDiscountPath(order.number),
    number: order.number,
    isOpen: order.state === "placed",
    formError: refusal && !refusal.errors ? refusal.error : undefined,
    seen: events.filter(isDecision).length,
    sums: orderSums(order, afterSale),
    fields: refusal || preview ? resentFields(fields, { refusal, typed }) : fields,
    confirmation: preview && orderConfirmation(preview, payee, typed, isDisputed),
  };
}
type OrderDiscountPage = ReturnType<typeof orderDiscountPage>;
export const orderDiscountView = view<OrderDiscountPage>("staff/order-discount");
