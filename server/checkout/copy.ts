import type { Tx } from "../db/tables.ts";
import { newId } from "../ids.ts";
import { type Outcome, ok } from "../outcome.ts";
import type { Visitor } from "../web/visitor.ts";
import type { CheckoutRow } from "./find.ts";
import { newCheckoutLimit, recordNewCheckout } from "./limits.ts";
import { insertCheckout } from "./queries/checkouts.ts";
import { mergeUnits, unitsIn } from "./units.ts";

type CopyInput = { visitor: Visitor & { id: string }; address?: string | undefined; now: number };

/**
 * Copies the lines of another visitor's locked checkout, as far as they can be bought today, into a
 * checkout of this visitor, separate from their cart. The original does not change.
 */
export async function copyCheckout(
  tx: Tx,
  original: CheckoutRow,
  { visitor, address, now }: CopyInput,
): Promise<Outcome<CheckoutRow>> {
  const limit = address === undefined ? undefined : await newCheckoutLimit(tx, { address, now });
  if (limit) return limit;
  if (address !== undefined) await recordNewCheckout(tx, { address, now });
  const copyRow = { id: newId(), customerId: visitor.customerId, visitor: visitor.id, copiedFrom: original.id };
  const copy = await insertCheckout(tx, copyRow, now);
  const merged = await mergeUnits(tx, copy.id, await unitsIn(tx, [original.id]), now);
  return ok({ ...copy, notice: (merged.ok && merged.value.notice) || "" });
}
