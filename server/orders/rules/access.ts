type Payer = { visitor: string | null; customerId: string | null; placedAt: number };
type OrderViewer = { id: string | undefined; customerId: string | undefined };

/** ms that the payer's browser sees the details (decisions §4). */
const day = 24 * 3600 * 1000;

/** The order's address alone only shows that an order was placed. */
export function maySeeDetails({ visitor, customerId, placedAt }: Payer, viewer: OrderViewer, now: number): boolean {
  if (customerId !== null && customerId === viewer.customerId) return true;
  return visitor !== null && visitor === viewer.id && now - placedAt < day;
}
