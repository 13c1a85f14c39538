import type { Cents } from "../../money.ts";

/**
 * `amount × parts / whole`, rounded half up. Uses big integers, since the product may exceed the
 * safe range.
 */
export const partOf = (amount: Cents, parts: number, whole: number): Cents =>
  Number((BigInt(amount) * BigInt(parts) * 2n + BigInt(whole)) / (BigInt(whole) * 2n));
