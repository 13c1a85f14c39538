import type { Db } from "../db/tables.ts";
import { transactOutcome } from "../db/transaction.ts";
import { type Outcome, ok } from "../outcome.ts";
import { type Start, startCheckout } from "./create.ts";
import { paying } from "./find.ts";
import { lockOwnOpen } from "./own.ts";
import { reprice } from "./reprice.ts";
import { addUnits, type Units } from "./units.ts";

type CartAddition = Omit<Start, "lines"> & { checkoutId: string | undefined; units: Units; address: string };

/**
 * Adds a line to the checkout in the browser's cookie, or to a new checkout if that checkout is
 * gone or has become an order. Used by the native add-to-cart form.
 */
export const addToCart = (
  db: Db,
  { visitor, checkoutId, units, now, address, limit }: CartAddition,
): Promise<Outcome<{ checkoutId: string }>> =>
  transactOutcome(db, async (tx) => {
    const open = checkoutId === undefined ? undefined : await lockOwnOpen(tx, { visitor, checkoutId, address, now });
    if (open === paying) return paying;
    if (!open?.ok) return await startCheckout(tx, { visitor, lines: [units], now, limit });
    const added = await addUnits(tx, open.value.id, units, now);
    if (!added.ok) return added;
    await reprice(tx, open.value, now, added.value.notice);
    return ok({ checkoutId: open.value.id });
  });
