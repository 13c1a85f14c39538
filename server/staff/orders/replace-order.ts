import { setEmail } from "../../checkout/contact.ts";
import { addLine } from "../../checkout/lines.ts";
import { setMethod } from "../../checkout/method.ts";
import { offeredMethods } from "../../checkout/offered-methods.ts";
import { setNote } from "../../checkout/order-note.ts";
import { startPhoneOrder } from "../../checkout/phone-orders.ts";
import { addPromo } from "../../checkout/promo-code.ts";
import { setShipping, soldToErrors } from "../../checkout/shipping.ts";
import { addressErrors, tidyAddress } from "../../customers/rules/address.ts";
import type { Address } from "../../customers/rules/address-fields.ts";
import { addressText } from "../../customers/rules/address-lines.ts";
import { transact } from "../../db/transaction.ts";
import { cancelForShop, type ReleasePromoUse } from "../../orders/cancel.ts";
import { isDisputed } from "../../orders/disputes.ts";
import { toShip } from "../../orders/line-progress.ts";
import { addOrderNote } from "../../orders/notes.ts";
import type { OrderRecord } from "../../orders/record.ts";
import { setReplacedBy } from "../../orders/replacements.ts";
import { replacedNote } from "../../orders/rules/words.ts";
import { sumChanged } from "../../orders/seen.ts";
import { invalidFields, type Outcome, ok, type Refusal, refuse } from "../../outcome.ts";
import type { Shop } from "../../shop.ts";
import { recordChange } from "../records/audit.ts";
import { cancelationPreview, type OrderPreview } from "./order-previews.ts";
import { type PhoneOrderStepInput, phoneOrderContextOf } from "./phone-order-actions.ts";

type Replacement = {
  shop: Shop;
  record: OrderRecord;
  address: Address;
  seen: number;
  /** the refund that the page showed; undefined: nobody has agreed yet */
  shown: number | undefined;
  source: PhoneOrderStepInput["source"];
  now: number;
  releasePromoUse: ReleasePromoUse;
};

type ReplacementOutcome = Outcome<{ id: string }> & { preview?: OrderPreview };

const unconfirmed = refuse("unconfirmed", "Say which refund you agree to: data holds what it would be.");
const disputed = refuse(
  "order_closed",
  "This payment is disputed at the bank. Cancel the order on its own page, then take a phone order.",
);

/** The units that an order has not shipped yet, without its gift. */
const unitsOf = ({ afterSale }: OrderRecord) =>
  afterSale.lines.flatMap((progress) => {
    const quantity = toShip(progress);
    return progress.line.gift === 0 && quantity > 0 ? [{ variantId: progress.line.variant_id, quantity }] : [];
  });

/**
 * Cancels an unshipped order, and begins a phone order with its products, email, note, promo
 * code, and another address; returns the phone order's id. An address to which the products may not
 * be sold is refused before anything is canceled. Without `shown`, this cancels nothing. If the
 * phone order cannot be filled, it stays as far as it came, and a note keeps the address.
 */
export async function replaceOrder(replacement: Replacement): Promise<ReplacementOutcome> {
  const { shop, record, seen, shown, source, now, releasePromoUse } = replacement;
  const { id: orderId } = record.order;
  const address = tidyAddress(replacement.address);
  const wrong = addressErrors(address);
  if (wrong.length > 0) return invalidFields(wrong);
  const variantIds = unitsOf(record).map(({ variantId }) => variantId);
  const errors = await transact(shop.db, (tx) => soldToErrors(tx, variantIds, address));
  if (errors.length > 0) return invalidFields(errors);
  if (await isDisputed(shop.db, orderId)) return disputed;
  if (shown === undefined) return await withPreview(unconfirmed, replacement);
  const canceled = await cancelForShop(shop.db, orderId, now, releasePromoUse, source.actor, { seen, shown, note: replacedNote });
  if (!canceled.ok) return canceled === sumChanged ? await withPreview(canceled, replacement) : canceled;
  const id = await startPhoneOrder(shop.db, {
    takenBy: source.actor,
    now,
    record: async (tx, checkoutId) => {
      await setReplacedBy(tx, orderId, checkoutId);
      const after = { "Replaces order": record.order.number };
      await recordChange(tx, source, { kind: "phone-order", id: checkoutId, action: "begun", after }, now);
    },
  });
  const isFilled = await fill({ shop, checkoutId: id, source, now }, record, address).then(
    () => true,
    (error: unknown) => {
      shop.log.error({ err: error, order: orderId }, "a phone order was not filled from the order that it replaces");
      return false;
    },
  );
  const text = `Not all was taken over into the phone order. The address: ${addressText(address)}`;
  if (!isFilled) await addOrderNote(shop.db, { orderId, text, to: "staff", actor: source.actor }, now);
  return ok({ id });
}

async function withPreview(refusal: Refusal, { shop, record, seen }: Replacement): Promise<ReplacementOutcome> {
  const preview = await cancelationPreview(shop.db, { orderId: record.order.id, seen });
  return preview.ok ? { ...refusal, data: preview.value, preview: preview.value } : preview;
}

/**
 * Fills a phone order from a canceled order. What is refused, such as a product that is no longer
 * sold, is left out, and the phone order's page shows what is missing.
 */
async function fill(input: PhoneOrderStepInput, record: OrderRecord, address: Address): Promise<void> {
  const { db, dates, config } = input.shop;
  const { email, orderNote, promoCode, shippingMethod } = record.order;
  const context = phoneOrderContextOf(input, "taken over from a canceled order");
  for (const units of unitsOf(record)) await addLine(db, context, units);
  await setEmail(db, context, { email });
  if (orderNote !== "") await setNote(db, context, orderNote);
  const shipped = await setShipping(db, context, { shippingAddress: address, saveForLater: false, acceptPostalCode: true });
  if (promoCode !== null) await addPromo(db, { ...context, production: config.production }, promoCode);
  const methods = shipped.ok ? await offeredMethods(db, shipped.value, { dates, now: input.now }) : [];
  const method = methods.find(({ name }) => name === shippingMethod);
  if (method) await setMethod(db, context, method.id);
}
