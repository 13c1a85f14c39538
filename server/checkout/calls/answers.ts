import { z } from "zod";
import { card, picture } from "../../catalog/schema.ts";
import { mapAddress } from "../../customers/rules/address-fields.ts";
import { money } from "../../money-schema.ts";
import { quotedFields } from "../rules/quoted-fields.ts";

/** Decimal dollars (`12.5`). */
const amount = z.strictObject({ amount: z.number() });
const gross = z.strictObject({ gross: amount });

const address = z.strictObject(mapAddress(() => z.string())).meta({ id: "Address" });

const backdropColour = z.enum(["white", "black"]);

const line = z
  .strictObject({
    id: z.string(),
    variant: z.strictObject({ id: z.string(), name: z.string() }),
    product: z.strictObject({ name: z.string(), slug: z.string() }),
    picture,
    /** the colour behind the picture */
    backdropColour,
    quantity: z.int(),
    gift: z.boolean(),
    /** units that can be bought, including the line's own */
    left: z.int(),
    /** the line's total gross */
    amount: z.number(),
    unitPrice: gross,
    totalPrice: z.strictObject({ gross: amount, net: amount }),
  })
  .meta({ id: "CheckoutLine" });
export type LineAnswer = z.infer<typeof line>;

const completed = z.strictObject({ id: z.string(), state: z.literal("completed") });
const open = z.strictObject({
  id: z.string(),
  state: z.enum(["open", "paying"]),
  email: z.string(),
  lines: z.array(line),
  shippingAddress: address.nullable(),
  billingAddress: address.nullable(),
  shippingMethod: z.strictObject({ id: z.string(), name: z.string(), price: money }).nullable(),
  promoCode: z.string().nullable(),
  /** the shopper's note to the shop; empty without one */
  orderNote: z.string(),
  totalPrice: gross,
  /** a message shown to the shopper once */
  notice: z.string().optional(),
});
/** A checkout; a completed checkout has only an id and a state. */
export const checkout = z.union([completed, open]).meta({ id: "Checkout" });
export type CheckoutAnswer = z.infer<typeof checkout>;

const sums = {
  subtotal: money,
  discount: money,
  shipping: money,
  tax: money,
  total: money,
  /** what shoppers call the promo that applies: its code, or its name */
  promo: z.string().optional(),
  /** why another promo applies than the typed code, or why one is lost */
  promoNote: z.string().optional(),
};
/** Each change has the shown and the current value in words; a missing value is empty. */
const changes = z.array(z.strictObject({ field: z.enum(quotedFields), old: z.string(), new: z.string() }));
/** Differences from the sent quote, if one was sent. */
export const totals = z.strictObject({ ...sums, quote: z.string(), changes: changes.optional() });
export type TotalsAnswer = z.infer<typeof totals>;
/** The current total and quote, and what changed since the page was shown. */
export const changedQuote = z.strictObject({ total: money, quote: z.string(), changes });
export const promoTotals = z.strictObject({ promoCode: z.string().nullable(), ...sums });

export const gifts = z.strictObject({
  eligible: z.boolean(),
  threshold: money,
  remaining: money,
  products: z.array(card.extend({ backdropColour })),
});
export type GiftsAnswer = z.infer<typeof gifts>;

export const createdCheckout = z.strictObject({ checkoutId: z.string() });
export type BegunCheckout = z.infer<typeof createdCheckout>;

/** Items in GA4's shape. */
export const ecommerce = z.strictObject({
  currency: z.literal("USD"),
  value: z.number(),
  items: z.array(
    z.strictObject({
      item_id: z.string(),
      item_name: z.string(),
      item_variant: z.string(),
      item_category: z.string(),
      price: z.number(),
      quantity: z.int(),
    }),
  ),
});
