import { atom } from "nanostores";
import type { TotalsAnswer } from "../../server/checkout/calls.ts";
import { totalsPath } from "../../server/checkout/paths.ts";
import { call } from "../call.ts";
import type { Totals } from "../ui/cart-shape.ts";

/** The checkout's totals once they differ from those of the page. */
export const $totals = atom<Totals | undefined>(undefined);

const totalsOf = (checkoutId: string) => `${totalsPath}?checkoutId=${encodeURIComponent(checkoutId)}`;

export async function refreshTotals(checkoutId: string): Promise<void> {
  $totals.set(await call<TotalsAnswer>("GET", totalsOf(checkoutId)));
}
