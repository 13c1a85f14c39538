import type { Row } from "../db/tables.ts";
import { isRefused } from "../orders/after-sale.ts";
import { refundOfKey } from "../orders/request-refund.ts";
import { refuserWords } from "../orders/rules/refused-money.ts";
import type { CommandContext } from "./command.ts";
import { followJob, words } from "./order-number.ts";

type RefusedRefund = Pick<Row<"order_refund">, "n" | "refused_by" | "refusal_code">;

/** Says who refused a refund, why, and what to do. `number` is the order's number. */
export const refusedRefundText = (number: number, { n, refused_by, refusal_code }: RefusedRefund): string =>
  `The refund: refused by ${refuserWords[refused_by ?? "gateway"]} (${refusal_code}). The shop tries again; if you pay it in another way, record that: refund ${number} --settle ${n} --note "check 1042".`;

/** Prints the state of a requested refund after a short wait for a running shop. */
export async function printRefund(context: CommandContext, number: number, key: string): Promise<void> {
  const status = await followJob(context, { kind: "refund", subject: key });
  const refund = await refundOfKey(context.db, key);
  if (refund && isRefused(refund)) return context.print(refusedRefundText(number, refund));
  if (status !== undefined && status !== "done") return context.print(`The refund: ${words[status]}.`);
  const withdrawn = refund?.state === "withdrawn";
  context.print(withdrawn ? "It was refunded at the gateway already, and not again." : "It was refunded to the card.");
}
