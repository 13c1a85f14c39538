import type { Db } from "../db/tables.ts";
import { transactOutcome } from "../db/transaction.ts";
import { type Outcome, ok, type Refusal } from "../outcome.ts";
import type { Visitor } from "../web/visitor.ts";
import { startCheckout } from "./create.ts";
import { paying } from "./find.ts";
import { lockOwnOpen } from "./own.ts";
import { findLines, type Line } from "./queries/lines.ts";
import { repriceCheckout } from "./reprice.ts";
import { mergeUnits } from "./units.ts";

type Units = ReadonlyMap<string, number>;
type Refill = {
  visitor: Visitor;
  /** the checkout in the browser's cookie */
  checkoutId: string | undefined;
  /** the network address, for the limit on new checkouts */
  address: string;
  now: number;
  limit: Refusal | undefined;
  wanted: Units;
  /** the notice about the added units, or a refusal that changes nothing */
  check: (added: Units) => Outcome<string>;
};

const quantitiesOf = (lines: readonly Line[]): Map<string, number> =>
  new Map(lines.filter(({ gift }) => !gift).map(({ variantId, quantity }) => [variantId, quantity]));

/**
 * Adds the wanted units, as far as they can be bought, to this browser's checkout or to a new
 * checkout.
 */
export const refillCart = (db: Db, { wanted, check, ...start }: Refill): Promise<Outcome<{ checkoutId: string; added: Units }>> =>
  transactOutcome(db, async (tx) => {
    const { visitor, checkoutId, address, now } = start;
    const open = checkoutId === undefined ? undefined : await lockOwnOpen(tx, { visitor, checkoutId, address, now });
    if (open === paying) return paying;
    const started = open?.ok ? ok({ checkoutId: open.value.id }) : await startCheckout(tx, { ...start, lines: [] });
    if (!started.ok) return started;
    const id = started.value.checkoutId;
    const before = quantitiesOf(await findLines(tx, id));
    await mergeUnits(tx, id, wanted, now);
    const more = [...quantitiesOf(await findLines(tx, id))].map(([variantId, quantity]): [string, number] => [
      variantId,
      quantity - (before.get(variantId) ?? 0),
    ]);
    const added = new Map(more.filter(([, units]) => units > 0));
    const notice = check(added);
    if (!notice.ok) return notice;
    await repriceCheckout(tx, id, now, notice.value);
    return ok({ checkoutId: id, added });
  });
