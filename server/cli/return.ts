import { dollars } from "../money.ts";
import type { LineUnits } from "../orders/line-progress.ts";
import { askReturn, type ReturnEnd, takeReturn } from "../orders/return.ts";
import { type Outcome, ok, refuse } from "../outcome.ts";
import { refuseUncompared } from "../payments/restored.ts";
import { readArguments } from "./arguments.ts";
import type { Command, CommandContext } from "./command.ts";
import { lineUnitsOf } from "./line-option.ts";
import { namedOrder, type OrderKey } from "./order-number.ts";
import { printable } from "./printable.ts";
import { printRefund } from "./refund-progress.ts";

const help = `Usage: npm run store -- return N --line ID[:QTY]... [--received] [--restock]

Books products of order N that a shopper sends back after it shipped.

  --line ID[:QTY]  QTY units of a line, or all that are left of it; can be given several times
  --received       the products are here: they are refunded, and written off unless --restock is given
  --restock        with --received: they go back into stock

Without --received, the return is only noted as announced; with it, announced units are taken first. Never more is taken back
than has shipped. Each unit is refunded at its price less its share of the discount, with its tax, unless it was refunded
before. Shipping is not refunded: use “refund N --amount”. “orders show N” lists the ids of the lines, and the returns.

Examples
  npm run store -- return 1001 --line 3f0c9a4be1d24c66a0e5d7b8c9f01234:1
  npm run store -- return 1001 --line 3f0c9a4be1d24c66a0e5d7b8c9f01234:1 --received --restock

Exit status: 0 done, 1 refused (no such order or line, not shipped, more than was shipped), 2 wrong use.`;

/** The arguments of a return; without an `end`, the return is only announced. */
type ReturnArguments = { words: string[]; lines: LineUnits[]; end: ReturnEnd | undefined };

function returnArguments(args: readonly string[]): Outcome<ReturnArguments> {
  const parsed = readArguments(args, { line: "list", received: "flag", restock: "flag" });
  if (!parsed.ok) return parsed;
  const { words, options, lists } = parsed.value;
  if (lists.line === undefined) return refuse("invalid", "give --line, once for each line");
  if (options.restock !== undefined && options.received === undefined) return refuse("invalid", "--restock goes with --received");
  const lines = lineUnitsOf(lists.line);
  if (!lines.ok) return lines;
  const received = options.restock === undefined ? "written_off" : "restocked";
  return ok({ words, lines: lines.value, end: options.received === undefined ? undefined : received });
}

const ends: Record<ReturnEnd, string> = { restocked: "back in stock", written_off: "received and written off" };

const unitsText = (units: number): string => (units === 1 ? "1 unit is" : `${units} units are`);

async function take(
  context: CommandContext,
  { id, number }: OrderKey,
  { lines, end }: ReturnArguments,
): Promise<Outcome<unknown>> {
  const { db, now, print } = context;
  const returnInput = { orderId: id, lines, actor: "owner" } as const;
  if (end === undefined) {
    const outcome = await askReturn(db, returnInput, now());
    if (outcome.ok) print(`Order ${number}: ${unitsText(outcome.value.units)} announced as a return.`);
    return outcome;
  }
  const returned = (await refuseUncompared(db)) ?? (await takeReturn(db, { ...returnInput, end }, now()));
  if (!returned.ok) return returned;
  const { units, refund } = returned.value;
  print(`Order ${number}: ${unitsText(units)} ${ends[end]}.`);
  if (refund === undefined) print("There is nothing to refund.");
  else {
    print(`Refund of ${dollars(refund.amount)}.`);
    await printRefund(context, number, refund.key);
  }
  return returned;
}

async function run(args: readonly string[], context: CommandContext): Promise<number> {
  const input = returnArguments(args);
  if (!input.ok) {
    context.complain(`${printable(input.error)}\nSee npm run store -- return --help`);
    return 2;
  }
  const order = await namedOrder("return", input.value.words, context);
  if (typeof order === "number") return order;
  const outcome = await take(context, order, input.value);
  if (outcome.ok) return 0;
  context.complain(`Order ${order.number}: ${printable(outcome.error)}`);
  return 1;
}

export const returnCommand: Command = { summary: "take products back after an order shipped", help, run };
