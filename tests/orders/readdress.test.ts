import { describe, expect, test } from "vitest";
import { transact } from "../../server/db/transaction.ts";
import { bookCaptured } from "../../server/orders/ledger.ts";
import { findOrderEvents } from "../../server/orders/queries/events.ts";
import { findOrderRow } from "../../server/orders/queries.ts";
import { previewReaddress, readdressOrder } from "../../server/orders/readdress.ts";
import { partsLeft } from "../../server/orders/request-refund.ts";
import { isDecision } from "../../server/orders/rules/decision.ts";
import { shippingLeft } from "../../server/orders/rules/ledger.ts";
import { shippingSold } from "../../server/orders/shipping-sold.ts";
import { ok } from "../../server/outcome.ts";
import { address } from "../payments/shopper.ts";
import { engines, openShop } from "../support/shop.ts";
import { placed } from "./order-fixture.ts";

/** A charged order of $20 and $10 shipping with $1 tax on it; $4 shipping with $0.40 tax went back. */
async function openWithOrder(engine: (typeof engines)[number]) {
  const { shop } = await openShop({ engine, pays: false });
  const { db } = shop;
  const now = shop.now();
  const { id } = await placed(db, { at: now, shipping: 1000, shippingTax: 100, tax: 100, total: 3100 });
  const amounts = [
    ["shipping", 400],
    ["tax", 40],
    ["gateway", -440],
  ] as const;
  await transact(db, async (tx) => {
    await bookCaptured(tx, id, 3100, now);
    await tx
      .insertInto("ledger_entry")
      .values(
        amounts.map(([account, amount]) => ({
          id: `back-${account}`,
          order_id: id,
          event: "refunded:x",
          at: now,
          account,
          amount,
        })),
      )
      .execute();
  });
  const move = async (shipping: number, shippingTax: number, shippingTaxPpm: number) => {
    const findPricesThere = async () => ok({ shipping, shippingTax, shippingTaxPpm, lines: [{ tax: 0, taxPpm: 0 }] });
    const seen = (await findOrderEvents(db, id)).filter(isDecision).length;
    const to = { orderId: id, address: { ...address, countryArea: "NY" }, acceptPostalCode: true, seen };
    const wish = { ...to, findForbidden: async () => [], findPricesThere };
    const preview = await previewReaddress(db, wish, now);
    return preview.ok
      ? await readdressOrder(db, { ...wish, actor: "staff:x", shown: preview.value, failpoint: async () => {} }, now)
      : preview;
  };
  const left = () =>
    transact(db, async (tx) => {
      const order = await findOrderRow(tx, id);
      return order && shippingLeft(await shippingSold(tx, order), await partsLeft(tx, id));
    });
  return { move, left };
}

describe.each(engines)("shipping that was refunded in part, on %s", (engine) => {
  test("has the price and the tax of the new state, as far as they are left", async () => {
    const { move, left } = await openWithOrder(engine);
    expect(await left()).toMatchObject({ shipping: 600, tax: 60 });
    expect(await move(500, 25, 50_000)).toMatchObject({ ok: true });
    expect(await left()).toMatchObject({ shipping: 500, tax: 25 });
    expect(await move(500, 10, 20_000)).toMatchObject({ ok: true });
    expect(await left()).toMatchObject({ shipping: 500, tax: 10 });
  });

  test("may not have a higher rate, though the whole tax would be no higher", async () => {
    const { move, left } = await openWithOrder(engine);
    expect(await move(800, 100, 125_000)).toMatchObject({ ok: false });
    expect(await move(800, 80, 100_000)).toMatchObject({ ok: true });
    expect(await left()).toMatchObject({ shipping: 600, tax: 60 });
  });
});
