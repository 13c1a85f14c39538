import type { JobName } from "../jobs/follow.ts";
import { fulfilOrder } from "../orders/fulfil.ts";
import { type Shipment, shipmentOf } from "../orders/rules/carriers.ts";
import { changeTracking } from "../orders/tracking.ts";
import { type Outcome, ok, refuse } from "../outcome.ts";
import { readArguments } from "./arguments.ts";
import type { Command, CommandContext } from "./command.ts";
import { lineUnitsOf } from "./line-option.ts";
import { followJob, namedOrder, type OrderKey, words } from "./order-number.ts";
import { printable } from "./printable.ts";

const help = `Usage: npm run store -- fulfil N [--line ID[:QTY]]... [--carrier X --tracking Y]

Marks order N as shipped and emails the shopper. An order can ship once its payment was charged, and cannot be canceled after
that. A shopper's cancellation request does not prevent this: you decide.

  --line ID:QTY  send only these units of a line, or with ID alone all that is left of it; may be given several times.
                 orders show N lists the lines. The order counts as shipped once nothing is left
  --carrier X    who carries the package; tracking pages of UPS, USPS, FedEx, DHL, and Canada Post are linked
  --tracking Y   the tracking number; give both options or neither

The order's page and the email show both. Given for an order that has shipped already, they become those of its last package,
and the shopper is emailed again.

You can run this next to a running shop, which sends the email. Otherwise it is sent when the shop next starts.

Examples
  npm run store -- fulfil 1001
  npm run store -- fulfil 1001 --line 5f0c:1
  npm run store -- fulfil 1001 --carrier UPS --tracking 1Z999AA10123456784

Exit status: 0 done, 1 refused (no such order, canceled, already shipped, not charged yet, more
units than are left), 2 wrong use.`;

function shipmentIn({ carrier, tracking }: { carrier?: string; tracking?: string }): Outcome<Shipment | undefined> {
  if (carrier === undefined && tracking === undefined) return ok(undefined);
  if (carrier === undefined || tracking === undefined) return refuse("invalid", "give --carrier and --tracking, or neither");
  return shipmentOf(carrier, tracking);
}

/** Sets the tracking number of a shipped order; false if it is the same or cannot be changed. */
async function track(context: CommandContext, order: OrderKey, shipment: Shipment): Promise<boolean> {
  const { db, now, print } = context;
  const outcome = await changeTracking(db, { orderId: order.id, shipment, tells: true, actor: "owner" }, now());
  if (!outcome.ok) return false;
  print(`Order ${order.number} had shipped: its tracking number is now ${shipment.carrier} ${printable(shipment.tracking)}.`);
  const { email } = outcome.value;
  if (email !== undefined) await printMailed(context, { kind: "resent-mail", subject: email });
  return true;
}

async function printMailed(context: CommandContext, job: JobName): Promise<void> {
  const mailed = await followJob(context, job);
  const isDone = mailed === undefined || mailed === "done";
  context.print(isDone ? "The shopper was emailed." : `The email to the shopper: ${words[mailed]}.`);
}

async function run(args: readonly string[], context: CommandContext): Promise<number> {
  const { db, now, print, complain } = context;
  const parsed = readArguments(args, { carrier: "text", tracking: "text", line: "list" });
  const shipment = parsed.ok ? shipmentIn(parsed.value.options) : parsed;
  const lines = parsed.ok && parsed.value.lists.line ? lineUnitsOf(parsed.value.lists.line) : ok(undefined);
  if (!parsed.ok || !shipment.ok || !lines.ok) {
    const problem = [shipment, lines].find((outcome) => !outcome.ok);
    complain(`${problem && !problem.ok ? printable(problem.error) : ""}\nSee npm run store -- fulfil --help`);
    return 2;
  }
  const order = await namedOrder("fulfil", parsed.value.words, context);
  if (typeof order === "number") return order;
  const fulfilled = await fulfilOrder(db, { orderId: order.id, shipment: shipment.value, lines: lines.value, now: now() });
  if (!fulfilled.ok) {
    const isOver = fulfilled.code === "order_closed" && lines.value === undefined;
    if (isOver && shipment.value && (await track(context, order, shipment.value))) return 0;
    complain(`Order ${order.number}: ${fulfilled.error}`);
    return 1;
  }
  const { isComplete, n } = fulfilled.value;
  print(`Order ${order.number} is marked as shipped${isComplete ? "" : " in part"}.`);
  const part = { kind: "part-shipped-mail", subject: `${order.id}-s${n}` };
  await printMailed(context, isComplete ? { kind: "fulfilled-mail", subject: order.id } : part);
  return 0;
}

export const fulfilCommand: Command = { summary: "mark an order as shipped", help, run };
