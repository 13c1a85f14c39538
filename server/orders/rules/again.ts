import type { SellableVariant } from "../../catalog/rules/sellable-variant.ts";
import { restrictedText, shortageText } from "../../catalog/rules/shortage.ts";
import { maySell, type StateRule } from "../../catalog/rules/states.ts";

/** A line of a past order, except gifts. */
export type PastLine = { variantId: string; productName: string; variantName: string; quantity: number };

/** Why units are lacking: no longer sold, none in stock, too few in stock, or a state's rule. */
export type ShortageReason = "gone" | "out_of_stock" | "short" | "restricted";
export type AgainLine = { variantId: string; name: string; wanted: number; added: number; lacking?: ShortageReason };

/** Current offers, and the rules of the order's state. */
export type Offer = { variants: readonly SellableVariant[]; rules: readonly StateRule[]; area: string };

/** Merges lines of one variant. */
function summed(lines: readonly PastLine[]): Omit<AgainLine, "added">[] {
  return [...Map.groupBy(lines, ({ variantId }) => variantId)].map(([variantId, same]) => {
    const { productName, variantName } = same[0] as PastLine;
    const name = variantName ? `${productName} (${variantName})` : productName;
    return { variantId, name, wanted: same.reduce((sum, { quantity }) => sum + quantity, 0) };
  });
}

const variantOf = ({ variants }: Offer, id: string) => variants.find((variant) => variant.id === id && variant.active);

const isRestricted = ({ productId, categoryId }: SellableVariant, { rules }: Offer): boolean =>
  !maySell({ id: productId, categoryId }, rules);

/**
 * How many units of each variant to add to a cart, by the variant's id. Leaves out variants that
 * are no longer sold, or may not be sent to the order's state.
 */
export function wantedUnits(lines: readonly PastLine[], offer: Offer): Map<string, number> {
  const sold = summed(lines).filter(({ variantId }) => {
    const variant = variantOf(offer, variantId);
    return variant && !isRestricted(variant, offer);
  });
  return new Map(sold.map(({ variantId, wanted }) => [variantId, wanted]));
}

function shortageReason(line: Omit<AgainLine, "lacking">, offer: Offer): ShortageReason | undefined {
  const variant = variantOf(offer, line.variantId);
  if (!variant) return "gone";
  if (isRestricted(variant, offer)) return "restricted";
  if (variant.left <= 0) return "out_of_stock";
  return line.added < line.wanted ? "short" : undefined;
}

/** Each line with the units added, and why some are lacking. */
export function againLines(lines: readonly PastLine[], offer: Offer, added: ReadonlyMap<string, number>): AgainLine[] {
  return summed(lines).map((line) => {
    const filled = { ...line, added: added.get(line.variantId) ?? 0 };
    const lacking = shortageReason(filled, offer);
    return { ...filled, ...(lacking && { lacking }) };
  });
}

function lackingText({ name, added, lacking }: AgainLine, area: string): string {
  if (lacking === "gone") return `${name} is no longer available.`;
  if (lacking === "restricted") return restrictedText(name, area);
  if (lacking === "out_of_stock") return shortageText(0, name);
  return added > 0 ? `We could add only ${added} of ${name}.` : `Your cart already holds all we can sell you of ${name}.`;
}

/** One sentence per line with lacking units; empty if all units were added. */
export const againNotice = (lines: readonly AgainLine[], { area }: Offer): string =>
  lines
    .filter(({ lacking }) => lacking)
    .map((line) => lackingText(line, area))
    .join(" ");
