/**
 * A model of the shop in its simplest form: one step after the other, with no database and no
 * gateway. The model test compares the shop with it. Amounts are in cents.
 */
export type Code = "TENTH" | "FIVE" | "SHIP" | "ONE";
export type Method = "standard" | "overnight";
export type Area = "TX" | "OR";
export type Card = "approved" | "declined" | "partial" | "answerLost" | "neverSent";

type Cart = {
  /** variant → units, in the order of their addition */
  lines: Map<string, number>;
  code: Code | undefined;
  method: Method;
  area: Area;
  /** the total and terms that the shopper saw last */
  shown: string;
  declines: number;
  paying: boolean;
};
export type Order = { total: number; units: [string, number][]; code: Code | undefined; canceled: boolean };

/** Discounts by percent or cents; `limit` is the number of uses. */
const codes: Record<Code, { percent?: number; off?: number; from?: number; ships?: boolean; limit?: number }> = {
  TENTH: { percent: 10 },
  FIVE: { off: 500, from: 3000 },
  SHIP: { ships: true },
  ONE: { percent: 20, limit: 1 },
};

const sum = (amounts: readonly number[]) => amounts.reduce((all, amount) => all + amount, 0);
const halfUp = (amount: number, parts: number, whole: number) => Math.floor((2 * amount * parts + whole) / (2 * whole));

/** Shares out by largest remainder; of two equal remainders, the first gets the cent. */
function shareOut(total: number, weights: readonly number[]): number[] {
  const whole = sum(weights);
  if (whole === 0) return weights.map(() => 0);
  const shares = weights.map((weight) => Math.floor((total * weight) / whole));
  const byRest = weights
    .map((weight, at) => ({ at, rest: (total * weight) % whole }))
    .sort((a, b) => b.rest - a.rest || a.at - b.at);
  for (const { at } of byRest.slice(0, total - sum(shares))) shares[at] = (shares[at] ?? 0) + 1;
  return shares;
}

function shippingOf(method: Method, value: number): number {
  if (method === "overnight") return 2995;
  return value >= 7500 ? 0 : 595;
}

export class ReferenceShop {
  readonly prices = new Map<string, number>();
  readonly onHand = new Map<string, number>();
  readonly held = new Map<string, number>();
  readonly used: Record<Code, number> = { TENTH: 0, FIVE: 0, SHIP: 0, ONE: 0 };
  readonly carts: (Cart | undefined)[] = [];
  readonly orders: Order[] = [];

  left(variant: string): number {
    return (this.onHand.get(variant) ?? 0) - (this.held.get(variant) ?? 0);
  }

  begin(shopper: number): Cart {
    const cart: Cart = {
      lines: new Map(),
      code: undefined,
      method: "standard",
      area: "TX",
      shown: "",
      declines: 0,
      paying: false,
    };
    this.carts[shopper] = cart;
    return cart;
  }

  #value({ lines }: Cart): number {
    return sum([...lines].map(([variant, units]) => (this.prices.get(variant) ?? 0) * units));
  }

  /**
   * Whether a code applies to a cart; a use that the cart's own payment holds does not count
   * against it.
   */
  applies(cart: Cart, code: Code): boolean {
    const { limit = Number.POSITIVE_INFINITY, from = 0 } = codes[code];
    const others = this.used[code] - (cart.paying && cart.code === code ? 1 : 0);
    return others < limit && this.#value(cart) >= from;
  }

  total(cart: Cart): number {
    const code = cart.code && this.applies(cart, cart.code) ? codes[cart.code] : {};
    const amounts = [...cart.lines].map(([variant, units]) => (this.prices.get(variant) ?? 0) * units);
    const value = sum(amounts);
    const discount = Math.min(value, code.percent === undefined ? (code.off ?? 0) : halfUp(value, code.percent, 100));
    const nets = shareOut(discount, amounts).map((off, at) => (amounts[at] ?? 0) - off);
    const tax = cart.area === "TX" ? sum(nets.map((net) => halfUp(net, 82_500, 1_000_000))) : 0;
    const shipping = code.ships ? 0 : shippingOf(cart.method, value - discount);
    return value - discount + shipping + tax;
  }

  /** The terms that a shopper accepts by paying. */
  terms(cart: Cart): string {
    const lines = [...cart.lines].map(([variant, units]) => [variant, units, this.prices.get(variant)]).sort();
    return JSON.stringify([this.total(cart), lines, cart.method, cart.area]);
  }

  /** Removes a cart's code after a change if it no longer applies. */
  changed(cart: Cart): void {
    if (cart.code && !this.applies(cart, cart.code)) cart.code = undefined;
  }

  /** Adds units; false if they could not be added. */
  add(cart: Cart, variant: string, units: number): boolean {
    const wanted = (cart.lines.get(variant) ?? 0) + units;
    if (wanted > this.left(variant)) return false;
    cart.lines.set(variant, wanted);
    this.changed(cart);
    return true;
  }

  /** The result of a press on Pay: an order, or the code of its refusal. */
  pay(shopper: number, cart: Cart, card: Card): "paid" | string {
    if (cart.paying) return "outcome_unknown";
    if (cart.declines >= 5) return "too_many_tries";
    if (cart.lines.size === 0) return "cart_empty";
    if ([...cart.lines].some(([variant, units]) => units > this.left(variant))) return "out_of_stock";
    if (cart.shown !== this.terms(cart)) {
      this.changed(cart);
      cart.shown = this.terms(cart);
      return "changed";
    }
    this.changed(cart);
    if (card === "declined" || card === "partial") {
      cart.declines += 1;
      return "declined";
    }
    if (card === "neverSent") {
      cart.paying = true;
      for (const [variant, units] of cart.lines) this.held.set(variant, (this.held.get(variant) ?? 0) + units);
      if (cart.code) this.used[cart.code] += 1;
      return "outcome_unknown";
    }
    // The total is calculated before the use of its code is counted, since after its last use the
    // code no longer applies.
    const total = this.total(cart);
    const units = [...cart.lines];
    for (const [variant, count] of units) this.onHand.set(variant, (this.onHand.get(variant) ?? 0) - count);
    if (cart.code) this.used[cart.code] += 1;
    this.orders.push({ total, units, code: cart.code, canceled: false });
    this.carts[shopper] = undefined;
    return "paid";
  }

  /** The gateway does not know a payment that was never sent, so its cart is open again. */
  recover(): void {
    for (const cart of this.carts) {
      if (!cart?.paying) continue;
      for (const [variant, units] of cart.lines) this.held.set(variant, (this.held.get(variant) ?? 0) - units);
      if (cart.code) this.used[cart.code] -= 1;
      cart.paying = false;
    }
  }

  /** False if the order was canceled before. */
  cancel(order: Order): boolean {
    if (order.canceled) return false;
    order.canceled = true;
    for (const [variant, units] of order.units) this.onHand.set(variant, (this.onHand.get(variant) ?? 0) + units);
    if (order.code) this.used[order.code] -= 1;
    return true;
  }
}
