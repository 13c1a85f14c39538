import { fieldErrors } from "../../web/call.ts";
import { type PhoneOrderStep, staffPhoneOrderPath, staffPhoneOrderStepPath, staffPhoneOrdersPath } from "../paths.ts";
import { nothing, type StaffCall } from "../staff-call.ts";
import { phoneOrderForms } from "./phone-order-actions.ts";

const orders = { method: "POST", guard: "csrf", answer: nothing, needs: "orders:edit" } as const;

const stepCall = <Step extends PhoneOrderStep>(step: Step, summary: string) =>
  ({
    ...orders,
    path: staffPhoneOrderStepPath(":id", step),
    screen: staffPhoneOrderPath(":id"),
    summary,
    body: phoneOrderForms[step],
  }) as const;

/** A call that sets prices: only who may give money back may give a discount. */
const pricing = { needs: { all: ["orders:edit", "orders:refund"] }, money: true } as const;

/** Why a phone order cannot be changed. */
const closed = ["signed_out", "changed", "paying", "completed"] as const;

export const phoneOrderCalls = {
  beginPhoneOrder: { ...orders, path: staffPhoneOrdersPath, summary: "Begins a phone order", codes: ["signed_out"] },
  savePhoneOrderFields: {
    ...stepCall("fields", "Saves the fields that were changed on a phone order’s page, and searches"),
    fieldErrors,
    codes: closed,
  },
  addPhoneOrderLine: {
    ...stepCall("line", "Adds a product to a phone order"),
    codes: [...closed, "out_of_stock", "limit_reached"],
  },
  setPhoneOrderQuantity: {
    ...stepCall("quantity", "Sets the units of a product of a phone order"),
    codes: [...closed, "out_of_stock"],
  },
  removePhoneOrderLine: { ...stepCall("removal", "Removes a product or the gift of a phone order"), codes: closed },
  choosePhoneOrderGift: {
    ...stepCall("gift", "Chooses the gift of a phone order"),
    codes: [...closed, "gift_not_earned", "out_of_stock"],
  },
  setPhoneOrderEmail: { ...stepCall("contact", "Sets the email of a phone order"), fieldErrors, codes: closed },
  setPhoneOrderNote: { ...stepCall("note", "Sets the note with a phone order"), fieldErrors, codes: closed },
  setPhoneOrderAddress: { ...stepCall("address", "Sets the shipping address of a phone order"), fieldErrors, codes: closed },
  setPhoneOrderMethod: { ...stepCall("method", "Sets the shipping method of a phone order"), fieldErrors, codes: closed },
  setPhoneOrderPromo: {
    ...stepCall("promo", "Applies a promo code to a phone order, or removes it"),
    codes: [...closed, "promo_unknown", "promo_refused"],
  },
  setPhoneOrderDiscount: {
    ...stepCall("discount", "Sets the discount of a phone order, in place of a promo code, or removes it"),
    ...pricing,
    fieldErrors,
    codes: [...closed, "reauthenticate"],
  },
  setPhoneOrderShippingPrice: {
    ...stepCall("shipping", "Sets the shipping price of a phone order, or removes it"),
    ...pricing,
    fieldErrors,
    codes: [...closed, "reauthenticate"],
  },
  placePhoneOrder: {
    ...stepCall("place", "Places a phone order that is paid later by a payment method without a card, or that is free"),
    fieldErrors,
    codes: [...closed, "cart_empty", "out_of_stock", "order_closed", "promo_taken", "promo_refused", "failed"],
  },
  sendPhoneOrderLink: {
    ...stepCall("link", "Mails the shopper a link to pay a phone order, in place of an earlier one"),
    fieldErrors,
    codes: [...closed, "cart_empty", "out_of_stock", "too_many_tries"],
  },
  revokePhoneOrderLink: { ...stepCall("revocation", "Revokes the link of a phone order"), codes: closed },
  discardPhoneOrder: { ...stepCall("discard", "Discards a phone order that is not paid"), codes: closed },
} as const satisfies Record<string, StaffCall>;
