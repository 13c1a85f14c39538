import type { SellableVariant } from "../catalog/rules/sellable-variant.ts";
import type { Address } from "../customers/rules/address.ts";
import { normaliseEmail } from "../customers/rules/email.ts";
import type { Db, Tx } from "../db/tables.ts";
import type { Cents } from "../money.ts";
import type { Refusal } from "../outcome.ts";
import type { CheckoutRow } from "./find.ts";
import type { Line } from "./queries/lines.ts";
import { findPriceBasis } from "./queries/prices.ts";
import { findPromo, findPromoUse } from "./queries/promos.ts";
import type { DeliveryTime } from "./rules/delivery.ts";
import { type GiftEligibility, giftEligibility, giftHolds, giftInStock } from "./rules/gift.ts";
import { type Promo, promoRefusal } from "./rules/promo.ts";
import { merchandiseValue, totalsOf } from "./rules/totals.ts";

export type PricedLine = {
  lineId: string;
  variantId: string;
  productId: string;
  categoryId: string;
  categorySlug: string;
  slug: string;
  productName: string;
  variantName: string;
  picture: { url: string; alt: string };
  /** behind the picture (acceptance 150, 151) */
  backdropColour: "white" | "black";
  quantity: number;
  gift: boolean;
  /** units of the variant that can be bought, including these */
  left: number;
  /** false once the owner deactivated the variant */
  active: boolean;
  /** 0 for a gift */
  unitPrice: Cents;
  discount: Cents;
  tax: Cents;
  /** unit price × quantity − discount */
  net: Cents;
};

/** The chosen shipping method, and how long it takes where the owner says. */
export type PricedMethod = { id: string; name: string; delivery: DeliveryTime | undefined };

export type PricedCheckout = {
  lines: PricedLine[];
  subtotal: Cents;
  discount: Cents;
  /** 0 until a method is chosen */
  shipping: Cents;
  /** 0 until the shipping address is known */
  tax: Cents;
  total: Cents;
  promo?: { id: string; code: string; kind: Promo["kind"]; once: boolean };
  method?: PricedMethod;
  /** the shipping address, whose state's tax applies */
  address: Address | undefined;
  gifts: GiftEligibility;
  /**
   * what the checkout still has but no longer applies: not in the sums above, and removed at the
   * next change
   */
  lapsed: { promo: boolean; gift: boolean };
  /** the message about what was removed, and why */
  notice?: string;
};

type Sold = Line & { variant: SellableVariant };

/**
 * Calculates a checkout from the current catalogue, rates and rules; no stored or sent price
 * counts.
 */
export async function priceCheckout(reader: Db | Tx, checkout: CheckoutRow, now: number): Promise<PricedCheckout> {
  const { address, method, taxPpm, giftRules, ...basis } = await findPriceBasis(reader, checkout);
  const sold = soldOf(basis);
  const bought = sold.filter((line) => !line.gift);
  const promo = await findAppliedPromo(reader, checkout, merchandiseValue(bought.map(priced)), now);
  const rates = {
    promo: promo?.refusal === undefined ? promo?.promo : undefined,
    shipping: method,
    taxPpm,
  };
  const { discount: off } = totalsOf(bought.map(priced), rates);
  const gifts = giftEligibility(giftRules, merchandiseValue(bought.map(priced)) - off);
  const earned = sold.filter((line) => !line.gift || giftHolds(gifts, line.variant.productId));
  const effective = checkout.state === "open" ? earned.filter((line) => !line.gift || isInStock(line, bought)) : earned;
  const { lines, ...totals } = totalsOf(effective.map(priced), rates);
  const lapsed = { promo: promo?.refusal !== undefined, gift: effective.length < sold.length };
  const notice = noticeOf(promo, lapsed, earned.length === sold.length);
  return {
    ...totals,
    lines: effective.map((line, index) => ({ ...toPriced(line), ...(lines[index] ?? { discount: 0, net: 0, tax: 0 }) })),
    ...(rates.promo && { promo: promoOf(rates.promo) }),
    ...(method && { method: { id: method.id, name: method.name, delivery: method.delivery } }),
    address,
    gifts,
    lapsed,
    ...(notice && { notice }),
  };
}

function soldOf({ lines, variants }: { lines: readonly Line[]; variants: readonly SellableVariant[] }): Sold[] {
  const variantsById = new Map(variants.map((variant) => [variant.id, variant]));
  return lines.flatMap((line) => {
    const variant = variantsById.get(line.variantId);
    return variant ? [{ ...line, variant }] : [];
  });
}

/** A payment in progress holds the gift's unit, so that none may be left beside it. */
const isInStock = (gift: Sold, bought: readonly Sold[]) => giftInStock(toPriced(gift), bought.map(toPriced));

const priced = ({ variant, quantity, gift }: Sold) => ({ unitPrice: gift ? 0 : variant.price, quantity });

const toPriced = (line: Sold) => ({
  lineId: line.id,
  variantId: line.variantId,
  productId: line.variant.productId,
  categoryId: line.variant.categoryId,
  categorySlug: line.variant.categorySlug,
  slug: line.variant.slug,
  productName: line.variant.productName,
  variantName: line.variant.variantName,
  picture: line.variant.picture,
  backdropColour: line.variant.backdropColour,
  quantity: line.quantity,
  gift: line.gift,
  left: line.variant.left,
  active: line.variant.active,
  unitPrice: line.gift ? 0 : line.variant.price,
});

const promoOf = ({ id, code, kind, oncePerCustomer }: Promo) => ({ id, code, kind, once: oncePerCustomer });

type AppliedPromo = { promo: Promo; refusal: Refusal | undefined };

async function findAppliedPromo(
  reader: Db | Tx,
  checkout: CheckoutRow,
  merchandise: Cents,
  now: number,
): Promise<AppliedPromo | undefined> {
  const promo = checkout.promoId === undefined ? undefined : await findPromo(reader, checkout.promoId);
  if (!promo) return undefined;
  const use = await findPromoUse(reader, promo, checkout.id, normaliseEmail(checkout.email));
  return { promo, refusal: promoRefusal(promo, use, merchandise, now) };
}

function noticeOf(promo: AppliedPromo | undefined, lapsed: PricedCheckout["lapsed"], earned: boolean): string {
  const sentences = [];
  if (promo?.refusal) sentences.push(`${promo.promo.code} was removed. ${promo.refusal.error}`);
  if (lapsed.gift)
    sentences.push(`Your gift was removed because ${earned ? "it’s out of stock" : "your cart no longer qualifies for it"}.`);
  return sentences.join(" ");
}
