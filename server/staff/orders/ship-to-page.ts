import { z } from "zod";
import type { Order } from "../../orders/find.ts";
import { cardText } from "../../orders/rules/card-brands.ts";
import type { Refusal } from "../../outcome.ts";
import { view } from "../../web/view.ts";
import type { FormBody } from "../forms/body.ts";
import { resentFields } from "../forms/field-view.ts";
import { type StaffContext, staffFrame } from "../frame.ts";
import { staffOrderAddressPath, staffOrderPath, staffOrderReplacementPath, staffOrdersPath } from "../paths.ts";
import { may } from "../people/rules/permissions.ts";
import { addressForm, addressViews, isMisplaced } from "./address-view.ts";
import { orderConfirmation } from "./order-preview-page.ts";
import type { OrderPreview } from "./order-previews.ts";

/** The fields of the form; `seen` counts the decisions about the order that the page showed. */
export const shipToForm = z.object({ seen: z.coerce.number().int().min(0).max(100_000), ...addressForm });

/** A form with `shownRefund`, the refund in cents that the page showed, agrees to cancel. */
export const replacementForm = shipToForm.extend({
  shownRefund: z.coerce.number().int().min(0).max(1_000_000_000_000).optional(),
});

type ShipToInput = {
  order: Order;
  seen: number;
  notice: string | undefined;
  refusal?: Refusal | undefined;
  typed?: FormBody | undefined;
  /** what canceling the order would do, if the person has to agree to it first */
  preview?: OrderPreview | undefined;
};

/** The question whether to cancel the order, with the typed address. */
function replacementQuestion(order: Order, preview: OrderPreview | undefined, typed: FormBody = {}) {
  if (!preview) return undefined;
  const payee = cardText(order) ?? (order.means && "the shopper");
  const { words, button, fields } = orderConfirmation(preview, payee, {}, false);
  const names = Object.keys(addressForm);
  const address = Object.entries(typed).flatMap(([name, value]) =>
    names.includes(name) ? [{ name, value: String(value) }] : [],
  );
  const more = "Then a phone order begins with the same products at today’s prices, without a gift, and with the new address.";
  return { words: `${words} ${more}`, button, fields: [...fields, ...address] };
}

/** The page that changes the shipping address of an unshipped order. */
export function shipToPage(context: StaffContext, input: ShipToInput) {
  const { order, seen, notice, refusal, typed, preview } = input;
  const fields = addressViews(order.shippingAddress, undefined, isMisplaced(refusal));
  return {
    ...staffFrame(context, `Shipping address of order ${order.number}`, staffOrdersPath),
    token: context.token,
    order: staffOrderPath(order.number),
    action: staffOrderAddressPath(order.number),
    number: order.number,
    isOpen: order.state === "placed" && !order.isPartShipped,
    notice,
    formError: refusal && !refusal.errors ? refusal.error : undefined,
    seen,
    fields: refusal || preview ? resentFields(fields, { refusal, typed }) : fields,
    question: replacementQuestion(order, preview, typed),
    replacement: staffOrderReplacementPath(order.number),
    /** offered once the address was refused */
    mayReplace: refusal !== undefined && may(context.staff, "orders:refund"),
  };
}
type ShipToPage = ReturnType<typeof shipToPage>;
export const shipToView = view<ShipToPage>("staff/order-address");
