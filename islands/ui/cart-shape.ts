import { z } from "zod";
import type { CheckoutAnswer } from "../../server/checkout/calls.ts";
import { quotedFields } from "../../server/checkout/rules/quoted-fields.ts";

/** Dollars, as in every answer: `{ amount: 12.5, currency: "USD" }`. */
export const money = z.object({ amount: z.number(), currency: z.literal("USD") });

/**
 * A cart line, in every answer with a checkout and in the props of pages with lines. One function
 * makes all of them.
 */
export const cartLine = z.object({
  id: z.string(),
  variant: z.object({ id: z.string(), name: z.string() }),
  product: z.object({ name: z.string(), slug: z.string() }),
  picture: z.object({ url: z.string(), alt: z.string() }),
  /** the color behind the picture */
  backdropColour: z.enum(["white", "black"]).optional(),
  quantity: z.number().int(),
  gift: z.boolean(),
  /** the units of the variant that the shopper can buy, including the units of this line */
  left: z.number().int(),
  /** the gross total of the line, in dollars */
  amount: z.number(),
  unitPrice: z.object({ gross: z.object({ amount: z.number() }) }),
});

/** The answer of GET totals. */
export const totals = z.object({
  subtotal: money,
  discount: money,
  shipping: money,
  tax: money,
  total: money,
  /** the promo that applies, by its code or its name */
  promo: z.string().optional(),
  promoNote: z.string().optional(),
  quote: z.string().optional(),
  /** the differences from the values that the page named; absent if it named none */
  changes: z.array(z.object({ field: z.enum(quotedFields), old: z.string(), new: z.string() })).optional(),
});

/** The answer of GET gift-products. Only these fields of each card are used here. */
export const giftChoice = z.object({
  eligible: z.boolean(),
  threshold: money,
  remaining: money,
  products: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      slug: z.string(),
      backdropColour: z.enum(["white", "black"]).optional(),
      thumbnail: z.object({ url: z.string(), alt: z.string() }),
    }),
  ),
});

export type Money = z.infer<typeof money>;
export type CartLine = z.infer<typeof cartLine>;
export type Totals = z.infer<typeof totals>;
export type GiftChoice = z.infer<typeof giftChoice>;

type OpenCheckout = Extract<CheckoutAnswer, { lines: unknown }>;
/** The used part of a checkout in a call's answer. */
export type CartCheckout = Pick<CheckoutAnswer, "id" | "state"> &
  Partial<Pick<OpenCheckout, "promoCode" | "notice">> & { lines?: CartLine[] };
