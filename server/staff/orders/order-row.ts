import type { Dates } from "../../dates.ts";
import { dollars } from "../../money.ts";
import type { ListedOrder } from "../../orders/list.ts";
import { staffMoneyWord, stateWord } from "../../orders/rules/words.ts";
import type { StateLabel } from "../../state-label.ts";
import { staffOrderPath } from "../paths.ts";

/** The state of a listed order. */
export const orderState = ({ state, cancelation_requested, shipment_count }: ListedOrder): StateLabel =>
  stateWord({
    state,
    cancelationRequested: cancelation_requested === 1,
    isPartShipped: state === "placed" && shipment_count > 0,
  });

/** The words for the money of a listed order. */
export const orderMoney = ({ money, state, total, trouble }: ListedOrder): string => staffMoneyWord(money, state, total, trouble);

/** An order among the results of a search. */
export function orderRow(order: ListedOrder, dates: Dates) {
  const { number, email, total, placed_at } = order;
  const { text, tone } = orderState(order);
  return {
    number,
    href: staffOrderPath(number),
    placed: dates.moment(placed_at),
    email: email || "erased",
    total: dollars(total),
    state: text,
    tone,
  };
}
