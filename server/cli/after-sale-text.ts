import type { Dates } from "../dates.ts";
import { dollars } from "../money.ts";
import type { AfterSale } from "../orders/after-sale.ts";
import { tableOf } from "./table.ts";

/** Tables of an order's edits, refunds and returns; none for what it does not have. */
export function afterSaleTables({ lines, edits, refunds, returns }: AfterSale, dates: Dates): string[] {
  const nameOf = (lineId: string) => lines.find(({ line }) => line.id === lineId)?.name ?? lineId;
  const when = (ms: number) => dates.moment(ms).text;
  const tables: [heads: string[], rows: string[][]][] = [
    [
      ["EDIT", "UNITS", "PRODUCT", "LESS", "WHEN"],
      edits.map(({ n, quantity, line_id, net, tax, at }) => [
        ...[String(n), String(quantity), nameOf(line_id), dollars(net + tax), when(at)],
      ]),
    ],
    [
      ["REFUND", "AMOUNT", "PRODUCTS", "SHIPPING", "TAX", "EDITS", "STATE", "BY", "WHEN"],
      refunds.map(({ n, amount, products, shipping, tax, owed, state, actor, requested_at }) => [
        ...[String(n), ...[amount, products, shipping, tax, owed].map(dollars), state, actor, when(requested_at)],
      ]),
    ],
    [
      ["RETURN", "UNITS", "PRODUCT", "STATE", "STOCK", "WHEN"],
      returns.map(({ n, quantity, line_id, state, restocked, changed_at }) => [
        ...[String(n), String(quantity), nameOf(line_id), state, restocked === 1 ? "restocked" : "", when(changed_at)],
      ]),
    ],
  ];
  return tables.filter(([, rows]) => rows.length > 0).map(([heads, rows]) => tableOf([heads, ...rows]));
}
