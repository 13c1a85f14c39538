import type { OrderSnapshot, SnapshotLine } from "../../orders/snapshot.ts";

/** An order's lines as the database has them now. */
export type OrderLines = { orderId: string; lines: readonly SnapshotLine[] };

const canonicalJson = ({ variantId, productName, variantName, quantity, gift, unitPrice, discount, tax, net }: SnapshotLine) =>
  JSON.stringify([variantId, productName, variantName, quantity, gift, unitPrice, discount, tax, net]);

/** I10: the snapshot stored with the payment equals the order in the database. */
export const matchesSnapshot = ({ lines }: OrderLines, snapshot: OrderSnapshot): boolean =>
  lines.length === snapshot.lines.length &&
  lines.every((line, at) => canonicalJson(line) === canonicalJson(snapshot.lines[at] ?? line));

/** I13: the lines reached the gift's threshold at the payment. */
export function earnsItsGift({ lines, giftFrom, subtotal, discount }: OrderSnapshot): boolean {
  if (!lines.some((line) => line.gift)) return true;
  return giftFrom !== null && subtotal - discount >= giftFrom;
}
