import { returnPromoUse } from "../checkout/promos.ts";
import { retryFailed } from "../jobs/follow.ts";
import { dollars } from "../money.ts";
import { afterSaleOf, isRefused } from "../orders/after-sale.ts";
import { cancelForShop } from "../orders/cancel.ts";
import { moneyStateOf } from "../orders/ledger.ts";
import { refundOfKey, requestedRefunds } from "../orders/request-refund.ts";
import type { Command, CommandContext } from "./command.ts";
import { followJob, namedOrder, type OrderKey, words } from "./order-number.ts";
import { refusedRefundText } from "./refund-progress.ts";

const help = `Usage: npm run store -- cancel N

Cancels order N by the same rules as the shopper's own button: it must not have shipped or been canceled already. Its products
go back into stock and its promo code can be used again right away. An authorized payment is voided, a charged one is refunded.
The shopper is emailed.

You can run this next to a running shop, which moves the money. Otherwise the money moves when the shop next starts, and the
command says so. If the order is already canceled and its release or refund failed after many tries, this tries that again.

Example
  npm run store -- cancel 1001

Exit status: 0 done, 1 refused (no such order, already shipped or canceled), 2 wrong use.`;

const refundJobs = async ({ db }: CommandContext, { id }: OrderKey) =>
  (await requestedRefunds(db, id)).map((subject) => ({ kind: "refund", subject }));

/** Prints the state of the money after a short wait for a running shop. */
async function printMoney(context: CommandContext, order: OrderKey): Promise<void> {
  const { db, print } = context;
  const release = await followJob(context, { kind: "void", subject: order.id });
  if (release !== undefined && release !== "done") return print(`The payment: ${words[release]}.`);
  let isMoved = true;
  for (const job of await refundJobs(context, order)) {
    const status = await followJob(context, job);
    const refund = await refundOfKey(db, job.subject);
    if (refund && isRefused(refund)) print(refusedRefundText(order.number, refund));
    else if (status !== undefined && status !== "done") print(`The payment: ${words[status]}.`);
    else continue;
    isMoved = false;
  }
  if (!isMoved) return;
  const money = await moneyStateOf(db, order.id);
  const { refunded, settled } = await afterSaleOf(db, order.id);
  if (money === "refunded" && settled > 0)
    print(`${dollars(settled)} of the payment was paid back by other means, and ${dollars(refunded - settled)} to the card.`);
  else if (money === "refunded") print("The payment was refunded to the card.");
  else
    print(
      money === "voided"
        ? "The hold on the card was released; no money was taken."
        : "The order was free, so there is nothing to refund.",
    );
}

async function run(args: readonly string[], context: CommandContext): Promise<number> {
  const order = await namedOrder("cancel", args, context);
  if (typeof order === "number") return order;
  const { db, now, print, complain } = context;
  const money = await moneyStateOf(db, order.id);
  const tried = money === "authorized" ? "the release of the hold on its card" : "its refund";
  const canceled = await cancelForShop(db, order.id, now(), returnPromoUse);
  if (canceled.ok) print(`Order ${order.number} is canceled.`);
  else if ((await retryFailed(db, [{ kind: "void", subject: order.id }, ...(await refundJobs(context, order))], now())) > 0)
    print(`Order ${order.number} was already canceled; ${tried} is being tried again.`);
  else {
    complain(`Order ${order.number}: ${canceled.error}`);
    return 1;
  }
  if (money === "refunded") print("All of the payment had been refunded before: no more money moves.");
  else await printMoney(context, order);
  return 0;
}

export const cancelCommand: Command = { summary: "cancel an order and refund it", help, run };
