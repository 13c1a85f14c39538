/** The refusal of more units than are left; `name` has quotation marks already. */
export function shortageText(left: number, name?: string): string {
  if (left <= 0) return `${name ?? "This item"} is out of stock.`;
  return `Only ${left} of ${name ?? "this item"} ${left === 1 ? "is" : "are"} left.`;
}

/** The refusal of products that a state forbids; `area` is the state's name. */
export const restrictedText = (names: string, area: string): string => `${names} can’t be sold in ${area}.`;

/** The refusal of a product that the shop no longer sells. */
export const noLongerSoldText = (name = "This item"): string => `${name} is no longer sold.`;
