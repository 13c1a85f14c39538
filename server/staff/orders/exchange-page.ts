import { exchangeable } from "../../orders/exchange.ts";
import type { OrderRecord } from "../../orders/record.ts";
import { isDecision } from "../../orders/rules/decision.ts";
import { supplementRefusal } from "../../orders/supplements.ts";
import type { Refusal } from "../../outcome.ts";
import { readText } from "../../read-text.ts";
import { view } from "../../web/view.ts";
import type { FormBody } from "../forms/body.ts";
import { type StaffContext, staffFrame } from "../frame.ts";
import { staffExchangePath, staffOrderPath, staffOrdersPath } from "../paths.ts";

type ExchangePageInput = { record: OrderRecord; refusal?: Refusal | undefined; typed?: FormBody | undefined };

/** The page that begins an exchange by choosing the units of an order that are given back. */
export function exchangePage(context: StaffContext, { record, refusal, typed = {} }: ExchangePageInput) {
  const { order, afterSale, events } = record;
  return {
    ...staffFrame(context, `Exchange for order ${order.number}`, staffOrdersPath),
    token: context.token,
    order: staffOrderPath(order.number),
    action: staffExchangePath(order.number),
    number: order.number,
    isOpen: supplementRefusal(order).ok,
    formError: refusal?.error,
    seen: events.filter(isDecision).length,
    lines: afterSale.lines.flatMap((progress) => {
      const { name, line } = progress;
      const most = exchangeable(progress);
      return most > 0 ? [{ id: line.id, name, most, units: readText(typed[`line-${line.id}`]) || "0" }] : [];
    }),
  };
}
type ExchangePage = ReturnType<typeof exchangePage>;
export const exchangeView = view<ExchangePage>("staff/exchange");
