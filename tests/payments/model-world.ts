import { expect } from "vitest";
import { linePath } from "../../server/checkout/cart-paths.ts";
import { methodPath, promoPath, shippingPath } from "../../server/checkout/paths.ts";
import { priceCheckout } from "../../server/checkout/price-checkout.ts";
import { returnPromoUse } from "../../server/checkout/promos.ts";
import { findCheckoutRow } from "../../server/checkout/queries/checkouts.ts";
import { transact } from "../../server/db/transaction.ts";
import { cancelForShop } from "../../server/orders/cancel.ts";
import { pay } from "../../server/payments/pay.ts";
import { reconcile } from "../../server/payments/reconcile.ts";
import { insertProducts } from "../support/product-fixture.ts";
import type { TestShop } from "../support/shop.ts";
import { type Area, type Card, type Code, type Method, ReferenceShop } from "./reference-shop.ts";
import { address, callOf, cards, quick, quoteNow, type Shopper, shopperAt } from "./shopper.ts";

const cardNumbers: Record<Card, string> = {
  approved: cards.good,
  declined: cards.declined,
  partial: cards.partial,
  answerLost: cards.droppedAfter,
  neverSent: cards.droppedBefore,
};

const start = Date.UTC(2020, 0, 1);
const always = {
  starts_at: start,
  ends_at: Date.UTC(2100, 0, 1),
  once_per_customer: 0,
  minimum: 0,
  amount: 0,
  usage_limit: null,
};

/** A step of the owner or of a shopper; `variant` is the index of one of the world's variants. */
export type Step =
  | { do: "add"; shopper: number; variant: number; units: number }
  | { do: "code"; shopper: number; code: Code | undefined }
  | { do: "method"; shopper: number; method: Method }
  | { do: "area"; shopper: number; area: Area }
  | { do: "look"; shopper: number }
  | { do: "pay"; shopper: number; card: Card }
  | { do: "price"; variant: number; cents: number }
  | { do: "stock"; variant: number; units: number }
  | { do: "cancel"; order: number }
  | { do: "recover" };

let worlds = 0;

/**
 * A separate set of products and codes in a shop, and the reference model that they are compared
 * with.
 */
export class ModelWorld {
  readonly model = new ReferenceShop();
  readonly #shop: TestShop;
  readonly #world = ++worlds;
  readonly #variants: string[] = [];
  readonly #shoppers: (Shopper | undefined)[] = [];
  readonly #checkouts: string[] = [];

  constructor(shop: TestShop) {
    this.#shop = shop;
  }

  #code = (code: Code): string => `${code}${this.#world}`;

  async open(): Promise<void> {
    const { db } = this.#shop.shop;
    const stock = Object.fromEntries([3, 5, 9].map((units, at) => [`v-${this.#world * 10 + at}`, units]));
    this.#variants.push(...Object.keys(stock));
    const promos = [
      { ...always, id: this.#code("TENTH"), code: this.#code("TENTH"), kind: "percent" as const, amount: 10 },
      { ...always, id: this.#code("FIVE"), code: this.#code("FIVE"), kind: "amount" as const, amount: 500, minimum: 3000 },
      { ...always, id: this.#code("SHIP"), code: this.#code("SHIP"), kind: "shipping" as const },
      { ...always, id: this.#code("ONE"), code: this.#code("ONE"), kind: "percent" as const, amount: 20, usage_limit: 1 },
    ];
    await transact(db, async (tx) => {
      await insertProducts(tx, stock);
      await tx.insertInto("promo").values(promos).execute();
    });
    for (const [at, [variant, units]] of Object.entries(stock).entries()) {
      this.model.onHand.set(variant, units);
      await this.#setPrice(variant, 1000 + at * 1333);
    }
  }

  async #setPrice(variant: string, cents: number): Promise<void> {
    await this.#shop.shop.db.updateTable("variant").set({ price: cents }).where("id", "=", variant).execute();
    this.model.prices.set(variant, cents);
  }

  async #setStock(variant: string, units: number): Promise<void> {
    const onHand = Math.max(units, this.model.held.get(variant) ?? 0);
    const moved = {
      variant_id: variant,
      kind: "set" as const,
      units: onHand - (this.model.onHand.get(variant) ?? 0),
      order_id: null,
      at: 1,
    };
    await transact(this.#shop.shop.db, async (tx) => {
      await tx.updateTable("variant").set({ on_hand: onHand }).where("id", "=", variant).execute();
      await tx
        .insertInto("stock_movement")
        .values({ id: `${variant}-${Math.random()}`, ...moved })
        .execute();
    });
    this.model.onHand.set(variant, onHand);
  }

  #variant = (at: number): string => this.#variants[at % this.#variants.length] ?? "";

  async play(step: Step): Promise<void> {
    if (step.do === "price") return await this.#setPrice(this.#variant(step.variant), step.cents);
    if (step.do === "stock") return await this.#setStock(this.#variant(step.variant), step.units);
    if (step.do === "recover") return await this.#recover();
    if (step.do === "cancel") return await this.#cancel(step.order);
    if (step.do === "add") return await this.#add(step.shopper, this.#variant(step.variant), step.units);
    const [shopper, cart] = [this.#shoppers[step.shopper], this.model.carts[step.shopper]];
    if (!shopper || !cart) return;
    if (step.do === "pay") return await this.#pay(step.shopper, step.card);
    if (cart.paying) return;
    if (step.do === "look") {
      shopper.quote = await quoteNow(shopper);
      cart.shown = this.model.terms(cart);
      return;
    }
    const { browser, checkoutId } = shopper;
    if (step.do === "method") {
      expect((await browser.post(methodPath, { checkoutId, shippingMethodId: step.method })).status).toBe(200);
      cart.method = step.method;
    }
    if (step.do === "area") {
      const postalCode = step.area === "TX" ? "73301" : "97201";
      const shippingAddress = { ...address, countryArea: step.area, postalCode };
      expect((await browser.post(shippingPath, { checkoutId, shippingAddress, saveForLater: false })).status).toBe(200);
      cart.area = step.area;
    }
    if (step.do === "code") {
      const applies = !step.code || this.model.applies(cart, step.code);
      const call = step.code ? { checkoutId, promoCode: this.#code(step.code) } : { checkoutId };
      const { status } = await browser.post(promoPath(step.code ? "add" : "remove"), call);
      expect([step, status]).toEqual([step, applies ? 200 : 422]);
      if (!applies) return;
      cart.code = step.code;
    }
    this.model.changed(cart);
  }

  async #add(nth: number, variant: string, units: number): Promise<void> {
    const known = this.model.carts[nth];
    if (known?.paying) return;
    if (!known || !this.#shoppers[nth]) {
      if (units > this.model.left(variant)) return;
      const shopper = await shopperAt(this.#shop, {
        lines: [{ variantId: variant, quantity: units }],
        email: `m${nth}@example.com`,
      });
      this.#shoppers[nth] = shopper;
      this.#checkouts.push(shopper.checkoutId);
      const cart = this.model.begin(nth);
      expect(this.model.add(cart, variant, units)).toBe(true);
      cart.shown = this.model.terms(cart);
      return;
    }
    const shopper = this.#shoppers[nth];
    const { status } = await shopper.browser.post(linePath, {
      checkoutId: shopper.checkoutId,
      variantId: variant,
      quantity: units,
    });
    expect(["added", status]).toEqual(["added", this.model.add(known, variant, units) ? 200 : 409]);
  }

  async #pay(nth: number, card: Card): Promise<void> {
    const [shopper, cart] = [this.#shoppers[nth], this.model.carts[nth]];
    if (!shopper || !cart) return;
    const call = { ...callOf(this.#shop, shopper, cardNumbers[card]), address: `10.0.${this.#world % 256}.${nth}` };
    const outcome = await pay(this.#shop.shop, call, quick);
    const wanted = this.model.pay(nth, cart, card);
    expect([card, outcome.ok ? "paid" : outcome.code]).toEqual([card, wanted]);
    if (!outcome.ok && outcome.code === "changed") shopper.quote = (outcome.data as { quote: string }).quote;
    if (outcome.ok) this.#shoppers[nth] = undefined;
    await this.#shop.runJobs();
  }

  async #recover(): Promise<void> {
    this.#shop.pass(quick.lease + 2 * quick.deadline + 1);
    await reconcile(this.#shop.shop, quick);
    this.model.recover();
  }

  async #orders() {
    if (this.#checkouts.length === 0) return [];
    return await this.#shop.shop.db
      .selectFrom("orders")
      .select(["id", "total", "state"])
      .where("checkout_id", "in", this.#checkouts)
      .orderBy("number")
      .execute();
  }

  async #cancel(at: number): Promise<void> {
    if (this.model.orders.length === 0) return;
    const nth = at % this.model.orders.length;
    const [real, order] = [(await this.#orders())[nth], this.model.orders[nth]];
    if (!real || !order) throw new Error("an order is missing");
    const { ok } = await cancelForShop(this.#shop.shop.db, real.id, this.#shop.shop.now(), returnPromoUse);
    expect(ok).toBe(this.model.cancel(order));
    await this.#shop.runJobs();
  }

  /** Expects that totals, stock, codes and orders equal the reference's. */
  async compare(): Promise<void> {
    const { db, now } = this.#shop.shop;
    const variants = await db
      .selectFrom("variant")
      .select(["id", "on_hand", "reserved"])
      .where("id", "in", this.#variants)
      .orderBy("id")
      .execute();
    expect(variants).toEqual(
      this.#variants.map((id) => ({ id, on_hand: this.model.onHand.get(id), reserved: this.model.held.get(id) ?? 0 })),
    );
    const codes = Object.keys(this.model.used) as Code[];
    const promos = await db.selectFrom("promo").select(["id", "used"]).where("id", "in", codes.map(this.#code)).execute();
    expect(Object.fromEntries(promos.map(({ id, used }) => [id, used]))).toEqual(
      Object.fromEntries(codes.map((code) => [this.#code(code), this.model.used[code]])),
    );
    const orders = (await this.#orders()).map(({ total, state }) => ({ total, canceled: state === "canceled" }));
    expect(orders).toEqual(this.model.orders.map(({ total, canceled }) => ({ total, canceled })));
    for (const [nth, cart] of this.model.carts.entries()) {
      const row = cart && !cart.paying && (await findCheckoutRow(db, this.#shoppers[nth]?.checkoutId ?? ""));
      if (cart && row) expect([nth, (await priceCheckout(db, row, now())).total]).toEqual([nth, this.model.total(cart)]);
    }
  }
}
