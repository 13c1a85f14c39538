/** The refusal of more units than are left; `name` stands in quotation marks. */
export function shortageText(left: number, name?: string): string {
  if (left <= 0) return `${name ?? "This item"} is out of stock.`;
  return `Only ${left} of ${name ?? "this item"} ${left === 1 ? "is" : "are"} left.`;
}

/** The refusal of what the shop has taken out of its range. */
export const noLongerSoldText = (name = "This item"): string => `${name} is no longer sold.`;
