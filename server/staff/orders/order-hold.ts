import type { Order } from "../../orders/find.ts";
import { longestHoldReason } from "../../orders/hold.ts";
import { failedChecksIn } from "../../orders/rules/failed-checks.ts";
import type { Refusal } from "../../outcome.ts";
import { readText } from "../../read-text.ts";
import type { OrderAction } from "../paths.ts";
import type { OrderEvent } from "./order-history.ts";

type Sent = { typed: Record<string, unknown>; refusal: Refusal | undefined; action: OrderAction | undefined };

/** An order's hold, the failed checks of its card, and the form that puts the order on hold. */
export function holdPart({ hold: reason }: Order, events: readonly OrderEvent[], { typed, refusal, action }: Sent) {
  const isSent = action === "hold";
  return {
    reason,
    failedChecks: failedChecksIn(events),
    isUnfolded: isSent,
    field: {
      name: "reason",
      label: "Why it has to wait",
      hint: "For the staff. It stands on the packing slip too.",
      required: true,
      value: isSent ? readText(typed.reason) : "",
      error: isSent ? refusal?.errors?.find(({ field }) => field === "reason")?.message : undefined,
      maxlength: String(longestHoldReason),
      autocomplete: "off",
    },
  };
}
