import { createHash } from "node:crypto";
import { transact } from "../../../server/db/transaction.ts";
import { storePaper } from "../../../server/media/papers.ts";
import { insertOrderPapers } from "../../../server/orders/queries/papers.ts";
import type { Shop } from "../../../server/shop.ts";

const pdfOf = (name: string): Buffer => Buffer.from(`%PDF-1.4 certificate for ${name}`);

/** The key of the paper that the order of this person keeps. */
export const paperKeyOf = (name: string): string => createHash("sha256").update(pdfOf(name)).digest("hex").slice(0, 32);

/** Lets an order keep a paper whose file contains this name. */
export async function addOrderPaper({ db, media }: Pick<Shop, "db" | "media">, orderId: string, name: string): Promise<void> {
  await storePaper(pdfOf(name), media);
  const paper = { key: paperKeyOf(name), title: "Certificate", lot: "", file_name: "certificate.pdf", bytes: pdfOf(name).length };
  await transact(db, (tx) => insertOrderPapers(tx, [{ order_id: orderId, product_id: "p-1", position: 0, ...paper }]));
}
