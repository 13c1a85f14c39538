/** The refusal of more units than are left; `name` stands in quotation marks. */
export function shortageText(left: number, name?: string): string {
  if (left <= 0) return `${name ?? "This item"} is out of stock.`;
  return `Only ${left} of ${name ?? "this item"} ${left === 1 ? "is" : "are"} left.`;
}

/** The refusal of products that the state forbids, each named; `area` is the state's name. */
export const restrictedText = (names: string, area: string): string => `${names} can’t be sold in ${area}.`;

/** The refusal of what the shop has taken out of its range. */
export const noLongerSoldText = (name = "This item"): string => `${name} is no longer sold.`;
