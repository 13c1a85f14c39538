import { fulfilOrder } from "../orders/fulfil.ts";
import type { Command, CommandContext } from "./command.ts";
import { followJob, namedOrder, words } from "./order-number.ts";

const help = `Usage: npm run store -- fulfil N

Says that order N was sent; the shopper is told by mail. An order is sent once its money was taken, and is not canceled any more
from then on. A shopper's request to cancel it does not stand in the way: you decide.

It works beside a running shop, which sends the mail. Without one the mail waits until the shop is started.

Example
  npm run store -- fulfil 1001

Exit status: 0 done, 1 refused (no such order, canceled, sent before, not paid yet), 2 wrong use.`;

async function run(args: readonly string[], context: CommandContext): Promise<number> {
  const order = await namedOrder("fulfil", args, context);
  if (typeof order === "number") return order;
  const { db, now, print, complain } = context;
  const fulfilled = await fulfilOrder(db, order.id, now());
  if (!fulfilled.ok) {
    complain(`order ${order.number}: ${fulfilled.error}`);
    return 1;
  }
  print(`Order ${order.number} is fulfilled.`);
  const mailed = await followJob(context, { kind: "fulfilled-mail", subject: order.id });
  print(
    mailed === undefined || mailed === "done" ? "The shopper was told by mail." : `The mail to the shopper: ${words[mailed]}.`,
  );
  return 0;
}

export const fulfilCommand: Command = { summary: "say that an order was sent", help, run };
