import { expect, test } from "vitest";
import { beginExchange } from "../../server/checkout/exchanges.ts";
import { addLine } from "../../server/checkout/lines.ts";
import { setMethod } from "../../server/checkout/method.ts";
import { phoneOrderPath } from "../../server/checkout/paths.ts";
import { phoneOrderContext, startPhoneOrder } from "../../server/checkout/phone-orders.ts";
import { createOneTimeToken } from "../../server/customers/one-time-tokens.ts";
import { transact } from "../../server/db/transaction.ts";
import { planExchange } from "../../server/orders/exchange.ts";
import { findOrder } from "../../server/orders/find.ts";
import { payIn } from "../staff/phone-order-fixture.ts";
import { TestBrowser } from "../support/browser-of.ts";
import { proofEngines } from "../support/long-form.ts";
import { expectClean, passTime, settle } from "./settled.ts";
import { gatewayKinds, inDatabase, prepareEnvironment, type ShopEnvironment, startShop, until } from "./shop-process.ts";
import { shopperOn } from "./shopper.ts";

const actor = "staff:maker" as const;

/** Begins an exchange of a unit of the only order for a unit of `v-1`; returns the link's token. */
const begin = (place: ShopEnvironment) =>
  inDatabase(place, async ({ db }) => {
    const now = Date.now();
    const { id: orderId } = await db.selectFrom("orders").select("id").executeTakeFirstOrThrow();
    const order = await findOrder(db, orderId);
    const line = order?.lines[0];
    if (!order || !line) throw new Error("there is no order to exchange");
    const lines = [{ lineId: line.id, quantity: 1 }];
    const plan = await planExchange(db, orderId, lines);
    if (!plan.ok) throw new Error(plan.error);
    const exchange = { orderId, orderNumber: order.number, units: "1", amount: plan.value.amount, lines };
    const id = await startPhoneOrder(db, {
      takenBy: actor,
      supplement: order,
      now,
      record: (tx, checkoutId) => beginExchange(tx, checkoutId, exchange, now),
    });
    const context = phoneOrderContext({ actor, checkoutId: id, now });
    expect((await addLine(db, context, { variantId: "v-1", quantity: 1 })).ok).toBe(true);
    expect((await setMethod(db, context, "standard")).ok).toBe(true);
    const link = { kind: "phone-order", subject: id, lifetime: 3_600_000 } as const;
    return { id, token: await transact(db, (tx) => createOneTimeToken(tx, link, now)) };
  });

const editsIn = (place: ShopEnvironment) =>
  inDatabase(place, ({ db }) => db.selectFrom("order_edit").select("quantity").execute());

test.each(proofEngines.flatMap((engine) => ["x.before_edit", "x.after_edit"].map((failpoint) => [engine, failpoint] as const)))(
  "on %s, killed at %s of an exchange: nothing is done, and after the restart both orders are changed once",
  async (engine, failpoint) => {
    const place = await prepareEnvironment(engine, { stock: { "v-1": 10, "v-2": 10 } });
    const first = await startShop(place);
    const lines = [{ variantId: "v-2", quantity: 2 }];
    expect((await (await shopperOn(new TestBrowser(first.url), { lines })).pay()).status).toBe(200);
    await first.end();
    const { id, token } = await begin(place);

    const killed = await startShop(place, `${failpoint}:kill`);
    const browser = new TestBrowser(killed.url);
    await browser.get(`${phoneOrderPath}?token=${token}`);
    await payIn(browser, id).catch(() => undefined);
    expect(await until(async () => killed.process.signalCode ?? undefined)).toBe("SIGKILL");
    expect(await editsIn(place)).toEqual([]);
    await passTime(place);

    const restarted = await startShop(place);
    await until(async () => (await editsIn(place)).length > 0 || undefined);
    await settle(place);
    expect(await restarted.end()).toBe(0);
    expect(await editsIn(place)).toEqual([{ quantity: 1 }]);
    expect(await gatewayKinds(place)).toEqual(["authorize", "capture", "authorize", "capture", "refund"]);
    await expectClean(place);
  },
);
