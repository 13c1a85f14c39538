import { sentAgain } from "./order-emails.ts";
import { chargeRefusals, refundRefusals } from "./refused-money.ts";

/** Staff notes and messages change nothing about an order. */
const noteKinds: ReadonlySet<string> = new Set(["note", "message", sentAgain]);
/** Refusals moved no money, so they are no decisions either. */
const refusals: ReadonlySet<string> = new Set([...Object.values(chargeRefusals), ...Object.values(refundRefusals)]);

/**
 * Whether an event is a person's decision about an order. The shop's automatic steps, such as
 * charging or refunding, do not make an open page of the order outdated.
 */
export function isDecision({ kind, actor }: { kind: string; actor: string | null }): boolean {
  if (noteKinds.has(kind) || refusals.has(kind)) return false;
  return kind === "refunded" ? actor === "gateway" : actor !== "shop";
}
