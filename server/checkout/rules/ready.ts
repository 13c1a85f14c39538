import { shortageText } from "../../catalog/rules/shortage.ts";
import { maySell, type StateRule } from "../../catalog/rules/states.ts";
import { areaName } from "../../customers/rules/areas.ts";
import type { FieldError } from "../../outcome.ts";

type Wanted = {
  variantId: string;
  productId: string;
  categoryId: string;
  productName: string;
  quantity: number;
  left: number;
  active: boolean;
};

/**
 * Products that the state of the shipping address forbids, as one message at the field for the
 * state (decisions §7).
 */
export function stateErrors(
  lines: readonly Wanted[],
  { country, countryArea }: { country: string; countryArea: string },
  rules: readonly StateRule[],
): FieldError[] {
  const forbidden = lines.filter(({ productId, categoryId }) => !maySell({ id: productId, categoryId }, rules));
  if (forbidden.length === 0) return [];
  const names = [...new Set(forbidden.map(({ productName }) => `“${productName}”`))].join(", ");
  return [{ field: "countryArea", message: `${names} cannot be sold in ${areaName(country, countryArea)}.` }];
}

/**
 * Why these quantities cannot be bought; undefined when they can. Lines of one variant count
 * together.
 */
export function stockRefusal(lines: readonly Wanted[]): string | undefined {
  for (const line of lines) {
    if (!line.active) return `“${line.productName}” is no longer sold`;
    const wanted = lines.filter(({ variantId }) => variantId === line.variantId).reduce((all, { quantity }) => all + quantity, 0);
    if (wanted > line.left) return shortageText(line.left, `“${line.productName}”`);
  }
  return undefined;
}
