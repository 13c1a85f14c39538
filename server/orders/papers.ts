import { shownPapers } from "../catalog/papers.ts";
import { paperFacts } from "../catalog/rules/papers.ts";
import type { Db, Tx } from "../db/tables.ts";
import { findOrderPapers, insertOrderPapers } from "./queries/papers.ts";
import type { OrderSnapshot } from "./snapshot.ts";

export { findKeptName } from "./queries/papers.ts";

/** Copies the papers that the products show now to the order, which keeps them for good. */
export async function keepPapers(tx: Tx, { orderId, lines }: OrderSnapshot): Promise<void> {
  const papers = await shownPapers(tx, [...new Set(lines.map(({ productId }) => productId))]);
  const rows = [...papers].flatMap(([productId, own]) =>
    own.map(({ title, lot, key, fileName, bytes }, position) => ({
      ...{ order_id: orderId, product_id: productId, position, title, lot, key, bytes },
      file_name: fileName,
    })),
  );
  await insertOrderPapers(tx, rows);
}

/** A paper that an order keeps. */
export type OrderPaper = Awaited<ReturnType<typeof findOrderPapers>>[number];

/** The papers that an order keeps, by product id. */
export const papersOfOrder = async (db: Db, orderId: string): Promise<Map<string, OrderPaper[]>> =>
  Map.groupBy(await findOrderPapers(db, orderId), ({ productId }) => productId);

/** The links to papers, at the addresses that `href` gives. */
export const paperLinks = (papers: readonly OrderPaper[] = [], href: (key: string) => string) =>
  papers.map((paper) => ({ href: href(paper.key), title: paper.title, facts: paperFacts(paper) }));
