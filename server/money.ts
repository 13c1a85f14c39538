/** Integer cents of USD, 0 to 2^53-1. */
export type Cents = number;

/** Money in JSON: decimal dollars as specified (`12.5`). */
export type Money = { amount: number; currency: "USD" };

export const toAmount = (cents: Cents): number => Number((cents / 100).toFixed(2));

export const toMoney = (cents: Cents): Money => ({ amount: toAmount(cents), currency: "USD" });

const grouped = (whole: string) => whole.replace(/\B(?=(\d{3})+$)/g, ",");

/** Formats cents as `$1,234.50`, always with two decimals (requirement 144). */
export function dollars(cents: Cents): string {
  const digits = Math.abs(cents).toString().padStart(3, "0");
  return `${cents < 0 ? "-" : ""}$${grouped(digits.slice(0, -2))}.${digits.slice(-2)}`;
}

/** Formats a range as `$10.00 - $25.00`, or as one price if both are equal (requirement 145). */
export const priceRange = (start: Cents, stop: Cents): string =>
  start === stop ? dollars(start) : `${dollars(start)} - ${dollars(stop)}`;

/** Formats a price range for the staff as `$10.00–$25.00`, or as one price if both are equal. */
export const staffPriceRange = (start: Cents, stop: Cents): string =>
  start === stop ? dollars(start) : `${dollars(start)}–${dollars(stop)}`;

/**
 * The cents of a text such as `12`, `12.5` or `1,299.00`; undefined if the text is not an amount in
 * whole cents.
 */
export function parseDollars(text: string): Cents | undefined {
  const match = /^\$?(\d{1,3}(?:,\d{3})+|\d{1,13})(?:\.(\d{1,2})0*)?$/.exec(text.trim());
  if (!match?.[1]) return undefined;
  return Number(match[1].replaceAll(",", "")) * 100 + Number((match[2] ?? "0").padEnd(2, "0"));
}

/**
 * Splits `total` by `weights` with the largest remainder method: the shares add up to the total
 * exactly.
 */
export function allocate(total: Cents, weights: readonly number[]): Cents[] {
  const sum = weights.reduce((all, weight) => all + weight, 0);
  if (sum === 0) return weights.map(() => 0);
  const exact = weights.map((weight) => (BigInt(total) * BigInt(weight)) / BigInt(sum));
  const rest = weights.map((weight) => (BigInt(total) * BigInt(weight)) % BigInt(sum));
  let cents = total - Number(exact.reduce((all, share) => all + share, 0n));
  const order = rest.map((_, index) => index).sort((a, b) => Number((rest[b] ?? 0n) - (rest[a] ?? 0n)) || a - b);
  const shares = exact.map(Number);
  for (const index of order) {
    if (cents-- <= 0) break;
    shares[index] = (shares[index] ?? 0) + 1;
  }
  return shares;
}
