/** What a shopper hears who wants more than there is of `goods`: "this item", or a name in quotation marks. */
export function shortageText(left: number, goods: string): string {
  if (left <= 0) return `${goods} is out of stock`;
  return `only ${left} of ${goods} ${left === 1 ? "is" : "are"} left`;
}
