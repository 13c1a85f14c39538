import { retention } from "../../retention.ts";

type Payer = { visitor: string | null; customerId: string | null; placedAt: number };
type OrderViewer = { id: string | undefined; customerId: string | undefined };

/** Whether the viewer's browser paid for the order within the last day (decisions §4). */
export const isPayer = ({ visitor, placedAt }: Omit<Payer, "customerId">, viewer: Pick<OrderViewer, "id">, now: number) =>
  visitor !== null && visitor === viewer.id && now - placedAt < retention.payer;

/** The order's address alone only shows that an order was placed. */
export const maySeeDetails = (order: Payer, viewer: OrderViewer, now: number): boolean =>
  (order.customerId !== null && order.customerId === viewer.customerId) || isPayer(order, viewer, now);
