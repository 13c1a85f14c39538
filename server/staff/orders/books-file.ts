import { skusOf } from "../../catalog/skus.ts";
import { ordersForBooks } from "../../orders/books.ts";
import type { OrderSearch } from "../../orders/list.ts";
import { gatewayReferences } from "../../payments/gateway-references.ts";
import { csvLine } from "../../transfer/rules/export/csv.ts";
import type { ListContext, ListLink } from "../lists/list.ts";
import type { WriteText } from "../lists/send-csv.ts";
import { staffBooksFilePath, staffOrdersFilePath } from "../paths.ts";
import { booksHead, lineRows, orderCells } from "./books-columns.ts";

const inBatch = 500;

/** Whether a file has a row for each order, or for each line of an order. */
export type BooksRows = "orders" | "lines";

/** Writes matching orders for a bookkeeper, batch by batch. */
export async function writeBooks(
  { db, dates }: Pick<ListContext, "db" | "dates">,
  search: OrderSearch,
  rows: BooksRows,
  write: WriteText,
): Promise<void> {
  await write(csvLine(booksHead(rows, dates.timeZone)));
  for (let before = search.before; ; ) {
    const orders = await ordersForBooks(db, { ...search, before }, inBatch);
    const references = await gatewayReferences(
      db,
      orders.map(({ order }) => order.id),
    );
    const variants = rows === "lines" ? orders.flatMap(({ lines }) => lines.map(({ variant_id }) => variant_id)) : [];
    const skus = await skusOf(db, [...new Set(variants)]);
    const cells = orders.flatMap((booked) => {
      const row = { booked, dates, references, skus };
      return rows === "lines" ? lineRows(row) : [orderCells(row)];
    });
    await write(cells.map(csvLine).join(""));
    before = orders.at(-1)?.order.number;
    if (orders.length < inBatch) return;
  }
}

/** The links to the files for a bookkeeper, with the parameters of the list's own CSV links. */
export const booksLinks = (files: readonly ListLink[]): ListLink[] =>
  files.flatMap(({ href }) => {
    const query = href.slice(staffOrdersFilePath.length);
    return [
      { label: "Books by order", href: `${staffBooksFilePath}${query}`, isDownload: true },
      { label: "Books by line", href: `${staffBooksFilePath}${query === "" ? "?" : `${query}&`}rows=lines`, isDownload: true },
    ];
  });
