import { allocate, type Cents } from "../../money.ts";

export type LedgerAccount = "receivable" | "gateway" | "manual" | "revenue" | "tax" | "shipping" | "discount";

/** The amounts of a sale in cents: `total = subtotal − discount + shipping + tax`. */
export type Sums = { subtotal: Cents; discount: Cents; shipping: Cents; tax: Cents; total: Cents };
export type Entry = { account: LedgerAccount; amount: Cents };

/** Debits are positive, credits negative; the entries of one event sum to zero (I8). */
const entries = (amounts: Partial<Record<LedgerAccount, Cents>>): Entry[] =>
  (Object.entries(amounts) as [LedgerAccount, Cents][])
    .filter(([, amount]) => amount !== 0)
    .map(([account, amount]) => ({ account, amount }));

/**
 * Books a sale. The total, which the customer owes, and the discount are debits. The revenue before
 * the discount, the shipping and the tax are credits.
 */
export const placedEntries = ({ subtotal, discount, shipping, tax, total }: Sums): Entry[] =>
  entries({ receivable: total, discount, revenue: -subtotal, shipping: -shipping, tax: -tax });

/**
 * Books a sale whose money comes by a payment method without a card. The entry of 0 marks the
 * order: its money is awaited in this account, and goes back from it.
 */
export const awaitedEntries = (sums: Sums): Entry[] => [...placedEntries(sums), { account: "manual", amount: 0 }];

/** Moves the amount from what the customer owes to what came in without a card. */
export const paidEntries = (amount: Cents): Entry[] => entries({ manual: amount, receivable: -amount });

/** Moves the amount from what the customer owes to what the gateway holds. */
export const capturedEntries = (amount: Cents): Entry[] => entries({ gateway: amount, receivable: -amount });

/**
 * Amounts by part: what a refund returns, or what is left of an order because it was neither
 * reversed nor returned.
 */
export type Parts = {
  /** products after their discount */
  products: Cents;
  shipping: Cents;
  tax: Cents;
  /** the amount that was paid too much, since the order was edited after the payment */
  owed: Cents;
};

export const sumOf = ({ products, shipping, tax, owed }: Parts): Cents => products + shipping + tax + owed;

export const plus = (a: Parts, b: Parts): Parts => ({
  products: a.products + b.products,
  shipping: a.shipping + b.shipping,
  tax: a.tax + b.tax,
  owed: a.owed + b.owed,
});

/** Each part of `a` less the same part of `b`. */
export const less = (a: Parts, b: Parts): Parts => ({
  products: a.products - b.products,
  shipping: a.shipping - b.shipping,
  tax: a.tax - b.tax,
  owed: a.owed - b.owed,
});

/**
 * Takes units out of the sale. `gross` is their price before the discount, `discount` their share
 * of the discount, and `tax` their tax.
 */
export const editedEntries = ({ gross, discount, tax }: { gross: Cents; discount: Cents; tax: Cents }): Entry[] =>
  entries({ revenue: gross, discount: -discount, tax, receivable: -(gross - discount + tax) });

/** Lowers the shipping and the tax of a sale whose order goes to another state. */
export const cheaperEntries = ({ shipping, tax }: { shipping: Cents; tax: Cents }): Entry[] =>
  entries({ shipping, tax, receivable: -(shipping + tax) });

/** Reverses the rest of the sale before any money was captured. */
export const voidedEntries = ({ products, shipping, tax }: Parts): Entry[] =>
  entries({ revenue: products, shipping, tax, receivable: -(products + shipping + tax) });

/** Returns paid money, each part to its account, from the account that holds the money. */
export const refundedEntries = (parts: Parts, from: "gateway" | "manual"): Entry[] => {
  const { products: revenue, shipping, tax, owed: receivable } = parts;
  return entries({ revenue, shipping, tax, receivable, [from]: -sumOf(parts) });
};

/**
 * Divides an amount in proportion over the products, shipping and tax that are left in
 * `refundable`, by largest remainder. If the amount is larger than these, `owed` gets the excess.
 * No part exceeds what is left of it, and the parts add up to the amount.
 */
export function divide(refundable: Parts, amount: Cents): Parts {
  const sold = Math.min(amount, refundable.products + refundable.shipping + refundable.tax);
  const [products = 0, shipping = 0, tax = 0] = allocate(sold, [refundable.products, refundable.shipping, refundable.tax]);
  return { products, shipping, tax, owed: amount - sold };
}

/**
 * The shipping that is left, with its share of the tax on shipping. A refund of a free amount may
 * have taken more of the tax, so this tax is at most the tax that is left.
 */
export function shippingLeft(sold: { shipping: Cents; shipping_tax: Cents }, refundable: Parts): Parts {
  const shipping = Math.max(0, refundable.shipping);
  const [tax = 0] = allocate(sold.shipping_tax, [shipping, sold.shipping - shipping]);
  return { products: 0, shipping, tax: Math.min(tax, Math.max(0, refundable.tax)), owed: 0 };
}

/**
 * Returns the agreed parts of a refund if all of them still fit into `refundable`. Otherwise
 * divides the same amount over what is left in `refundable`.
 */
export function fitParts(parts: Parts, refundable: Parts): Parts {
  const rest = less(refundable, parts);
  return Object.values(rest).every((amount) => amount >= 0) ? parts : divide(refundable, sumOf(parts));
}

export type LedgerEntry = { event: string; account: LedgerAccount; amount: Cents };

const moneySum = (ledger: readonly LedgerEntry[], counts: (amount: Cents) => boolean): Cents =>
  ledger.reduce(
    (sum, { account, amount }) => ((account === "gateway" || account === "manual") && counts(amount) ? sum + amount : sum),
    0,
  );

/**
 * The amount that the gateway captured, or that came in without a card; refunds are not subtracted.
 */
export const capturedAmount = (ledger: readonly LedgerEntry[]): Cents => moneySum(ledger, (amount) => amount > 0);

/** The refunded amount, as a positive number. */
export const refundedAmount = (ledger: readonly LedgerEntry[]): Cents => 0 - moneySum(ledger, (amount) => amount < 0);

/** Whether the order is paid by a payment method without a card. */
export const isWithoutCard = (ledger: readonly LedgerEntry[]): boolean => ledger.some(({ account }) => account === "manual");

/** The amount that the customer still owes; negative if too much was paid. */
export const receivable = (ledger: readonly LedgerEntry[]): Cents =>
  ledger.reduce((sum, { account, amount }) => (account === "receivable" ? sum + amount : sum), 0);

/** The amount that an order without a card still awaits; 0 for every other order. */
export const awaitedAmount = (ledger: readonly LedgerEntry[]): Cents =>
  isWithoutCard(ledger) ? Math.max(0, receivable(ledger)) : 0;

/** The rest of an order: sold or paid, and not yet reversed or returned. */
export function remainingParts(ledger: readonly LedgerEntry[]): Parts {
  const balance = (...accounts: LedgerAccount[]): Cents =>
    ledger.reduce((sum, { account, amount }) => (accounts.includes(account) ? sum + amount : sum), 0);
  return {
    products: 0 - balance("revenue", "discount"),
    shipping: 0 - balance("shipping"),
    tax: 0 - balance("tax"),
    owed: Math.max(0, 0 - balance("receivable")),
  };
}

/** `awaiting` and `part_paid`: money is awaited by a payment method without a card. */
export type MoneyState = "authorized" | "awaiting" | "part_paid" | "paid" | "part_refunded" | "refunded" | "voided";

/** An order's money state is not stored but derived from its ledger. An order of 0 is paid. */
export function moneyState(ledger: readonly LedgerEntry[]): MoneyState {
  const paid = capturedAmount(ledger);
  const back = refundedAmount(ledger);
  if (awaitedAmount(ledger) > 0) return paid > 0 ? "part_paid" : "awaiting";
  if (paid > 0 && back > 0) return back < paid ? "part_refunded" : "refunded";
  if (paid > 0) return "paid";
  if (ledger.some(({ event }) => event === "voided")) return "voided";
  return ledger.some(({ account }) => account === "receivable") ? "authorized" : "paid";
}
