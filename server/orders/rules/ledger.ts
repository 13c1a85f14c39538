import { allocate, type Cents } from "../../money.ts";

export type LedgerAccount = "receivable" | "gateway" | "revenue" | "tax" | "shipping" | "discount";

/** What was sold: `total = subtotal − discount + shipping + tax`, in cents. */
export type Sums = { subtotal: Cents; discount: Cents; shipping: Cents; tax: Cents; total: Cents };
export type Entry = { account: LedgerAccount; amount: Cents };

/** Debits are positive, credits negative; the entries of one event sum to zero (I8). */
const entries = (amounts: Partial<Record<LedgerAccount, Cents>>): Entry[] =>
  (Object.entries(amounts) as [LedgerAccount, Cents][])
    .filter(([, amount]) => amount !== 0)
    .map(([account, amount]) => ({ account, amount }));

/** What the customer owes, against revenue, shipping and tax; the discount is a debit. */
export const placedEntries = ({ subtotal, discount, shipping, tax, total }: Sums): Entry[] =>
  entries({ receivable: total, discount, revenue: -subtotal, shipping: -shipping, tax: -tax });

/** Moves the amount from what the customer owes to what the gateway holds. */
export const capturedEntries = (amount: Cents): Entry[] => entries({ gateway: amount, receivable: -amount });

/** Reverses the sale before any money was captured. */
export const voidedEntries = (sums: Sums): Entry[] => entries({ ...shares(sums, 0, sums.total), receivable: -sums.total });

/**
 * `before` is what was refunded already: parts and their rounding always add up to the whole order.
 */
export const refundedEntries = (sums: Sums, before: Cents, amount: Cents): Entry[] =>
  entries({ ...shares(sums, before, amount), gateway: -amount });

/** How the next `amount` after `before` divides among products, shipping and tax. */
function shares(sums: Sums, before: Cents, amount: Cents): Partial<Record<LedgerAccount, Cents>> {
  const [revenue = 0, shipping = 0, tax = 0] = upTo(sums, before + amount);
  const [revenueBefore = 0, shippingBefore = 0, taxBefore = 0] = upTo(sums, before);
  return { revenue: revenue - revenueBefore, shipping: shipping - shippingBefore, tax: tax - taxBefore };
}

const upTo = ({ subtotal, discount, shipping, tax }: Sums, amount: Cents) =>
  allocate(amount, [subtotal - discount, shipping, tax]);

type Booked = { event: string; account: LedgerAccount; amount: Cents };

const gatewaySum = (ledger: readonly Booked[], counts: (amount: Cents) => boolean): Cents =>
  ledger.reduce((sum, { account, amount }) => (account === "gateway" && counts(amount) ? sum + amount : sum), 0);

/** All that the gateway captured; refunds are not subtracted. */
export const capturedAmount = (ledger: readonly Booked[]): Cents => gatewaySum(ledger, (amount) => amount > 0);

/** All that was refunded, as a positive amount. */
export const refundedAmount = (ledger: readonly Booked[]): Cents => 0 - gatewaySum(ledger, (amount) => amount < 0);

export type MoneyState = "authorized" | "paid" | "part_refunded" | "refunded" | "voided";

/**
 * An order's money state is not stored but derived from its ledger (checkout contract §2). An order
 * of 0 is paid.
 */
export function moneyState(ledger: readonly Booked[]): MoneyState {
  const [paid, back] = [capturedAmount(ledger), refundedAmount(ledger)];
  if (paid > 0 && back > 0) return back < paid ? "part_refunded" : "refunded";
  if (paid > 0) return "paid";
  if (ledger.some(({ event }) => event === "voided")) return "voided";
  return ledger.some(({ account }) => account === "receivable") ? "authorized" : "paid";
}
