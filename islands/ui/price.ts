import { dollars } from "../../server/money.ts";

/** `$1,234.50` of an answer's decimal dollars. */
export const price = ({ amount }: { amount: number }): string => dollars(Math.round(amount * 100));
