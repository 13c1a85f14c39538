import type { Dates } from "../dates.ts";
import { dollars } from "../money.ts";
import type { AfterSale } from "../orders/after-sale.ts";
import { refuserWords } from "../orders/rules/refused-money.ts";
import { tableOf } from "./table.ts";

type OrderReturn = AfterSale["returns"][number];

const returnStates: Readonly<Record<OrderReturn["state"], string>> = {
  asked: "asked",
  received: "received",
  restocked: "restocked",
  written_off: "written off",
  refunded: "refunded",
};

/** The words that say whether the units went back into stock; empty if this is undecided. */
function stockWord(state: OrderReturn["state"], restocked: OrderReturn["restocked"]): string {
  if (state === "asked" || state === "received") return "";
  return restocked === 1 ? "restocked" : "written off";
}

/**
 * A refund's state, with the party that refused it, or with the note that it was paid by other
 * means.
 */
function stateOf({ state, refused_by, refusal_code, settled_event }: AfterSale["refunds"][number]): string {
  if (settled_event !== null) return `${state}, by other means`;
  return state === "requested" && refused_by !== null ? `refused by ${refuserWords[refused_by]}: ${refusal_code}` : state;
}

/** Tables of an order's edits, refunds and returns; an empty kind has no table. */
export function afterSaleTables(
  { lines, edits, refunds, returns }: AfterSale,
  dates: Dates,
  nameOfActor: (actor: string) => string,
): string[] {
  const nameOf = (lineId: string) => lines.find(({ line }) => line.id === lineId)?.name ?? lineId;
  const when = (ms: number) => dates.moment(ms).text;
  const tables: [heads: string[], rows: string[][]][] = [
    [
      ["EDIT", "UNITS", "PRODUCT", "LESS", "WHEN"],
      edits.map(({ n, quantity, line_id, net, tax, at }) => [
        ...[String(n), quantity > 0 ? String(quantity) : "discount", nameOf(line_id), dollars(net + tax), when(at)],
      ]),
    ],
    [
      ["REFUND", "AMOUNT", "PRODUCTS", "SHIPPING", "TAX", "EDITS", "STATE", "BY", "WHEN"],
      refunds.map((refund) => {
        const { n, amount, products, shipping, tax, owed, actor, requested_at } = refund;
        return [
          String(n),
          ...[amount, products, shipping, tax, owed].map(dollars),
          stateOf(refund),
          nameOfActor(actor),
          when(requested_at),
        ];
      }),
    ],
    [
      ["RETURN", "UNITS", "PRODUCT", "STATE", "STOCK", "WHEN"],
      returns.map(({ n, quantity, line_id, state, restocked, changed_at }) => [
        ...[String(n), String(quantity), nameOf(line_id), returnStates[state], stockWord(state, restocked), when(changed_at)],
      ]),
    ],
  ];
  return tables.filter(([, rows]) => rows.length > 0).map(([heads, rows]) => tableOf([heads, ...rows]));
}
