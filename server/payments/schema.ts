import { z } from "zod";
import { workField } from "../web/proof-of-work/schema.ts";

const text = z.string("must be text").max(1000, "is too long");
/** A missing field counts as blank; the card's rules refuse it in the shopper's words. */
const optionalText = text.default("");

const cardDetails = z.object({
  cardNumber: optionalText,
  expirationDate: optionalText,
  securityCode: optionalText,
  cardName: optionalText,
});
const tokenDetails = z.object({ token: text.min(1, "must not be empty") });

/** PostgreSQL refuses U+0000 even in a query. */
const id = z
  .string("must be an id")
  .max(128, "must be an id")
  .refine((text) => !text.includes("\u0000"), "must be an id");

/** A key of a press on Pay. */
const pressKey = z.string("must be text").regex(/^[\x21-\x7e]{1,200}$/, "must be 1 to 200 printable characters");

const callFields = z.object({
  checkoutId: id.min(1, "must be an id"),
  quote: id.optional(),
  formKey: pressKey.optional(),
  work: workField.optional(),
  means: id.optional(),
});

export const paymentLinkBody = callFields.pick({ checkoutId: true });

/**
 * The payment call; `quote` identifies the total that was shown, `formKey` the form
 * that was pressed, `work` a solved challenge of an earlier refusal, or the token of a mailed link.
 * With `means`, the id of a payment method without a card, card details are neither needed nor
 * read.
 */
export const paymentCall = callFields.extend({
  paymentDetails: z.union([tokenDetails, cardDetails], "must be a card").optional(),
});

/**
 * The payment page as a native form, where fields may be missing; it includes the checkout's
 * billing fields.
 */
export const paymentForm = callFields
  .extend({ ...cardDetails.shape, formKey: pressKey.or(z.literal("")).optional() })
  .transform(({ checkoutId, quote, formKey, work, means, ...paymentDetails }) => ({
    checkoutId,
    means: means || undefined,
    quote: quote || undefined,
    formKey: formKey || undefined,
    work: work || undefined,
    paymentDetails,
  }));

/** A header's key for one press on Pay, for clients that send it. */
export const idempotencyKey = pressKey.optional();
