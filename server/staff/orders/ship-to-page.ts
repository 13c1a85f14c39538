import { z } from "zod";
import type { Order } from "../../orders/find.ts";
import type { Refusal } from "../../outcome.ts";
import { view } from "../../web/view.ts";
import type { FormBody } from "../forms/body.ts";
import { resentFields } from "../forms/field-view.ts";
import { type StaffContext, staffFrame } from "../frame.ts";
import { staffOrderAddressPath, staffOrderPath, staffOrdersPath } from "../paths.ts";
import { addressForm, addressViews, isMisplaced } from "./address-view.ts";

/** The fields of the form; `seen` is the number of decisions about the order that the page showed. */
export const shipToForm = z.object({ seen: z.coerce.number().int().min(0).max(100_000), ...addressForm });

type ShipToInput = {
  order: Order;
  seen: number;
  notice: string | undefined;
  refusal?: Refusal | undefined;
  typed?: FormBody | undefined;
};

/** The page that changes the shipping address of an unshipped order. */
export function shipToPage(context: StaffContext, { order, seen, notice, refusal, typed }: ShipToInput) {
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
    fields: refusal ? resentFields(fields, { refusal, typed }) : fields,
  };
}
type ShipToPage = ReturnType<typeof shipToPage>;
export const shipToView = view<ShipToPage>("staff/order-address");
