import { promoPath } from "../../server/checkout/paths.ts";
import { CallError, type JsonAnswer, send } from "../call.ts";
import { place } from "../stores/place.ts";

export type PromoChange = "add" | "remove";

/** The message for a code that the server refuses without a message. */
const refusedText = "This promo code can’t be used.";

/**
 * Applies or removes a code. Only the status is read (requirement 63): 200 gives undefined, any
 * other status gives a message, the server's own if there is one. These two calls need no token.
 */
export async function changePromo(change: PromoChange, checkoutId: string, promoCode: string): Promise<string | undefined> {
  try {
    const response = await send("POST", promoPath(change), { checkoutId, promoCode });
    if (response.status === 200) return undefined;
    const answer = (await response.json().catch(() => ({}))) as JsonAnswer;
    const { error = refusedText } = answer;
    if (answer.code === "signed_out") place("session-over");
    return error;
  } catch (error) {
    if (error instanceof CallError) return error.message;
    throw error;
  }
}
