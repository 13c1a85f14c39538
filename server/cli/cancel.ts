import { returnPromoUse } from "../checkout/promos.ts";
import { retryFailed } from "../jobs/follow.ts";
import { cancelForShop } from "../orders/cancel.ts";
import { moneyStateOf } from "../orders/ledger.ts";
import type { Command, CommandContext } from "./command.ts";
import { followJob, type Named, namedOrder, words } from "./order-number.ts";

const help = `Usage: npm run store -- cancel N

Cancels order N, by the same rules as the shopper's own button: it must not be sent or canceled already. Its goods go back into stock
and the use of its promo code is given back at once; money that is only held is let go, money that was taken is refunded. The shopper
is told by mail.

It works beside a running shop, which moves the money. Without one the money waits until the shop is started, and the command
says so. For an order that is canceled and whose refund was given up after many tries, the refund is tried again.

Example
  npm run store -- cancel 1001

Exit status: 0 done, 1 refused (no such order, sent or canceled already), 2 wrong use.`;

const moneyJobs = ({ id }: Named) => [
  { kind: "void", subject: id },
  { kind: "refund", subject: `${id}:all` },
];

/** Prints what becomes of the money, as far as a running shop moves it within a moment. */
async function printMoney(context: CommandContext, order: Named): Promise<void> {
  const { db, print } = context;
  for (const job of moneyJobs(order)) {
    const standing = await followJob(context, job);
    if (standing !== undefined && standing !== "done") return print(`Its money: ${words[standing]}.`);
  }
  const money = await moneyStateOf(db, order.id);
  if (money === "refunded") print("Its money went back to the card.");
  else
    print(money === "voided" ? "The money held on the card was let go." : "It cost nothing, so there is no money to give back.");
}

async function run(args: readonly string[], context: CommandContext): Promise<number> {
  const order = await namedOrder("cancel", args, context);
  if (typeof order === "number") return order;
  const { db, now, print, complain } = context;
  const canceled = await cancelForShop(db, order.id, now(), returnPromoUse);
  if (canceled.ok) print(`Order ${order.number} is canceled.`);
  else if ((await retryFailed(db, moneyJobs(order), now())) > 0)
    print(`Order ${order.number} is canceled already; its money is moved again.`);
  else {
    complain(`order ${order.number}: ${canceled.error}`);
    return 1;
  }
  await printMoney(context, order);
  return 0;
}

export const cancelCommand: Command = { summary: "cancel an order and give its money back", help, run };
