import { z } from "zod";
import { mapAddress } from "../customers/rules/address-fields.ts";
import { anyId as id, textLines } from "../text-schemas.ts";
import { maxLines, maxPerLine } from "./rules/lines.ts";

/**
 * A form's text. If a text is longer than the rule of its field allows, but within this limit, the
 * shopper gets a message beside the field.
 */
const text = textLines(1000);

const quantityRule = `must be a whole number from 1 to ${maxPerLine}`;
const quantity = z.number(quantityRule).int(quantityRule).min(1, quantityRule).max(maxPerLine, quantityRule);
/** A native form sends the quantity as digits. */
const typedQuantity = z
  .string(quantityRule)
  .regex(/^\d{1,3}$/, quantityRule)
  .transform(Number)
  .pipe(quantity);

export const checkoutQuery = z.object({ checkoutId: id });
/** Includes the quote that the page shows; the answer lists the differences from this quote. */
export const totalsQuery = checkoutQuery.extend({ quote: text.optional() });

const object = "must be a JSON object";
const units = z.object({ variantId: id, quantity: quantity.default(1) }, object);
export const newCheckout = z.object(
  { lines: z.array(units, "must be a list").max(maxLines, `can have up to ${maxLines} lines`).default([]) },
  object,
);

const lineFields = { checkoutId: id, variantId: id.optional(), giftProductId: id.optional() };
type LineSubject = { variantId?: string | undefined; giftProductId?: string | undefined };
const oneOfBoth = ({ variantId, giftProductId }: LineSubject): boolean =>
  (variantId === undefined) !== (giftProductId === undefined);
const exactlyOne = { path: ["variantId"], error: "must be sent, or giftProductId instead" };
export const newLine = z.object({ ...lineFields, quantity: quantity.default(1) }, object).refine(oneOfBoth, exactlyOne);
export const newLineForm = z.object({ ...lineFields, quantity: typedQuantity.default(1) }).refine(oneOfBoth, exactlyOne);

export const lineStep = z.object({ checkoutId: id, lineId: id, quantity: quantity.default(1) }, object);
export const lineStepForm = lineStep.extend({ quantity: typedQuantity.default(1) });
export const lineRemoval = z.object({ checkoutId: id, lineId: id }, object);

/** A native add-to-cart form of a cached page; the cookie names the checkout. */
export const cartAddition = z.object({ variantId: id, quantity: quantity.default(1), next: text.optional() }, object);
export const cartAdditionForm = cartAddition.extend({ quantity: typedQuantity.default(1) });

export const orderNoteStep = z.object({ checkoutId: id, orderNote: text }, object);

export const contactStep = z.object({ email: text, checkoutId: id }, object);
/** `askedEmail` is the address doubted before, `suggestedEmail` the suggested correction. */
export const contactForm = contactStep
  .extend({ askedEmail: text.default(""), suggestedEmail: text.optional() })
  .transform(({ suggestedEmail, ...step }) => ({ ...step, email: suggestedEmail ?? step.email }));

/** A missing field counts as blank; the rules have a message for it. */
const optionalText = text.default("");
const addressShape = z.object(
  mapAddress(() => optionalText),
  "must be an address",
);

const yesOrNo = z.boolean("must be true or false");
export const shippingStep = z.object(
  {
    shippingAddress: addressShape,
    checkoutId: id,
    saveForLater: yesOrNo.default(false),
    acceptPostalCode: yesOrNo.default(false),
  },
  object,
);
/** A ticked box sends `true` or `on`; an unticked box sends nothing. */
const ticked = text.optional().transform((value) => value === "true" || value === "on" || value === "1");
export const shippingForm = z
  .object({ checkoutId: id, saveForLater: ticked, acceptPostalCode: ticked, ...addressShape.shape })
  .transform(({ checkoutId, saveForLater, acceptPostalCode, ...shippingAddress }) => ({
    checkoutId,
    saveForLater,
    acceptPostalCode,
    shippingAddress,
  }));

export const billingStep = z.object(
  { billingAddress: addressShape, checkoutId: id, sameAsShipping: yesOrNo.optional(), quote: text.optional() },
  object,
);
/**
 * The billing part of the payment page as a native form: a separate address only if the box is not
 * ticked.
 */
export const billingForm = z
  .object({ checkoutId: id, sameAsShipping: ticked, ...addressShape.shape })
  .transform(({ checkoutId, sameAsShipping, ...own }) => ({ checkoutId, billingAddress: sameAsShipping ? undefined : own }));

export const methodStep = z.object({ shippingMethodId: id, checkoutId: id }, object);
/** Without scripts the form may be sent without a choice; a rule refuses it, not the schema. */
export const methodForm = z.object({ shippingMethodId: text.default(""), checkoutId: id });

export const promoStep = z.object({ checkoutId: id, promoCode: text }, object);
export const promoRemoval = z.object({ checkoutId: id, promoCode: text.optional() }, object);
