import { readSettings } from "../content/settings.ts";
import { openDates } from "../dates.ts";
import { orderOfNumber } from "../orders/list.ts";
import { findPayment } from "../payments/find-payment.ts";
import { withoutOrderText } from "../payments/payment-text.ts";
import { looksLikeKey } from "../payments/rules/keys.ts";
import { readArguments } from "./arguments.ts";
import type { CommandContext } from "./command.ts";
import { namedOrder, type OrderKey } from "./order-number.ts";
import { printable } from "./printable.ts";

/**
 * The order that `orders show` prints, by its number or by a key or reference at the gateway.
 * Otherwise returns the exit status: 2 for wrong use, 1 if there is no such order.
 */
export async function shownOrder(args: readonly string[], context: CommandContext): Promise<OrderKey | number> {
  const { db, config, complain } = context;
  const parsed = readArguments(args, {});
  const [key, ...others] = parsed.ok ? parsed.value.words : [];
  const byNumber = () => namedOrder("orders show", args, context);
  if (key === undefined || others.length > 0 || !looksLikeKey(key)) return await byNumber();
  // A gateway's reference may be a number too.
  const number = /^#?(\d{1,15})$/.exec(key)?.[1];
  if (number !== undefined && (await orderOfNumber(db, Number(number))) !== undefined) return await byNumber();
  const payment = await findPayment(db, key);
  if (payment === undefined && number !== undefined) return await byNumber();
  if (payment && "number" in payment) return await namedOrder("orders show", [String(payment.number)], context);
  const dates = openDates((await readSettings(db)).shop.timeZone || config.timeZone);
  complain(
    payment
      ? printable(withoutOrderText(payment, dates))
      : `There is no order, payment, or refund with the key or reference ${key}.`,
  );
  return 1;
}
