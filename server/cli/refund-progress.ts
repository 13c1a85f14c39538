import { refundStateOf } from "../orders/request-refund.ts";
import type { CommandContext } from "./command.ts";
import { followJob, words } from "./order-number.ts";

/** Prints what becomes of a requested refund, as far as a running shop moves it within a moment. */
export async function printRefund(context: CommandContext, key: string): Promise<void> {
  const standing = await followJob(context, { kind: "refund", subject: key });
  if (standing !== undefined && standing !== "done") return context.print(`The refund: ${words[standing]}.`);
  const withdrawn = (await refundStateOf(context.db, key)) === "withdrawn";
  context.print(withdrawn ? "It was refunded at the gateway already, and not again." : "It was refunded to the card.");
}
