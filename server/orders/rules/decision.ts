import { sentAgain } from "./order-emails.ts";
import { chargeRefusals, refundRefusals } from "./refused-money.ts";

/** What the staff write about an order changes nothing of it. */
const written: ReadonlySet<string> = new Set(["note", "message", sentAgain]);
/** Nor does an answer that moved no money. */
const refusals: ReadonlySet<string> = new Set([...Object.values(chargeRefusals), ...Object.values(refundRefusals)]);

/**
 * Whether an event is somebody's decision about an order: what the shop does by itself afterwards,
 * such as charging it or moving a refund, surprises nobody who has the order's page open.
 */
export function isDecision({ kind, actor }: { kind: string; actor: string | null }): boolean {
  if (written.has(kind) || refusals.has(kind)) return false;
  return kind === "refunded" ? actor === "gateway" : actor !== "shop";
}
