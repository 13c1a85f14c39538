import { dollars } from "../../server/money.ts";

/** An answer's decimal dollars, as `$1,234.50`. */
export const price = ({ amount }: { amount: number }): string => dollars(Math.round(amount * 100));
