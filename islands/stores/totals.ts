import { atom } from "nanostores";
import type { TotalsAnswer } from "../../server/checkout/calls.ts";
import { totalsPath } from "../../server/checkout/paths.ts";
import { call } from "../call.ts";
import type { Totals } from "../ui/cart-shape.ts";

/** The checkout's totals, once they may differ from the page's own. */
export const $totals = atom<Totals | undefined>(undefined);

/**
 * Loads the totals. `more` is added to the query: `&quote=…` names the values that the page shows,
 * and the answer lists the differences.
 */
export async function refreshTotals(checkoutId: string, more = ""): Promise<void> {
  $totals.set(await call<TotalsAnswer>("GET", `${totalsPath}?checkoutId=${encodeURIComponent(checkoutId)}${more}`));
}
