/**
 * Whether an event is somebody's decision about an order: what the shop does by itself afterwards,
 * such as charging it or moving a refund, surprises nobody who has the order's page open.
 */
export const isDecision = ({ kind, actor }: { kind: string; actor: string | null }): boolean =>
  kind === "refunded" ? actor === "gateway" : actor !== "shop";
