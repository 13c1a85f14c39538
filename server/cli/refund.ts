import { readSettings } from "../content/settings.ts";
import { openDates } from "../dates.ts";
import { dollars, parseDollars } from "../money.ts";
import { type RefundWish, refundOrder } from "../orders/refund.ts";
import type { Parts } from "../orders/rules/ledger.ts";
import { type Outcome, ok, refuse } from "../outcome.ts";
import { refuseUncompared } from "../payments/restored.ts";
import { refuseSettled, type SettledRefund, settleRefund } from "../payments/settle-refund.ts";
import { readArguments } from "./arguments.ts";
import type { Command, CommandContext } from "./command.ts";
import { noGatewayText, withGateway } from "./gateway.ts";
import { lineUnitsOf } from "./line-option.ts";
import { namedOrder, type OrderKey } from "./order-number.ts";
import { printable } from "./printable.ts";
import { printRefund } from "./refund-progress.ts";

const help = `Usage: npm run store -- refund N (--all | --amount 12.50 | --line ID[:QTY]...)
       npm run store -- refund N --settle R --note TEXT

Refunds order N to its card, in whole or in part, and emails the shopper. The payment must have been charged, and all refunds
together never exceed it.

  --all            all that is left, shipping too
  --amount 12.50   this amount, divided over what is left of products, shipping, and tax
  --line ID[:QTY]  QTY units of a line, or all that are left of it: their price less their share of the discount, and their
                   tax. Shipping is not part of it: use --all or --amount. Can be given several times

  --settle R       refund R of the order, which the bank has refused, was paid in another way than to the card; it is not tried
                   any more. The card gateway is asked first: what it has refunded after all is booked instead
  --note TEXT      how it was paid, such as “check 1042”. The shopper is emailed it

With --line, units that have not shipped come first: they are taken out of the order and go back into stock, as by “edit”,
unless nothing would be left to ship. --all and --amount change no stock. An order that was refunded in full does not ship:
“cancel” puts its units back into stock. What a shopper sends back is booked with “return”, which refunds it too. “orders show N”
lists the ids of the lines, and earlier refunds.

You can run this next to a running shop, which moves the money. Otherwise the money moves when the shop next starts, and the
command says so.

Examples
  npm run store -- refund 1001 --all
  npm run store -- refund 1001 --amount 12.50
  npm run store -- refund 1001 --settle 1 --note "check 1042"
  npm run store -- refund 1001 --line 3f0c9a4be1d24c66a0e5d7b8c9f01234:1

Exit status: 0 done, 1 refused (no such order, not charged yet, more than is left, refunded already), 2 wrong use, 3 the card
gateway could not be asked.`;

type RefundArguments = { words: string[]; wish: RefundWish | { settle: number; note: string } };

function refundArguments(args: readonly string[]): Outcome<RefundArguments> {
  const parsed = readArguments(args, { all: "flag", amount: "text", line: "list", settle: "text", note: "text" });
  if (!parsed.ok) return parsed;
  const { words, options, lists } = parsed.value;
  const choices = [options.all, options.amount, lists.line, options.settle].filter((option) => option !== undefined);
  if (choices.length !== 1) return refuse("invalid", "give one of --all, --amount, --line, and --settle");
  if ((options.settle === undefined) !== (options.note === undefined))
    return refuse("invalid", "--settle and --note belong together");
  if (options.settle !== undefined) {
    const n = /^\d{1,6}$/.test(options.settle) ? Number(options.settle) : 0;
    if (n === 0) return refuse("invalid", `--settle ${options.settle}: give the number of a refund, as orders show lists it`);
    return ok({ words, wish: { settle: n, note: options.note ?? "" } });
  }
  if (options.all !== undefined) return ok({ words, wish: { all: true } });
  if (options.amount !== undefined) {
    const amount = parseDollars(options.amount);
    const expectation = amount === 0 || options.amount.startsWith("-") ? "more than $0" : "dollars";
    return amount
      ? ok({ words, wish: { amount } })
      : refuse("invalid", `--amount ${options.amount}: give ${expectation}, such as 12.50`);
  }
  const lines = lineUnitsOf(lists.line ?? []);
  return lines.ok ? ok({ words, wish: { lines: lines.value } }) : lines;
}

/** The parts of an amount as text, such as “products $20.00, tax $1.65”. */
function partsText({ products, shipping, tax }: Parts): string {
  const parts = Object.entries({ products, shipping, tax }).filter(([, amount]) => amount > 0);
  return parts.map(([name, amount]) => `${name} ${dollars(amount)}`).join(", ");
}

/**
 * Records that a refused refund was paid in another way, unless the gateway has paid it meanwhile.
 */
async function settle(
  context: CommandContext,
  { id: orderId, number }: OrderKey,
  { settle: n, note }: { settle: number; note: string },
): Promise<number> {
  const { config, db, now, print, complain } = context;
  const dates = openDates((await readSettings(db)).shop.timeZone || config.timeZone);
  const refusal = await refuseSettled(db, { orderId, n }, (at) => dates.day(at).text);
  const settled: Outcome<SettledRefund> | undefined =
    refusal ??
    (await withGateway(context, (gateway) => settleRefund({ db, gateway, now }, { orderId, n, note, actor: "owner" })));
  if (settled === undefined) {
    complain(noGatewayText);
    return 3;
  }
  if (!settled.ok) {
    const text = settled.code === "not_found" ? `It has no refund ${n}: orders show ${number} lists them.` : undefined;
    complain(printable(`Order ${number}: ${text ?? settled.errors?.[0]?.message ?? settled.error}`));
    return settled.code === "unavailable" ? 3 : 1;
  }
  const amount = dollars(settled.value.amount);
  if (settled.value.by === "other means") print(`Order ${number}: refund of ${amount} recorded as paid by other means.`);
  else
    print(`Order ${number}: the card gateway has refunded ${amount} after all. That is booked, and nothing else was recorded.`);
  return 0;
}

async function run(args: readonly string[], context: CommandContext): Promise<number> {
  const { db, now, print, complain } = context;
  const input = refundArguments(args);
  if (!input.ok) {
    complain(`${printable(input.error)}\nSee npm run store -- refund --help`);
    return 2;
  }
  const order = await namedOrder("refund", input.value.words, context);
  if (typeof order === "number") return order;
  const { wish } = input.value;
  if ("settle" in wish) return await settle(context, order, wish);
  const refunded = (await refuseUncompared(db)) ?? (await refundOrder(db, { orderId: order.id, wish, actor: "owner" }, now()));
  if (!refunded.ok) {
    complain(`Order ${order.number}: ${printable(refunded.error)}`);
    return 1;
  }
  const { key, amount, parts, taken, leavesNothing } = refunded.value;
  for (const { name, units } of taken) print(`Order ${order.number}: ${units} × ${printable(name)} taken out and back in stock.`);
  print(`Order ${order.number}: refund of ${dollars(amount)} (${partsText(parts)}).`);
  await printRefund(context, order.number, key);
  if (leavesNothing) print("Nothing is left to ship: cancel the order to put its units back into stock.");
  return 0;
}

export const refundCommand: Command = { summary: "refund an order in whole or in part", help, run };
