import { fulfilOrder } from "../orders/fulfil.ts";
import { type Shipment, shipmentOf } from "../orders/rules/carriers.ts";
import { type Outcome, ok, refuse } from "../outcome.ts";
import { readArguments } from "./arguments.ts";
import type { Command, CommandContext } from "./command.ts";
import { followJob, namedOrder, words } from "./order-number.ts";
import { printable } from "./printable.ts";

const help = `Usage: npm run store -- fulfil N [--carrier X --tracking Y]

Says that order N was sent; the shopper is told by mail. An order is sent once its money was taken, and is not canceled any more
from then on. A shopper's request to cancel it does not stand in the way: you decide.

  --carrier X    who carries it; the pages of UPS, USPS, FedEx, DHL and Canada Post are linked
  --tracking Y   the number under which it can be followed; both options or none

The order's page and the mail name both.

It works beside a running shop, which sends the mail. Without one the mail waits until the shop is started.

Examples
  npm run store -- fulfil 1001
  npm run store -- fulfil 1001 --carrier UPS --tracking 1Z999AA10123456784

Exit status: 0 done, 1 refused (no such order, canceled, sent before, not paid yet), 2 wrong use.`;

function shipmentIn({ carrier, tracking }: { carrier?: string; tracking?: string }): Outcome<Shipment | undefined> {
  if (carrier === undefined && tracking === undefined) return ok(undefined);
  if (carrier === undefined || tracking === undefined) return refuse("invalid", "give --carrier and --tracking, or neither");
  return shipmentOf(carrier, tracking);
}

async function run(args: readonly string[], context: CommandContext): Promise<number> {
  const { db, now, print, complain } = context;
  const read = readArguments(args, { carrier: "text", tracking: "text" });
  const shipment = read.ok ? shipmentIn(read.value.options) : read;
  if (!read.ok || !shipment.ok) {
    complain(`${shipment.ok ? "" : printable(shipment.error)}\nSee npm run store -- fulfil --help`);
    return 2;
  }
  const order = await namedOrder("fulfil", read.value.words, context);
  if (typeof order === "number") return order;
  const fulfilled = await fulfilOrder(db, { orderId: order.id, shipment: shipment.value, now: now() });
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
