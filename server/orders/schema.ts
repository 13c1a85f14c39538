import { z } from "zod";
import { mapAddress } from "../customers/rules/address-fields.ts";
import { text, textLines } from "../text-schemas.ts";
import { workField } from "../web/proof-of-work/schema.ts";
import { reasons } from "./rules/cancel-reasons.ts";

/** A form sends the number as text, an island as a number. */
const orderNumber = z.union(
  [
    z.int().positive(),
    z
      .string()
      .regex(/^\d{1,15}$/)
      .transform(Number),
  ],
  "must be the order's number",
);

/** Limits the id to characters that the database accepts: PostgreSQL refuses U+0000. */
export const orderId = z.string("must be the order's id").regex(/^[\w-]{1,64}$/, "must be the order's id");

export const cancelRequest = z.object({
  orderNumber,
  orderId,
  userEmail: z.string("must be your email address").max(254),
  reason: z.enum(reasons, "Please choose a reason."),
  next: z.string().optional(),
});

/** Units are in fields named `line-ID`; their errors are shown beside them. */
export const returnRequestBody = z.looseObject({
  orderId,
  /** how many returns of the order the page had shown */
  seen: z.coerce.number().int().min(0).max(100_000),
  returnReason: textLines(10_000).default(""),
});

/** A missing field counts as blank; the rules have a message for it. */
const typedLine = textLines(1000).default("");
/** A ticked box sends `true`; an unticked box sends nothing. */
const isTicked = z.union([z.boolean(), text(10).transform((value) => value === "true")]).default(false);

/** The fields of the requested address have the same names as in the checkout. */
export const addressRequestBody = z.object({
  ...mapAddress(() => typedLine),
  orderId,
  addressNote: textLines(10_000).default(""),
  acceptPostalCode: isTicked,
});
export const addressWithdrawalBody = z.object({ orderId });

/** A number and an email request a link; the mailed token opens the order. */
export const lookupBody = z.union([
  z.object({ token: text(100) }),
  z.object({
    number: z.union([text(40), z.number()]).transform(String),
    email: text(300),
    work: workField.optional(),
  }),
]);

/** The token of a mail's link to an order. */
export const orderTokenBody = z.object({ token: text(100) });
export const orderLinkBody = orderTokenBody.extend({ work: workField.optional() });

const productId = z.string("must be the product's id").regex(/^[\w-]{1,64}$/, "must be the product's id");
/** A form sends the stars as text, and nothing if none were chosen. */
const stars = z.union([z.int(), z.string().max(2).transform(Number)]).default(0);
const optional = (most: number) => text(most).default("");
const reviewFields = { productId, stars, title: optional(500), text: optional(10_000), author: optional(500) };
const bySender = <Fields extends z.ZodRawShape>(fields: Fields) =>
  z.union([z.object({ ...fields, token: text(100) }), z.object({ ...fields, orderId })]);

/**
 * The lengths allowed here are wide. The lower limits of a review are checked in
 * catalog/rules/review-text.ts, and their errors are shown beside the fields.
 */
export const reviewBody = bySender(reviewFields);
export const reviewRemovalBody = bySender({ productId });

/** Names an order by its id, or by a mail's link. */
export const againBody = z.union([orderTokenBody, z.object({ orderId })]);
