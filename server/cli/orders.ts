import { dollars, toMoney } from "../money.ts";
import { type ListedOrder, listOrders } from "../orders/list.ts";
import type { MoneyTrouble } from "../orders/rules/refused-money.ts";
import { asksToCancel } from "../orders/rules/state.ts";
import { type Outcome, refuse } from "../outcome.ts";
import { readArguments } from "./arguments.ts";
import type { Command, CommandContext } from "./command.ts";
import { showOrder } from "./order-text.ts";
import { tableOf } from "./table.ts";

const help = `Usage: npm run store -- orders [--state STATE] [--limit N] [--json]
       npm run store -- orders show N|KEY

Lists orders, newest first: number, date, state, email, total, where the money is, and the reason for a cancellation request.

  --state STATE   placed, requested (placed, and the shopper asked to cancel it), canceled, or fulfilled
  --limit N       at most N orders, up to 10000; 50 by default
  --json          as one JSON array, for other programs

Money is authorized (held on the card), awaiting or part_paid (without a card), paid, part_refunded, refunded, or voided (released). What keeps it from moving follows:
“refund refused”, “charge refused”, or “never charged”, since the authorization has lapsed. In JSON, moneyTrouble is refund,
charge, lapsed, or null.

“show” prints order N in full: products with the ids of their lines, addresses, money, tracking, edits, refunds, returns, the
keys of its payment and refunds at the card gateway, and history. Instead of N it takes a key or a reference of a payment, a
charge, a release, or a refund, as the gateway's dashboard, sweep, and fsck show them.

Examples
  npm run store -- orders show 1001
  npm run store -- orders show vkqjzhmwpd-0123456789abcdef0123456789abcdef-1
  npm run store -- orders --state requested
  npm run store -- orders --limit 1000 --json

Exit status: 0 listed or shown, 1 no such order, or a payment without an order, 2 wrong use.`;

const states = ["placed", "requested", "canceled", "fulfilled"] as const;
type OrdersOptions = { state: (typeof states)[number] | undefined; limit: number; json: boolean };

function ordersOptions(args: readonly string[]): Outcome<OrdersOptions> {
  const parsed = readArguments(args, { state: "text", limit: "text", json: "flag" });
  if (!parsed.ok) return parsed;
  const { words, options } = parsed.value;
  if (words.length > 0) return refuse("invalid", `unknown argument: ${words.join(" ")}`);
  const state = states.find((name) => name === options.state);
  if (options.state !== undefined && !state) return refuse("invalid", `--state must be one of ${states.join(", ")}`);
  const limit = Number(options.limit ?? 50);
  if (!Number.isInteger(limit) || limit < 1 || limit > 10_000)
    return refuse("invalid", "--limit must be a number from 1 to 10000");
  return { ok: true, value: { state, limit, json: options.json !== undefined } };
}

const shownState = (order: ListedOrder): string => (asksToCancel(order) ? "requested" : order.state);

const troubleWords: Readonly<Record<MoneyTrouble, string>> = {
  refund: "refund refused",
  charge: "charge refused",
  lapsed: "never charged",
};

const shownMoney = ({ money, trouble }: ListedOrder): string => (trouble ? `${money}; ${troubleWords[trouble]}` : money);

const jsonOf = (order: ListedOrder) => ({
  id: order.id,
  number: order.number,
  date: new Date(order.placed_at).toISOString(),
  state: order.state,
  cancelationRequested: order.cancelation_requested === 1,
  reason: order.cancel_reason,
  email: order.email,
  total: toMoney(order.total),
  money: order.money,
  moneyTrouble: order.trouble ?? null,
});

const rowOf = (order: ListedOrder): string[] => [
  String(order.number),
  new Date(order.placed_at).toISOString().slice(0, 16).replace("T", " "),
  shownState(order),
  order.email,
  dollars(order.total),
  shownMoney(order),
  order.cancel_reason ?? "",
];

async function run(args: readonly string[], context: CommandContext): Promise<number> {
  const [first, ...rest] = args;
  return first === "show" ? await showOrder(rest, context) : await list(args, context);
}

async function list(args: readonly string[], { db, print, complain }: CommandContext): Promise<number> {
  const input = ordersOptions(args);
  if (!input.ok) {
    complain(`${input.error}\nSee npm run store -- orders --help`);
    return 2;
  }
  const { state, limit, json } = input.value;
  const rows = await listOrders(db, state, limit + 1);
  const orders = rows.slice(0, limit);
  if (json) print(JSON.stringify(orders.map(jsonOf), null, 2));
  else if (orders.length === 0) print("No orders found.");
  else print(tableOf([["NUMBER", "DATE (UTC)", "STATE", "MAIL", "TOTAL", "MONEY", "REASON"], ...orders.map(rowOf)]));
  if (!json && rows.length > limit) print(`There are more: --limit ${limit * 2} shows up to ${limit * 2}.`);
  return 0;
}

export const ordersCommand: Command = { summary: "list orders or show one", help, run };
