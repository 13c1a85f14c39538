import { dollars } from "../money.ts";
import { type EditResult, editOrder } from "../orders/edit.ts";
import { type Outcome, ok, refuse } from "../outcome.ts";
import { refuseUncompared } from "../payments/restored.ts";
import { readArguments } from "./arguments.ts";
import type { Command, CommandContext } from "./command.ts";
import { unitsOf } from "./line-option.ts";
import { namedOrder } from "./order-number.ts";
import { printable } from "./printable.ts";
import { printRefund } from "./refund-progress.ts";

const help = `Usage: npm run store -- edit N --line ID --quantity Q

Lowers the quantity of a line of order N to Q before it ships; 0 takes the line out. The units go back into stock right away,
and the shopper is emailed. Their price less their share of the discount, and their tax, are not charged, or are refunded if
the payment was charged already.

  --line ID       the line, as “orders show N” lists it
  --quantity Q    how many units remain

An edit never raises an order. Shipping, the discount on the remaining products, and a gift stay as they were granted, also
below a promo code's or a gift's minimum. To take everything out, use “cancel”.

Example
  npm run store -- edit 1001 --line 3f0c9a4be1d24c66a0e5d7b8c9f01234 --quantity 1

Exit status: 0 done, 1 refused (no such order or line, already shipped or canceled, nothing would be left), 2 wrong use.`;

type EditArguments = { words: string[]; lineId: string; quantity: number };

function editArguments(args: readonly string[]): Outcome<EditArguments> {
  const parsed = readArguments(args, { line: "text", quantity: "text" });
  if (!parsed.ok) return parsed;
  const { words, options } = parsed.value;
  if (options.line === undefined || options.quantity === undefined) return refuse("invalid", "give --line and --quantity");
  const quantity = unitsOf(options.quantity);
  if (quantity === undefined) return refuse("invalid", `--quantity ${options.quantity}: give how many units remain`);
  return ok({ words, lineId: options.line, quantity });
}

async function printEdit(context: CommandContext, number: number, { removed, name, amount, total, refund }: EditResult) {
  const { print } = context;
  print(`Order ${number}: ${removed} × ${printable(name)} taken out. Its total is now ${dollars(total)}.`);
  if (refund !== undefined) return await printRefund(context, number, refund);
  print(amount > 0 ? `${dollars(amount)} less will be charged.` : "There is nothing to refund.");
}

async function run(args: readonly string[], context: CommandContext): Promise<number> {
  const { db, now, complain } = context;
  const input = editArguments(args);
  if (!input.ok) {
    complain(`${printable(input.error)}\nSee npm run store -- edit --help`);
    return 2;
  }
  const order = await namedOrder("edit", input.value.words, context);
  if (typeof order === "number") return order;
  const { lineId, quantity } = input.value;
  const edited =
    (await refuseUncompared(db)) ?? (await editOrder(db, { orderId: order.id, lineId, quantity, actor: "owner" }, now()));
  if (!edited.ok) {
    complain(`Order ${order.number}: ${printable(edited.error)}`);
    return 1;
  }
  await printEdit(context, order.number, edited.value);
  return 0;
}

export const editCommand: Command = { summary: "take products out of an order before it ships", help, run };
