/** Refuses more units than are left; `name` is in quotation marks. */
export function shortageText(left: number, name?: string): string {
  if (left <= 0) return `${name ?? "This item"} is out of stock.`;
  return `Only ${left} of ${name ?? "this item"} ${left === 1 ? "is" : "are"} left.`;
}

/** Refuses products that the state forbids, by name; `area` is the state's name. */
export const restrictedText = (names: string, area: string): string => `${names} can’t be sold in ${area}.`;

/** Refuses a product that the shop no longer sells. */
export const noLongerSoldText = (name = "This item"): string => `${name} is no longer sold.`;
