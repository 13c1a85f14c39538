import { z } from "zod";
import type { Contact } from "../../orders/contact.ts";
import type { Order } from "../../orders/find.ts";
import type { Refusal } from "../../outcome.ts";
import { textLine } from "../../text-schemas.ts";
import { view } from "../../web/view.ts";
import type { FormBody } from "../forms/body.ts";
import { lineView, resentFields } from "../forms/field-view.ts";
import { type StaffContext, staffFrame } from "../frame.ts";
import { staffOrderContactPath, staffOrderPath, staffOrdersPath } from "../paths.ts";
import type { HistoryEntry } from "../records/history-page.ts";
import { addressForm, addressViews } from "./address-view.ts";

const { acceptPostalCode: _, ...billing } = addressForm;

/** The fields of the form; `seen` counts the decisions about the order that the page showed. */
export const contactForm = z.object({
  seen: z.coerce.number().int().min(0).max(100_000),
  email: textLine(1000).default(""),
  deliveryPhone: textLine(1000).default(""),
  ...billing,
});

type ContactInput = {
  order: Order;
  seen: number;
  history: readonly HistoryEntry[];
  notice: string | undefined;
  refusal?: Refusal | undefined;
  typed?: FormBody | undefined;
};

/** The page that changes an order's email, phone and billing address. */
export function contactPage(context: StaffContext, { order, seen, history, notice, refusal, typed }: ContactInput) {
  const { email, shippingAddress, billingAddress }: Order = order;
  const contact: Contact = { phone: shippingAddress.phone, billing: billingAddress };
  const fields = [
    lineView("email", "Email", email, { required: true, hint: "If you change it, the former and the new address get an email." }),
    lineView("deliveryPhone", "Phone for the delivery", contact.phone),
  ];
  const resent = refusal && { refusal, typed };
  return {
    ...staffFrame(context, `Contact of order ${order.number}`, staffOrdersPath),
    token: context.token,
    order: staffOrderPath(order.number),
    action: staffOrderContactPath(order.number),
    number: order.number,
    isOpen: order.state === "placed",
    notice,
    formError: refusal && !refusal.errors ? refusal.error : undefined,
    seen,
    contact: resent ? resentFields(fields, resent) : fields,
    billing: resent ? resentFields(addressViews(contact.billing), resent) : addressViews(contact.billing),
    history,
  };
}
type ContactPage = ReturnType<typeof contactPage>;
export const contactView = view<ContactPage>("staff/order-contact");
