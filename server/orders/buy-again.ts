import { stateRules } from "../catalog/states.ts";
import { findVariants } from "../catalog/variants.ts";
import { areaName } from "../customers/rules/areas.ts";
import type { Db } from "../db/tables.ts";
import { type Outcome, ok, refuse } from "../outcome.ts";
import type { Order } from "./find.ts";
import { type AgainLine, againLines, againNotice, type Offer, wantedUnits } from "./rules/again.ts";

type AddedUnits = ReadonlyMap<string, number>;

/**
 * Adds as many units as possible to this browser's cart, and stores the notice for the shopper.
 * Changes nothing if `check` refuses. The caller passes this function, since orders do not know
 * carts.
 */
export type FillCart = (
  quantities: ReadonlyMap<string, number>,
  check: (added: AddedUnits) => Outcome<string>,
) => Promise<Outcome<{ checkoutId: string; added: AddedUnits }>>;

export type BoughtAgain = { checkoutId: string; lines: readonly AgainLine[] };

/** Puts an order's lines into the cart again at current prices, except gifts. */
export async function buyAgain(db: Db, order: Order, fillCart: FillCart): Promise<Outcome<BoughtAgain>> {
  const lines = order.lines.filter(({ gift }) => !gift);
  const offer = await offerTo(db, order);
  const check = (added: AddedUnits) => {
    const notice = againNotice(againLines(lines, offer, added), offer);
    return added.size > 0 ? ok(notice) : refuse("out_of_stock", notice);
  };
  const filled = await fillCart(wantedUnits(lines, offer), check);
  return filled.ok ? ok({ checkoutId: filled.value.checkoutId, lines: againLines(lines, offer, filled.value.added) }) : filled;
}

async function offerTo(db: Db, { lines, shippingAddress }: Order): Promise<Offer> {
  const { country, countryArea } = shippingAddress;
  const variants = await findVariants(
    db,
    lines.map(({ variantId }) => variantId),
  );
  const rules = await stateRules(db, { country, area: countryArea });
  return { variants, rules, area: areaName(country, countryArea) };
}
