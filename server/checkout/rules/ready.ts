import { noLongerSoldText, restrictedText, shortageText } from "../../catalog/rules/shortage.ts";
import { maySell, type StateRule } from "../../catalog/rules/states.ts";
import { areaName } from "../../customers/rules/areas.ts";
import type { FieldError } from "../../outcome.ts";

type CheckoutLine = {
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
 * state.
 */
export function stateErrors(
  lines: readonly Pick<CheckoutLine, "productId" | "categoryId" | "productName">[],
  { country, countryArea }: { country: string; countryArea: string },
  rules: readonly StateRule[],
): FieldError[] {
  const forbidden = lines.filter(({ productId, categoryId }) => !maySell({ id: productId, categoryId }, rules));
  if (forbidden.length === 0) return [];
  const names = [...new Set(forbidden.map(({ productName }) => `“${productName}”`))].join(", ");
  return [{ field: "countryArea", message: restrictedText(names, areaName(country, countryArea)) }];
}

/**
 * Why these quantities cannot be bought; undefined if they can. Lines of one variant count
 * together.
 */
export function stockRefusal(lines: readonly CheckoutLine[]): string | undefined {
  const short = lines.find((line) => isShort(line, lines));
  if (!short) return undefined;
  return short.active ? shortageText(short.left, `“${short.productName}”`) : noLongerSoldText(`“${short.productName}”`);
}

/** Whether any line has more units than are left, or a variant that is no longer sold. */
export const anyShort = (lines: readonly CheckoutLine[]): boolean => lines.some((line) => isShort(line, lines));

function isShort({ variantId, active, left }: CheckoutLine, lines: readonly CheckoutLine[]): boolean {
  const totalQuantity = lines.filter((line) => line.variantId === variantId).reduce((all, { quantity }) => all + quantity, 0);
  return !active || totalQuantity > left;
}
