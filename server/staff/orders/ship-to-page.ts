import { z } from "zod";
import type { Order } from "../../orders/find.ts";
import type { ReaddressPreview, ReaddressSums } from "../../orders/readdress.ts";
import type { OrderRecord } from "../../orders/record.ts";
import { cardText } from "../../orders/rules/card-brands.ts";
import type { Refusal } from "../../outcome.ts";
import { view } from "../../web/view.ts";
import type { FormBody } from "../forms/body.ts";
import { resentFields } from "../forms/field-view.ts";
import { type StaffContext, staffFrame } from "../frame.ts";
import { staffOrderAddressPath, staffOrderPath, staffOrderReplacementPath, staffOrdersPath } from "../paths.ts";
import { may } from "../people/rules/permissions.ts";
import { addressRequestPart } from "./address-request-part.ts";
import { addressForm, addressViews, isMisplaced } from "./address-view.ts";
import { orderConfirmation } from "./order-preview-page.ts";
import type { OrderPreview } from "./order-previews.ts";
import { addressFieldsIn, readdressQuestion } from "./readdress-question.ts";

/** The fields of the form; `seen` counts the decisions about the order that the page showed. */
const shipToForm = z.object({ seen: z.coerce.number().int().min(0).max(100_000), ...addressForm });

const shownAmount = z.coerce.number().int().min(0).max(1_000_000_000_000).optional();

/** A form with the sums that the page showed, in cents, agrees to a change of state. */
export const addressChangeForm = shipToForm.extend({
  shownShipping: shownAmount,
  shownTax: shownAmount,
  shownRefund: shownAmount,
});

/** A form with `shownRefund`, the refund in cents that the page showed, agrees to cancel. */
export const replacementForm = shipToForm.extend({ shownRefund: shownAmount });

type ShownAmounts = Record<"shownShipping" | "shownTax" | "shownRefund", number | undefined>;

/** The agreed sums in a sent form; undefined unless all of them are there. */
export function shownSums({
  shownShipping: shipping,
  shownTax: tax,
  shownRefund: refund,
}: ShownAmounts): ReaddressSums | undefined {
  if (shipping === undefined || tax === undefined || refund === undefined) return undefined;
  return { shipping, tax, refund };
}

type ShipToInput = {
  seen: number;
  notice: string | undefined;
  refusal?: Refusal | undefined;
  typed?: FormBody | undefined;
  /** the preview of a cancelation or a change of state to which the staff have to agree first */
  preview?: OrderPreview | undefined;
  readdress?: ReaddressPreview | undefined;
};

const payeeOf = (order: Order): string => cardText(order) ?? (order.means ? "the shopper" : "the card");

/** The question whether to cancel the order, with the typed address. */
function replacementQuestion(order: Order, preview: OrderPreview, typed: FormBody) {
  const { words, button, fields } = orderConfirmation(preview, payeeOf(order), {}, false);
  const more = "Then a phone order begins with the same products at today’s prices, without a gift, and with the new address.";
  return { words: `${words} ${more}`, button, fields: [...fields, ...addressFieldsIn(typed)] };
}

function questionOf(order: Order, { preview, readdress, typed = {} }: ShipToInput) {
  if (readdress) return { action: staffOrderAddressPath(order.number), ...readdressQuestion(readdress, payeeOf(order), typed) };
  return preview && { action: staffOrderReplacementPath(order.number), ...replacementQuestion(order, preview, typed) };
}

/** The page that changes the shipping address of an unshipped order. */
export function shipToPage(context: StaffContext, record: OrderRecord, input: ShipToInput) {
  const { order } = record;
  const { seen, notice, refusal, typed, preview, readdress } = input;
  const fields = addressViews(order.shippingAddress, undefined, isMisplaced(refusal));
  const isTyped = refusal || preview || readdress;
  const isDecline = typed?.how === "decline";
  return {
    ...staffFrame(context, `Shipping address of order ${order.number}`, staffOrdersPath),
    token: context.token,
    order: staffOrderPath(order.number),
    action: staffOrderAddressPath(order.number),
    number: order.number,
    isOpen: order.state === "placed" && !order.isPartShipped,
    notice,
    formError: refusal && !refusal.errors ? refusal.error : undefined,
    /** why the order can only be canceled, above the question whether to cancel it */
    reason: preview && refusal?.errors?.map(({ message }) => message).join(" "),
    seen,
    request: readdress || preview ? undefined : addressRequestPart(context, record, { typed, refusal }),
    fields: isTyped && !isDecline ? resentFields(fields, { refusal: preview ? undefined : refusal, typed }) : fields,
    question: questionOf(order, input),
    replacement: staffOrderReplacementPath(order.number),
    /** offered once the address was refused */
    mayReplace: refusal !== undefined && !isDecline && !preview && may(context.staff, "orders:refund"),
  };
}
type ShipToPage = ReturnType<typeof shipToPage>;
export const shipToView = view<ShipToPage>("staff/order-address");
