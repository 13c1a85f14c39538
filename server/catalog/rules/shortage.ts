/** The refusal of more units than are left; `name` is "this item", or a name in quotation marks. */
export function shortageText(left: number, name: string): string {
  if (left <= 0) return `${name} is out of stock`;
  return `only ${left} of ${name} ${left === 1 ? "is" : "are"} left`;
}
