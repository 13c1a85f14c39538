import type { Backdrop } from "../catalog/rules/product.ts";
import type { SellableVariant } from "../catalog/rules/sellable-variant.ts";
import type { Address } from "../customers/rules/address-fields.ts";
import type { Db, Tx } from "../db/tables.ts";
import type { Cents } from "../money.ts";
import type { Refusal } from "../outcome.ts";
import type { CheckoutRow } from "./find.ts";
import { findUsablePromos, promoOffers, promoUseOf, type UsablePromo } from "./promo-offers.ts";
import type { Line } from "./queries/lines.ts";
import { findPriceBasis, type PriceBasis, type ShippingMethod } from "./queries/prices.ts";
import { bestOffer, type PromoOffer, promoNote } from "./rules/best-promo.ts";
import type { DeliveryTime } from "./rules/delivery.ts";
import { type GiftEligibility, giftEligibility, giftHolds, giftInStock } from "./rules/gift.ts";
import { adjustedRate, type PriceAdjustment } from "./rules/price-adjustment.ts";
import { type Promo, type PromoBasis, promoCovers, promoRefusal } from "./rules/promo.ts";
import type { Parcel, ShippingRate } from "./rules/shipping-rate.ts";
import { noTax } from "./rules/tax.ts";
import { isValidAt, type TaxAnswer, withTaxes } from "./rules/tax-request.ts";
import { merchandiseValue, type PricedUnits, type Totals, totalsOf, weightOf } from "./rules/totals.ts";
import { taxKeyOf } from "./tax-key.ts";

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
  /** behind the picture (requirements 150, 151) */
  backdropColour: Backdrop;
  quantity: number;
  gift: boolean;
  /** units of the variant that can be bought, including the line's own */
  left: number;
  /** false once the owner deactivated the variant */
  active: boolean;
  /** 0 for a gift */
  unitPrice: Cents;
  discount: Cents;
  tax: Cents;
  /** parts per million; undefined if a tax service does not say */
  taxPpm: number | undefined;
  /** unit price × quantity − discount */
  net: Cents;
};

/** The chosen shipping method, and how long it takes, if the owner says so. */
export type PricedMethod = { id: string; name: string; delivery: DeliveryTime | undefined };

export type PricedCheckout = {
  lines: PricedLine[];
  subtotal: Cents;
  discount: Cents;
  /** 0 until a method is chosen */
  shipping: Cents;
  /** includes the tax on shipping; 0 until the shipping address is known */
  tax: Cents;
  /** the part of `tax` on shipping */
  shippingTax: Cents;
  /** the rate on shipping; undefined if a tax service does not say */
  shippingTaxPpm: number | undefined;
  total: Cents;
  /**
   * The answer that gave the tax of these lines: the answer of the tax service, or of the table in
   * its place. If it is undefined, the tax was calculated from the table without a stored answer
   */
  taxAnswer?: TaxAnswer;
  /** the tax cannot be calculated now and is not in the total */
  isTaxUnknown?: boolean;
  /** weight of all units */
  grams: number;
  /** the promo that applies; only one ever does */
  promo?: Pick<Promo, "id" | "label" | "automatic" | "batchCode">;
  /** the typed code while it holds, also beside an automatic promo that saves more */
  typedCode?: string;
  /** what the shopper should know about the promos */
  promoNote?: string;
  /** what the staff set in place of the shop's prices */
  adjustment?: PriceAdjustment;
  method?: PricedMethod;
  /** the shipping address, whose state's tax applies */
  address: Address | undefined;
  gifts: GiftEligibility;
  /**
   * parts of the checkout that no longer apply: left out of the sums above, and removed at the next
   * change
   */
  lapsed: { promo: boolean; gift: boolean; method: boolean };
  /** a message about removed parts, with the reason */
  notice?: string;
};

/** The parcel of a priced checkout. */
export const parcelOf = ({ subtotal, discount, grams }: Pick<PricedCheckout, "subtotal" | "discount" | "grams">): Parcel => ({
  merchandise: subtotal - discount,
  grams,
});

/** Why the shopper has to choose a shipping method again before the payment. */
export const methodGone = "The shipping method you chose is no longer offered for your address. Choose another one.";

type Sold = Line & { variant: SellableVariant };

/**
 * Calculates a checkout from the current catalogue, rates and rules; stored and sent prices are
 * ignored.
 */
export async function priceCheckout(reader: Db | Tx, checkout: CheckoutRow, now: number): Promise<PricedCheckout> {
  const basis = await findPriceBasis(reader, checkout, now);
  if (checkout.isLinesAlone) return linesPriced(basis, now);
  return priceOf(basis, { ...(await pricingOf(reader, checkout, now)), answer: checkout.taxAnswer });
}

/** The checkout's prices with each of these methods. */
export async function priceByMethod(
  reader: Db | Tx,
  checkout: CheckoutRow,
  methods: readonly ShippingMethod[],
  now: number,
): Promise<PricedCheckout[]> {
  const basis = await findPriceBasis(reader, checkout, now);
  const pricing = await pricingOf(reader, checkout, now);
  return methods.map((method) =>
    priceOf({ ...basis, method, hasChosenMethod: true }, { ...pricing, answer: checkout.taxAnswer }),
  );
}

const pricingOf = async (reader: Db | Tx, checkout: CheckoutRow, now: number): Promise<PriceInput> => ({
  promos: await findUsablePromos(reader, checkout, now),
  adjustment: checkout.adjustment,
  isOpen: checkout.state === "open",
  now,
});

/**
 * Prices only the lines, without address, method and promo code, for visitors who do not hold the
 * checkout.
 */
function linesPriced(basis: PriceBasis, now: number): PricedCheckout {
  const place = { address: undefined, method: undefined, hasChosenMethod: false, tax: noTax };
  const { notice: _, ...priced } = priceOf({ ...basis, ...place }, { promos: [], isOpen: true, now, answer: undefined });
  return priced;
}

/** Calculates all prices, for checkouts and sample carts alike. */
export function priceOf(basis: PriceBasis, { promos, adjustment, isOpen, now, answer }: PriceInput): PricedCheckout {
  const { address, method, tax, giftRules } = basis;
  const sold = soldOf(basis);
  const bought = sold.filter((line) => !line.gift);
  const shippingRate = method && adjustedRate(method, adjustment);
  const offers = promoOffers(promos, {
    basisOf: (promo) => promoBasis(promo, bought, method),
    priceWith: (promo) => priceWith(promo, bought, shippingRate),
    now,
  });
  const best = bestOffer(offers, method?.id);
  const typed = offers.find(({ promo }) => !promo.automatic);
  const running = best?.promo;
  const rates = {
    promo: adjustment?.discount ?? running,
    shipping: shippingRate,
    taxPpm: tax.ratePpm,
    shippingTaxPpm: tax.shippingPpm,
  };
  const unitsOf = (lines: readonly Sold[]) => lines.map((line) => priced(line, running, tax));
  const { discount: off } = totalsOf(unitsOf(bought), rates);
  const gifts = giftEligibility(giftRules, merchandiseValue(unitsOf(bought)) - off);
  const earned = sold.filter((line) => !line.gift || giftHolds(gifts, line.variant.productId));
  const effective = isOpen ? earned.filter((line) => !line.gift || isInStock(line, bought)) : earned;
  const units = unitsOf(effective);
  const byTable = totalsOf(units, rates);
  const validAnswer = answer && answerFor(basis, effective, byTable, { answer, isOpen, now });
  const { lines, ...totals } = validAnswer ? withTaxes(byTable, validAnswer) : byTable;
  const lapsed = {
    promo: typed?.refusal !== undefined,
    gift: effective.length < sold.length,
    method: basis.hasChosenMethod && address !== undefined && method === undefined,
  };
  const promoWords = promoNote(offers, best);
  const notice = noticeOf(typed, lapsed, earned.length === sold.length);
  return {
    ...totals,
    grams: weightOf(units),
    lines: effective.map((line, index) => ({
      ...toPriced(line),
      ...(lines[index] ?? { discount: 0, net: 0, tax: 0 }),
      taxPpm:
        validAnswer?.by === "service" ? (validAnswer.ratesPpm?.[index] ?? undefined) : (units[index]?.taxPpm ?? tax.ratePpm),
    })),
    shippingTaxPpm: validAnswer?.by === "service" ? undefined : tax.shippingPpm,
    ...(validAnswer && { taxAnswer: validAnswer }),
    ...(running && {
      promo: { id: running.id, label: running.label, automatic: running.automatic, batchCode: running.batchCode },
    }),
    ...(typed && !typed.refusal && { typedCode: typed.promo.code }),
    ...(promoWords && { promoNote: promoWords }),
    ...(adjustment && { adjustment }),
    ...(method && { method: { id: method.id, name: method.name, delivery: method.delivery } }),
    address,
    gifts,
    lapsed,
    ...(notice && { notice }),
  };
}

/** The stored tax answer, if it belongs to these lines. */
function answerFor(
  { address }: PriceBasis,
  lines: readonly Sold[],
  totals: Totals,
  { answer, isOpen, now }: { answer: TaxAnswer; isOpen: boolean; now: number },
): TaxAnswer | undefined {
  if (!address || (isOpen && !isValidAt(answer, now))) return undefined;
  const priced = lines.map((line, index) => ({ ...toPriced(line), net: totals.lines[index]?.net ?? 0 }));
  return taxKeyOf({ lines: priced, shipping: totals.shipping }, address).key === answer.key ? answer : undefined;
}

function soldOf({ lines, variants }: { lines: readonly Line[]; variants: readonly SellableVariant[] }): Sold[] {
  const variantsById = new Map(variants.map((variant) => [variant.id, variant]));
  return lines.flatMap((line) => {
    const variant = variantsById.get(line.variantId);
    return variant ? [{ ...line, variant }] : [];
  });
}

/**
 * Whether the gift is in stock. This is checked only for open checkouts. A payment in progress
 * already holds the gift's unit, so no other unit may be left.
 */
const isInStock = (gift: Sold, bought: readonly Sold[]) => giftInStock(toPriced(gift), bought.map(toPriced));

const priced = ({ variant, quantity, gift }: Sold, promo: Promo | undefined, tax = noTax): PricedUnits => ({
  unitPrice: gift ? 0 : variant.price,
  quantity,
  grams: variant.grams,
  promoted: !gift && (promo === undefined || promoCovers(promo, variant)),
  taxPpm: tax.ofCategories.get(variant.categoryId),
});

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

/**
 * The inputs of a price besides the lines: promos that may apply, prices that the staff set, and
 * whether a gift still needs stock.
 */
type PriceInput = {
  promos: readonly UsablePromo[];
  adjustment?: PriceAdjustment | undefined;
  isOpen: boolean;
  now: number;
  answer?: TaxAnswer | undefined;
};

type Method = PriceBasis["method"];

/** The goods after a promo's discount, and the shipping. */
function priceWith(promo: Promo | undefined, bought: readonly Sold[], shippingRate: ShippingRate | undefined): Cents {
  const units = bought.map((line) => priced(line, promo));
  const { subtotal, discount, shipping } = totalsOf(units, { promo, shipping: shippingRate, taxPpm: 0 });
  return subtotal - discount + shipping;
}

/** The value and units of a promo's lines, and the checkout's shipping method. */
const promoBasis = (promo: Promo, bought: readonly Sold[], method: Method): PromoBasis => {
  const units = bought.map((line) => priced(line, promo)).filter(({ promoted }) => promoted);
  const count = units.reduce((all, { quantity }) => all + quantity, 0);
  return { value: merchandiseValue(units), units: count, methodId: method?.id };
};

/** Why a promo would not apply to this checkout; undefined if it would. */
export async function refusalOfPromo(
  reader: Db | Tx,
  checkout: CheckoutRow,
  promo: Promo,
  now: number,
): Promise<Refusal | undefined> {
  const use = await promoUseOf(reader, checkout, promo, now);
  const basis = await findPriceBasis(reader, checkout, now);
  const bought = soldOf(basis).filter(({ gift }) => !gift);
  return promoRefusal(promo, use, promoBasis(promo, bought, basis.method), now);
}

function noticeOf(promo: PromoOffer | undefined, lapsed: PricedCheckout["lapsed"], earned: boolean): string {
  const sentences = [];
  if (promo?.refusal) sentences.push(`${promo.promo.code} was removed. ${promo.refusal.error}`);
  if (lapsed.gift)
    sentences.push(`Your gift was removed because ${earned ? "it’s out of stock" : "your cart no longer qualifies for it"}.`);
  if (lapsed.method) sentences.push(methodGone);
  return sentences.join(" ");
}
