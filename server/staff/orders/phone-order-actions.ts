import { z } from "zod";
import { fullName } from "../../catalog/rules/product.ts";
import { findVariants } from "../../catalog/variants.ts";
import { setDiscount, setShippingPrice } from "../../checkout/adjust.ts";
import { setEmail } from "../../checkout/contact.ts";
import { addGift, addLine, removeLine, setLineQuantity } from "../../checkout/lines.ts";
import { setMethod } from "../../checkout/method.ts";
import { setNote } from "../../checkout/order-note.ts";
import { sendPhoneOrderLink } from "../../checkout/phone-order-link.ts";
import { discardPhoneOrder, phoneOrderContext, revokePhoneOrderLink, startPhoneOrder } from "../../checkout/phone-orders.ts";
import { addPromo, removePromo } from "../../checkout/promo-code.ts";
import { maxPerLine } from "../../checkout/rules/lines.ts";
import { orderNoteStep } from "../../checkout/schema.ts";
import { setShipping } from "../../checkout/shipping.ts";
import type { Tx } from "../../db/tables.ts";
import { findOrderWith, numbersOfOrders } from "../../orders/list.ts";
import { type Outcome, ok } from "../../outcome.ts";
import { placePhoneOrder } from "../../payments/place-phone-order.ts";
import type { Shop } from "../../shop.ts";
import { textLine } from "../../text-schemas.ts";
import { parseInput } from "../../web/read.ts";
import { centsOf } from "../forms/body.ts";
import type { PhoneOrderStep } from "../paths.ts";
import { type AuditSource, type Change, recordChange } from "../records/audit.ts";
import { addressForm, addressIn, atPlace } from "./address-view.ts";
import { typedDiscount } from "./phone-order-prices.ts";

const line = (most: number) => textLine(most).default("");
const id = z.string().min(1).max(128);
const units = (least: number) => z.coerce.number("Enter the units as a number.").int().min(least).max(maxPerLine);
/**
 * The time of the checkout's last change that the page had shown, in ms. Every action changes this
 * time, so an action from an outdated page is refused.
 */
const seen = { seen: z.coerce.number().int().min(0) };
const nothing = z.object(seen);

export const phoneOrderForms = {
  /** `q` and `who`: searches of products, and of somebody who has ordered before */
  fields: z.object({ ...seen, q: line(200), who: line(200) }),
  line: z.object({ ...seen, variantId: id, quantity: units(1), q: line(200) }),
  quantity: z.object({ ...seen, lineId: id, quantity: units(0) }),
  removal: z.object({ ...seen, lineId: id }),
  gift: z.object({ ...seen, productId: id }),
  /** `order`: the number of an earlier order with this email, whose shipping address is taken */
  contact: z.object({ ...seen, email: line(1000), order: line(12) }),
  note: orderNoteStep.pick({ orderNote: true }).extend(seen),
  address: z.object({ ...seen, ...addressForm }),
  method: z.object({ ...seen, shippingMethodId: line(128) }),
  promo: z.object({ ...seen, promoCode: line(1000) }),
  discount: z.object({ ...seen, discountKind: z.enum(["percent", "amount"]), discount: line(20), reason: line(1000) }),
  shipping: z.object({ ...seen, shippingPrice: line(20) }),
  link: nothing,
  place: z.object({ ...seen, quote: line(128), means: line(128) }),
  revocation: nothing,
  discard: nothing,
} as const satisfies Record<PhoneOrderStep, z.ZodType>;

export type PhoneOrderStepInput = {
  shop: Shop;
  checkoutId: string;
  seen?: number | undefined;
  /** the same press has changed the checkout, so it is no longer as its page had shown it */
  isChanged?: boolean;
  source: AuditSource & { actor: `staff:${string}` };
  now: number;
};
type PhoneOrderOutcome = Outcome<object>;

/**
 * The checkout's context for the staff. The audit names the action, and nothing about the shopper.
 */
export const phoneOrderContextOf = (
  { shop, checkoutId, seen, source, now }: PhoneOrderStepInput,
  action: string,
  after?: Change["after"],
) =>
  phoneOrderContext({
    actor: source.actor,
    checkoutId,
    seen,
    now,
    tax: shop.tax,
    record: (tx) => recordChange(tx, source, { kind: "phone-order", id: checkoutId, action, after }, now),
  });

/** Begins a phone order; returns its checkout's id. */
export const beginPhoneOrder = ({ shop, source, now }: Omit<PhoneOrderStepInput, "checkoutId" | "seen">): Promise<string> =>
  startPhoneOrder(shop.db, {
    takenBy: source.actor,
    now,
    record: (tx, checkoutId) => recordChange(tx, source, { kind: "phone-order", id: checkoutId, action: "begun" }, now),
  });

type AddressForm = z.output<typeof phoneOrderForms.address>;

async function storeAddress(input: PhoneOrderStepInput, { acceptPostalCode, ...form }: AddressForm): Promise<PhoneOrderOutcome> {
  const step = {
    shippingAddress: addressIn(form),
    saveForLater: false,
    acceptPostalCode: acceptPostalCode !== undefined,
  };
  const outcome = await setShipping(input.shop.db, phoneOrderContextOf(input, "address entered"), step);
  return outcome.ok ? outcome : atPlace(outcome);
}

async function storeContact(
  input: PhoneOrderStepInput,
  { email, order }: z.output<typeof phoneOrderForms.contact>,
): Promise<PhoneOrderOutcome> {
  const { db } = input.shop;
  const earlier = /^\d{1,9}$/.test(order) ? await findOrderWith(db, Number(order), email) : undefined;
  if (!earlier) return await setEmail(db, phoneOrderContextOf(input, "email entered"), { email });
  // The address comes first: if it is refused, the email also stays as it was.
  const step = { shippingAddress: earlier.shippingAddress, saveForLater: false, acceptPostalCode: true };
  const taken = await setShipping(db, phoneOrderContextOf(input, "address taken from an earlier order"), step);
  if (!taken.ok) return atPlace(taken);
  return await setEmail(db, phoneOrderContextOf({ ...input, seen: undefined }, "email entered"), { email });
}

const actions: {
  readonly [Step in PhoneOrderStep]: (
    input: PhoneOrderStepInput,
    form: z.output<(typeof phoneOrderForms)[Step]>,
  ) => Promise<PhoneOrderOutcome>;
} = {
  fields: async () => ok({}),
  line: async (input, { variantId, quantity }) => {
    const { db } = input.shop;
    const [variant] = await findVariants(db, [variantId]);
    const after = { Product: variant && fullName(variant.productName, variant.variantName), Units: quantity };
    return await addLine(db, phoneOrderContextOf(input, "product added", after), { variantId, quantity });
  },
  quantity: (input, { lineId, quantity }) =>
    setLineQuantity(input.shop.db, phoneOrderContextOf(input, "units changed", { Units: quantity }), { lineId, quantity }),
  removal: (input, { lineId }) => removeLine(input.shop.db, phoneOrderContextOf(input, "product removed"), lineId),
  gift: (input, { productId }) => addGift(input.shop.db, phoneOrderContextOf(input, "gift chosen"), productId),
  contact: storeContact,
  note: (input, { orderNote }) => setNote(input.shop.db, phoneOrderContextOf(input, "note written"), orderNote),
  address: storeAddress,
  method: (input, { shippingMethodId }) =>
    setMethod(input.shop.db, phoneOrderContextOf(input, "shipping method chosen"), shippingMethodId),
  promo: (input, { promoCode }) => {
    const { db, config } = input.shop;
    if (promoCode.trim() === "") return removePromo(db, phoneOrderContextOf(input, "promo code removed"));
    const context = phoneOrderContextOf(input, "promo code applied", { Code: promoCode.trim() });
    return addPromo(db, { ...context, production: config.production }, promoCode);
  },
  discount: (input, form) => {
    const { db } = input.shop;
    if (form.discount.trim() === "") return setDiscount(db, phoneOrderContextOf(input, "discount removed"), undefined);
    const discount = typedDiscount(form);
    const after = { Discount: discount.kind === "percent" ? `${discount.amount}%` : form.discount };
    return setDiscount(db, phoneOrderContextOf(input, "discount set", after), discount);
  },
  shipping: (input, { shippingPrice }) => {
    const { db } = input.shop;
    if (shippingPrice.trim() === "") return setShippingPrice(db, phoneOrderContextOf(input, "shipping price removed"), undefined);
    const after = { "Shipping price": shippingPrice };
    return setShippingPrice(db, phoneOrderContextOf(input, "shipping price set", after), centsOf(shippingPrice));
  },
  place: ({ shop, checkoutId, source, now }, { quote, means: meansId }) => {
    const record = (tx: Tx) =>
      recordChange(tx, source, { kind: "phone-order", id: checkoutId, action: "placed without payment" }, now);
    return placePhoneOrder(shop, { checkoutId, actor: source.actor, quote, meansId, now, record });
  },
  link: (input) => sendPhoneOrderLink(input.shop, phoneOrderContextOf(input, "link sent"), numbersOfOrders),
  revocation: (input) => revokePhoneOrderLink(input.shop.db, phoneOrderContextOf(input, "link revoked")),
  discard: (input) => discardPhoneOrder(input.shop.db, phoneOrderContextOf(input, "discarded")),
};

/** Does the step of a form of a phone order's page, by the checkout's own functions and rules. */
export async function actOnPhoneOrder<Step extends PhoneOrderStep>(
  step: Step,
  input: PhoneOrderStepInput,
  body: unknown,
): Promise<PhoneOrderOutcome> {
  const form = parseInput(phoneOrderForms[step], body);
  if (!form.ok) return form;
  const value = form.value as z.output<(typeof phoneOrderForms)[Step]>;
  return await actions[step]({ ...input, seen: input.isChanged ? undefined : value.seen }, value);
}
