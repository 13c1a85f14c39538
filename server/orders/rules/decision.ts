import { sentAgain } from "./order-emails.ts";
import { chargeRefusals, refundRefusals, refundWaits } from "./refused-money.ts";

/**
 * Kinds of events that are only notes, messages or tags of the staff, or emails sent again. They change
 * nothing about an order, so they are no decisions.
 */
const noteKinds: ReadonlySet<string> = new Set(["note", "message", "tags changed", sentAgain]);
/**
 * Kinds of events for a refused charge or refund, or one that waits. They moved no money, so they
 * are no decisions.
 */
const refusals: ReadonlySet<string> = new Set([...Object.values(chargeRefusals), ...Object.values(refundRefusals), refundWaits]);

/**
 * Whether an event is a person's decision about an order. The shop's automatic steps, such as
 * charging or refunding, do not make an open page of the order outdated.
 */
export function isDecision({ kind, actor }: { kind: string; actor: string | null }): boolean {
  if (noteKinds.has(kind) || refusals.has(kind)) return false;
  return kind === "refunded" ? actor === "gateway" : actor !== "shop";
}
