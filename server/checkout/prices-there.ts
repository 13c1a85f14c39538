import { findVariants } from "../catalog/variants.ts";
import type { Address } from "../customers/rules/address-fields.ts";
import type { Tx } from "../db/tables.ts";
import type { Cents } from "../money.ts";
import { invalidFields, type Outcome, ok } from "../outcome.ts";
import { findCheckoutRow } from "./queries/checkouts.ts";
import { findMethods, findTaxRules } from "./queries/prices.ts";
import { findUsedPromo } from "./queries/promos.ts";
import { partOf } from "./rules/part-of.ts";
import { adjustedRate } from "./rules/price-adjustment.ts";
import { shippingFor } from "./rules/shipping-rate.ts";

type SoldLine = { variantId: string; units: number; net: Cents };
type SoldOrder = { checkoutId: string; method: string; lines: readonly SoldLine[]; address: Address };

/**
 * Prices the shipping and the taxes of sold lines at an address, by today's rates. The lines keep
 * their prices, and the order keeps its promo, its shipping method, and what the staff set for it.
 */
export async function pricesThere(tx: Tx, { checkoutId, method: name, lines, address }: SoldOrder, now: number) {
  const place = { country: address.country, area: address.countryArea };
  const checkout = await findCheckoutRow(tx, checkoutId);
  const methods = await findMethods(tx, place);
  const method = methods.find(({ id }) => id === checkout?.shippingMethodId) ?? methods.find((each) => each.name === name);
  if (!method) return notOffered(name);
  const promo = await findUsedPromo(tx, checkoutId);
  const tax = await findTaxRules(tx, place, now);
  const variants = new Map(
    (
      await findVariants(
        tx,
        lines.map(({ variantId }) => variantId),
      )
    ).map((variant) => [variant.id, variant]),
  );
  const parcel = {
    merchandise: lines.reduce((sum, { net }) => sum + net, 0),
    grams: lines.reduce((sum, { variantId, units }) => sum + (variants.get(variantId)?.grams ?? 0) * units, 0),
  };
  const shipping = shippingFor(parcel, adjustedRate(method, checkout?.adjustment), promo);
  const taxed = lines.map(({ variantId, net }) => {
    const taxPpm = tax.ofCategories.get(variants.get(variantId)?.categoryId ?? "") ?? tax.ratePpm;
    return { tax: partOf(net, taxPpm, 1_000_000), taxPpm };
  });
  const shippingTax = partOf(shipping, tax.shippingPpm, 1_000_000);
  return ok({ shipping, shippingTax, shippingTaxPpm: tax.shippingPpm, lines: taxed });
}

const notOffered = (method: string): Outcome<never> =>
  invalidFields([
    {
      field: "countryArea",
      message: `“${method}” doesn’t ship there: cancel the order, and begin a phone order with the new address.`,
    },
  ]);
