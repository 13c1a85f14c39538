import { stateRules } from "../catalog/states.ts";
import { blankAddress } from "../customers/rules/address.ts";
import type { Db } from "../db/tables.ts";
import { type PricedCheckout, priceOf } from "./price-checkout.ts";
import { findSampleBasis, type ShippingMethod } from "./queries/prices.ts";
import { isCodeUsed } from "./queries/promo-codes.ts";
import { findAutomaticPromos, findPromoByCode } from "./queries/promos.ts";
import { noSuchPromo } from "./rules/promo.ts";
import { stateErrors } from "./rules/ready.ts";
import { inOfferedOrder } from "./rules/shipping-rate.ts";
import type { TaxAnswer } from "./rules/tax-request.ts";
import { askTax, isTaxOpen, withoutTax } from "./settle-tax.ts";
import type { TaxService } from "./tax-service.ts";

export type SampleCart = {
  lines: readonly { variantId: string; quantity: number }[];
  /** empty: without a code */
  code: string;
  country: string;
  area: string;
  /** absent: the first offered method */
  methodId: string | undefined;
};

export type SampleTotals = {
  priced: PricedCheckout;
  methods: readonly ShippingMethod[];
  /** why the code does not apply, as a text for the shopper */
  promoRefused: string | undefined;
  /** why some products cannot be sold there */
  stateRefused: string | undefined;
};

/** Prices a cart for a new shopper, with the checkout's calculation. Writes nothing. */
export async function simulateCheckout(db: Db, sample: SampleCart, now: number, tax?: TaxService): Promise<SampleTotals> {
  const { country, area, code, methodId } = sample;
  const lines = sample.lines.map((line, index) => ({ ...line, id: String(index), gift: false }));
  const address = { ...blankAddress, country, countryArea: area };
  const { methods: methodRows, ...basis } = await findSampleBasis(db, { lines, address }, now);
  const promo = code === "" ? undefined : await findPromoByCode(db, code, { production: false });
  const promos = [...(promo ? [promo] : []), ...(await findAutomaticPromos(db, now))];
  const newShopper = { before: false, ordered: false, tagged: true };
  const isUsed = await isCodeUsed(db, promo?.batchCode, "");
  const pricing = {
    promos: promos.map((each) => ({
      promo: each,
      use: { ...newShopper, others: each.used, isCodeUsed: each === promo && isUsed },
    })),
    isOpen: true,
    now,
  };
  const methods = inOfferedOrder(methodRows, (each) => priceOf({ ...basis, method: each }, pricing).shipping);
  const method = methods.find(({ id }) => id === methodId) ?? methods[0];
  const pricedBy = (answer?: TaxAnswer) => priceOf({ ...basis, method }, { ...pricing, answer });
  const byTable = pricedBy();
  const answer = tax && isTaxOpen(byTable) ? await askTax(tax, byTable, now) : undefined;
  const priced = tax && !answer && isTaxOpen(byTable) ? withoutTax(byTable) : pricedBy(answer);
  const unknown = code !== "" && !promo ? noSuchPromo.error : undefined;
  const [forbidden] = stateErrors(priced.lines, address, await stateRules(db, { country, area }));
  return { priced, methods, promoRefused: unknown ?? priced.notice, stateRefused: forbidden?.message };
}
