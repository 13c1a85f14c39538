import type { Db } from "../../db/tables.ts";
import { paperLinks, papersOfOrder } from "../../orders/papers.ts";
import type { OrderRecord } from "../../orders/record.ts";
import { staffPaperPath } from "../paths.ts";

/** The papers that an order keeps, by product; products without papers are left out. */
export async function orderPapers(db: Db, { order }: Pick<OrderRecord, "order">) {
  const papers = await papersOfOrder(db, order.id);
  const names = new Map(order.lines.map(({ productId, productName }) => [productId, productName]));
  return [...names].flatMap(([productId, product]) => {
    const links = paperLinks(papers.get(productId), staffPaperPath);
    return links.length === 0 ? [] : [{ product, links }];
  });
}

export type OrderPapers = Awaited<ReturnType<typeof orderPapers>>;
