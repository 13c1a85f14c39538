import type { Db, Tx } from "../db/tables.ts";
import { transactOutcome } from "../db/transaction.ts";
import { type Outcome, ok, refuse } from "../outcome.ts";
import type { Visitor } from "../web/visitor.ts";
import { agreementOf, withAgreedPrices } from "./agreed-prices.ts";
import { type CheckoutRow, findVisitorCheckout } from "./find.ts";
import { lockOwnOpen } from "./own.ts";
import { priceCheckout } from "./price-checkout.ts";
import { type CheckoutChange, storeCheckout } from "./queries/checkouts.ts";
import { hasGift } from "./queries/lines.ts";
import { priceWhole, reprice, type WholeCheckout } from "./reprice.ts";
import { isTaxOpen, settleTax, withoutTax } from "./settle-tax.ts";
import { isStaffVisitor } from "./staff-visitor.ts";
import type { TaxService } from "./tax-service.ts";

export type { WholeCheckout } from "./reprice.ts";

/** The visitor, the checkout that the request names, and the time. */
export type CheckoutContext = {
  visitor: Visitor;
  checkoutId: string;
  now: number;
  /**
   * the `updatedAt` that a staff page shows; this change is refused if the checkout changed later
   */
  seen?: number | undefined;
  /** the cart in this browser's cookie, which takes the lines of a checkout from another origin */
  cart?: string | undefined;
  /** the network address, for the limit on new checkouts */
  address?: string | undefined;
  /** the tax service, if there is one */
  tax?: TaxService | undefined;
  /** gives up the gateway's page on which this checkout is being paid, as `Shop` describes it */
  leavePage?: ((visitor: Visitor, checkoutId: string) => Promise<boolean>) | undefined;
  /** records a change made on the shopper's behalf, in its transaction and only if it succeeds */
  record?: (tx: Tx) => Promise<unknown>;
};

/**
 * Finds a checkout in any state except abandoned; refuses a checkout that the visitor may not see.
 */
export async function findWhole(reader: Db | Tx, { visitor, checkoutId, now }: CheckoutContext): Promise<Outcome<WholeCheckout>> {
  const row = await findVisitorCheckout(reader, visitor, checkoutId);
  if (!row.ok) return row;
  return ok(await priceWhole(reader, row.value, now));
}

/**
 * The result of changing lines or addresses. `notice` is for the shopper, and `change` has the
 * changes of the checkout's own row. Both are written after the lines or addresses. `check` may
 * still refuse the changed checkout.
 */
export type ChangeOutcome = Outcome<{
  notice?: string | undefined;
  change?: CheckoutChange;
  check?: (whole: WholeCheckout) => Promise<Outcome<unknown>>;
}>;

/** A changed checkout, for an answer without prices. */
export type ChangedCheckout = Pick<WholeCheckout, "checkout">;

const outdated = refuse("changed", "This order has changed since the page was opened. Here it is as it stands now.");

/** Locks the checkout to change: the named checkout, its successor, or the visitor's copy of it. */
export async function lockForChange(tx: Tx, context: CheckoutContext): Promise<Outcome<CheckoutRow>> {
  const open = await lockOwnOpen(tx, context);
  return open.ok && context.seen !== undefined && open.value.updatedAt !== context.seen ? outdated : open;
}

/**
 * Runs one change of an open checkout in its own transaction; a refusal leaves everything as it
 * was. `work` gets the changed checkout, which may not be the named one.
 */
export async function changeCheckout(
  db: Db,
  context: CheckoutContext,
  work: (tx: Tx, checkout: CheckoutRow) => Promise<ChangeOutcome>,
): Promise<Outcome<WholeCheckout>> {
  const outcome = await changeByTable(db, context, work);
  return outcome.ok && context.tax ? ok(await withServiceTax(db, context.tax, outcome.value, context.now)) : outcome;
}

/** A changed checkout with the tax service's tax, or without tax while the service gives none. */
async function withServiceTax(db: Db, tax: TaxService, whole: WholeCheckout, now: number): Promise<WholeCheckout> {
  const checkout = await settleTax(db, tax, whole.checkout, now);
  const priced = await priceCheckout(db, checkout, now);
  return { ...whole, checkout, priced: isTaxOpen(priced) ? withoutTax(priced) : priced };
}

type OpenChange = { change?: CheckoutChange };

/**
 * Runs a change of a checkout. If the shopper was about to pay on a page of the gateway, the change
 * gives that page up, and is run again.
 */
export async function leavingPage<Value>(
  { visitor, checkoutId, leavePage }: Pick<CheckoutContext, "visitor" | "leavePage"> & { checkoutId: string | undefined },
  change: () => Promise<Outcome<Value>>,
): Promise<Outcome<Value>> {
  const outcome = await change();
  const isBeingPaid = !outcome.ok && outcome.code === "paying" && checkoutId !== undefined;
  return isBeingPaid && (await leavePage?.(visitor, checkoutId)) ? await change() : outcome;
}

/**
 * Locks, runs `work`, and stores the result with `finish`. A refusal at any step undoes everything.
 */
const changeOpen = <Change extends OpenChange, Stored>(
  db: Db,
  context: CheckoutContext,
  work: (tx: Tx, checkout: CheckoutRow) => Promise<Outcome<Change>>,
  finish: (tx: Tx, checkout: CheckoutRow, change: Change) => Promise<Outcome<Stored>>,
): Promise<Outcome<Stored>> =>
  leavingPage(context, () =>
    transactOutcome(db, async (tx) => {
      const open = await lockForChange(tx, context);
      if (!open.ok) return open;
      const agreement = isStaffVisitor(context.visitor) ? undefined : await agreementOf(tx, open.value);
      const changed = await work(tx, open.value);
      if (!changed.ok) return changed;
      const checkout = await withAgreedPrices(tx, agreement, { ...open.value, ...changed.value.change });
      const finished = await finish(tx, checkout, changed.value);
      if (finished.ok) await context.record?.(tx);
      return finished;
    }),
  );

const changeByTable = (
  db: Db,
  context: CheckoutContext,
  work: (tx: Tx, checkout: CheckoutRow) => Promise<ChangeOutcome>,
): Promise<Outcome<WholeCheckout>> =>
  changeOpen(db, context, work, async (tx, checkout, { notice, check }) => {
    const whole = await reprice(tx, checkout, context.now, notice);
    const checked = await check?.(whole);
    return checked?.ok === false ? checked : ok(whole);
  });

/** The checkout's own changes, to be written after a change whose answer has no prices. */
export type ChangedDetails = Outcome<{ change: CheckoutChange }>;

/**
 * Runs one change of an open checkout for an answer without prices. Calculates prices only if a
 * code or a gift may lapse.
 */
export const changeDetails = (
  db: Db,
  context: CheckoutContext,
  work: (tx: Tx, checkout: CheckoutRow) => Promise<ChangedDetails>,
): Promise<Outcome<ChangedCheckout>> =>
  changeOpen<{ change: CheckoutChange }, ChangedCheckout>(db, context, work, async (tx, checkout) => {
    if (checkout.promoId !== undefined || (await hasGift(tx, checkout.id))) return ok(await reprice(tx, checkout, context.now));
    await storeCheckout(tx, checkout, context.now);
    return ok({ checkout });
  });
