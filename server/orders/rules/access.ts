import { retention } from "../../retention.ts";

type Payer = { visitor: string | null; customerId: string | null; placedAt: number };
type OrderViewer = { id: string | undefined; customerId: string | undefined };

/** Whether the viewer is the browser that paid, within a day of the sale. */
export const isPayer = ({ visitor, placedAt }: Omit<Payer, "customerId">, viewer: Pick<OrderViewer, "id">, now: number) =>
  visitor !== null && visitor === viewer.id && now - placedAt < retention.payer;

/**
 * Whether a viewer may see an order's details. Others learn from its address only that it was
 * placed.
 */
export const maySeeDetails = (order: Payer, viewer: OrderViewer, now: number): boolean =>
  (order.customerId !== null && order.customerId === viewer.customerId) || isPayer(order, viewer, now);
