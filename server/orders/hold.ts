import type { Db, Tx } from "../db/tables.ts";
import { transactOutcome } from "../db/transaction.ts";
import { invalidFields, notFound, type Outcome, ok, refuse } from "../outcome.ts";
import { lockOrder } from "./queries/after-sale.ts";
import { insertOrderEvent } from "./queries/events.ts";
import { setHoldReason } from "./queries/states.ts";
import type { Actor } from "./rules/actor.ts";
import { type FailedCheck, failedChecksKind, failedChecksText } from "./rules/failed-checks.ts";
import { leftPlaced } from "./rules/state.ts";
import { refuseOutdated } from "./seen.ts";

/** The most characters of the reason for a hold. */
export const longestHoldReason = 200;

/** `reason` is empty to end the hold; `seen` is the number of decisions that the page had shown. */
type HoldInput = { orderId: string; reason: string; seen?: number | undefined; actor: Actor };

const reasonWords = (message: string) => invalidFields([{ field: "reason", message }]);

/**
 * Puts an order on hold, so that it is not packed, or ends the hold. Refuses an order that has
 * shipped or was canceled.
 */
export const holdOrder = (db: Db, { orderId, reason, seen, actor }: HoldInput, now: number): Promise<Outcome<object>> =>
  transactOutcome<Outcome<object>>(db, async (tx) => {
    const wanted = reason.trim();
    if (wanted.length > longestHoldReason) return reasonWords(`Up to ${longestHoldReason} characters fit.`);
    const order = await lockOrder(tx, orderId);
    if (!order) return notFound;
    const outdated = await refuseOutdated(tx, orderId, seen);
    if (outdated) return outdated;
    if (order.state !== "placed") return refuse("order_closed", leftPlaced(order.state));
    if (wanted === "" && order.hold_reason === null) return reasonWords("Say why the order has to wait.");
    await setHoldReason(tx, orderId, wanted === "" ? null : wanted);
    await insertOrderEvent(tx, orderId, { kind: wanted === "" ? "hold ended" : "put on hold", note: wanted, actor }, now);
    return ok({});
  });

/**
 * Notes in a new order's history which checks of its card failed. With `holds`, the order waits
 * until the staff has looked at it.
 */
export async function noteFailedChecks(
  tx: Tx,
  orderId: string,
  { failed, holds }: { failed: readonly FailedCheck[]; holds: boolean },
  now: number,
): Promise<void> {
  const note = failedChecksText(failed);
  await insertOrderEvent(tx, orderId, { kind: failedChecksKind, note, actor: "gateway" }, now);
  if (!holds) return;
  await setHoldReason(tx, orderId, note);
  await insertOrderEvent(tx, orderId, { kind: "put on hold", note, actor: "shop" }, now);
}
