import { z } from "zod";

const text = z.string("must be a text").max(1000, "is too long");
/** A missing field counts as blank: the card's rules refuse it in words for the shopper. */
const typed = text.default("");

const cardDetails = z.object({ cardNumber: typed, expirationDate: typed, securityCode: typed, cardName: typed });
const tokenDetails = z.object({ token: text.min(1, "must not be empty") });

/** PostgreSQL cannot even be asked about U+0000. */
const id = z
  .string("must be an id")
  .max(128, "must be an id")
  .refine((text) => !text.includes("\u0000"), "must be an id");

/** What names a press on Pay. */
const pressKey = z.string("must be a text").regex(/^[\x21-\x7e]{1,200}$/, "must be 1 to 200 printable characters");

const wanted = z.object({
  checkoutId: id.min(1, "must be an id"),
  quote: id.optional(),
  formKey: pressKey.optional(),
});

/**
 * The payment call; `quote` names the total that was shown (decisions §3), `formKey` the form that
 * was pressed on.
 */
export const paymentCall = wanted.extend({ paymentDetails: z.union([tokenDetails, cardDetails], "must be a card").optional() });

/**
 * The payment page as a native form, where what is missing may be left blank; its billing part is
 * the checkout's own.
 */
export const paymentForm = wanted
  .extend({ ...cardDetails.shape, formKey: pressKey.or(z.literal("")).optional() })
  .transform(({ checkoutId, quote, formKey, ...paymentDetails }) => ({
    checkoutId,
    quote: quote || undefined,
    formKey: formKey || undefined,
    paymentDetails,
  }));

/** What names one press on Pay in a header, for clients that send it. */
export const idempotencyKey = pressKey.optional();
