/** The number that a shopper typed, also in the form of an email: "Order 1001", "#1001". */
export function orderNumber(typed: string): number | undefined {
  const [, digits] = /^(?:order|no\.?|number)?\s*#?\s*(\d{1,12})$/i.exec(typed.trim()) ?? [];
  return digits === undefined ? undefined : Number(digits);
}
