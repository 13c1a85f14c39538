import type { Tx } from "../db/tables.ts";
import type { Visitor } from "../web/visitor.ts";
import { startCheckout } from "./create.ts";
import { lockOpen, paying } from "./find.ts";
import { unitsThatFit } from "./lines.ts";
import { abandonRow, findOpenOf } from "./queries/checkouts.ts";
import { findLines } from "./queries/lines.ts";

type ClaimInput = { visitor: Visitor & { customerId: string }; checkoutId: string | undefined; now: number };

/**
 * At sign-in the lines of the guest's checkout and of the customer's latest go into a new one of
 * the customer, quantities added up to 99 and the stock; contact and addresses are not copied, and
 * the old ones are abandoned (decisions §5). Returns the checkout for the browser's cookie;
 * undefined when the cookie stays as it is: there is nothing to claim, or a payment is in progress.
 */
export async function claimCheckout(tx: Tx, { visitor, checkoutId, now }: ClaimInput): Promise<string | undefined> {
  const guests = checkoutId === undefined ? undefined : await lockOpen(tx, { ...visitor, customerId: undefined }, checkoutId);
  if (guests === paying) return undefined;
  const own = await findOpenOf(tx, visitor.customerId, now);
  if (!guests?.ok) return own?.id;
  const old = own && (await lockOpen(tx, visitor, own.id));
  const sources = [guests.value.id, ...(old?.ok ? [old.value.id] : [])];
  const wanted = new Map<string, number>();
  for (const id of sources) {
    for (const { variantId, quantity, gift } of await findLines(tx, id))
      if (!gift) wanted.set(variantId, (wanted.get(variantId) ?? 0) + quantity);
    await abandonRow(tx, id, now);
  }
  const started = await startCheckout(tx, { visitor, lines: await unitsThatFit(tx, wanted), now });
  if (!started.ok) throw new Error(`lines that fit were refused: ${started.error}`);
  return started.value.checkoutId;
}
