import { cancelationPath, cancelationRequestPath } from "../../server/orders/paths.ts";
import { CallError, call, isSignedOut } from "../call.ts";
import { toast } from "../stores/toasts.ts";

type CancelationRequest = { orderNumber: string; orderId: string; userEmail: string; reason: string };

/**
 * Requests a cancelation; true once the request is recorded. The messages are those of requirements
 * 238–240.
 */
export async function requestCancelation(request: CancelationRequest): Promise<boolean> {
  const error = await call("POST", `${cancelationRequestPath}/`, request).then(
    () => undefined,
    (error: unknown) => {
      if (isSignedOut(error)) throw error;
      return error instanceof CallError && error.status >= 400
        ? "Failed to request order cancellation."
        : "An error occurred while requesting order cancellation.";
    },
  );
  return showResult(error, "Order cancellation requested successfully.");
}

/** Cancels at once; true when the order is canceled (requirements 241–244). */
export async function cancelNow(orderId: string): Promise<boolean> {
  const error = await call("DELETE", cancelationPath(orderId), undefined, { text: true }).then(
    () => undefined,
    (error: unknown) => {
      if (isSignedOut(error)) throw error;
      if (!(error instanceof CallError && error.status)) return "Failed to cancel the order.";
      return error.hasReason ? error.message : "error canceling the order";
    },
  );
  return showResult(error, "Order canceled successfully!");
}

function showResult(error: string | undefined, success: string): boolean {
  if (error === undefined) toast("success", success);
  else toast("error", error);
  return error === undefined;
}
