import type { Dates } from "../../dates.ts";
import { dollars } from "../../money.ts";
import type { ListedOrder } from "../../orders/list.ts";
import { staffMoneyWord, stateWord } from "../../orders/rules/words.ts";
import { staffOrderPath } from "../paths.ts";

const tones = { good: "state--good", waiting: "state--wait", calm: "" } as const;

/** The state of an order, in words and with its tone. */
export function orderState({ state, cancelation_requested, shipment_count }: ListedOrder): { text: string; tone: string } {
  const { text, tone } = stateWord({
    state,
    cancelationRequested: cancelation_requested === 1,
    isPartShipped: state === "placed" && shipment_count > 0,
  });
  return { text, tone: tones[tone] };
}

/** An order among the results of a search, and on its customer's page. */
export function orderRow(order: ListedOrder, dates: Dates) {
  const { number, state, email, total, money, trouble, placed_at } = order;
  const { text, tone } = orderState(order);
  return {
    number,
    href: staffOrderPath(number),
    placed: dates.moment(placed_at),
    email: email || "erased",
    total: dollars(total),
    state: text,
    tone,
    money: staffMoneyWord(money, state, total, trouble),
  };
}
