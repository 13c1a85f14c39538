import type { MoneyRefusal } from "../orders/rules/refused-money.ts";
import type { Result } from "./gateways/gateway.ts";

/** A code is a word of the gateway's; nothing longer is stored. */
const longestCode = 80;

/** What the gateway refused, and moved nothing; undefined where it did, or nobody can say. */
export function refusalIn({ status, code }: Result): MoneyRefusal | undefined {
  if (status !== "declined" && status !== "error") return undefined;
  return { by: status === "declined" ? "bank" : "gateway", code: code.slice(0, longestCode) };
}
