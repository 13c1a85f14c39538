import { describe, expect, test } from "vitest";
import { ownerSource } from "../../server/customers/security-events.ts";
import { expiries } from "../../server/expiries.ts";
import { fulfilOrder } from "../../server/orders/fulfil.ts";
import type { Gateway } from "../../server/payments/gateways/gateway.ts";
import { findBreaches } from "../../server/payments/invariants.ts";
import { sweepNow } from "../../server/payments/sweep/sweep.ts";
import { erasePerson } from "../../server/personal-data/erase.ts";
import { retention } from "../../server/retention.ts";
import { charge } from "../payments/gateways-live.ts";
import { atGateway, cards, expectInOrder, shopperAt } from "../payments/shopper.ts";
import { engines, openShop, type TestShop } from "../support/shop.ts";

const hour = 3_600_000;
const day = 24 * hour;

/** The cards whose money paid for no order, by the reason for this. */
async function cardsOf({ shop }: TestShop): Promise<Record<string, (string | null)[]>> {
  const rows = await shop.db.selectFrom("orphan_authorization").select(["reason", "brand", "last4"]).execute();
  return Object.fromEntries(rows.map(({ reason, brand, last4 }) => [reason, [brand, last4]]));
}

async function sweepLater(shop: TestShop): Promise<void> {
  shop.pass(hour);
  expect((await sweepNow(shop.shop)).status).toBe("swept");
  await shop.runJobs();
}

/** Makes a payment that the gateway declines although it holds the money. */
const payDeclined = async (shop: TestShop) =>
  expect((await (await shopperAt(shop)).pay(cards.declinedButCharged)).status).toBe(402);

/** The gateway has a second authorization under the key of the only order. */
async function authorizeTwice({ shop }: TestShop, { key, amountCents }: { key: string; amountCents: number }): Promise<void> {
  const { gateway } = shop;
  await gateway.authorize({ ...charge("second"), amountCents });
  const list: Gateway["list"] = async (period) => {
    const listing = await gateway.list(period);
    if (listing.status !== "listed") return listing;
    return { ...listing, transactions: listing.transactions.map((each) => (each.key === "second" ? { ...each, key } : each)) };
  };
  shop.gateway = { ...gateway, list };
}

describe.each(engines)("the card of money that paid for no order is forgotten, on %s,", (engine) => {
  test("with its declined payment, and no other is", async () => {
    const shop = await openShop({ engine });
    const { db, gateway, now } = shop.shop;
    await payDeclined(shop);
    const { id } = await db.selectFrom("shop_identity").select("id").executeTakeFirstOrThrow();
    // The payment was made after the backup, so the owner decides first and nothing goes back
    // automatically.
    await gateway.authorize(charge(`${id}-0123456789abcdef-1`));
    await sweepLater(shop);
    const before = await cardsOf(shop);
    expect(before).toEqual({ ended: [expect.any(String), "0246"], lost: [expect.any(String), expect.any(String)] });
    const { updated_at: declinedAt } = await db.selectFrom("attempt").select("updated_at").executeTakeFirstOrThrow();
    const expireAt = (at: number) => expiries.declinedPayment(shop.shop, at);

    await expireAt(declinedAt + retention.declinedPayment - hour);
    expect(await cardsOf(shop)).toEqual(before);
    await expireAt(declinedAt + retention.declinedPayment + hour);

    expect(await cardsOf(shop)).toEqual({ ended: [null, null], lost: before.lost });
    expect(await db.selectFrom("orphan_authorization").select("reason").where("found_at", "<=", now()).execute()).toHaveLength(2);
    expect(await findBreaches(db)).toEqual([]);
  });

  test("with its payment, once that has gone back: the shopper is named no longer than of one that was declined", async () => {
    const shop = await openShop({ engine });
    const { db } = shop.shop;
    await payDeclined(shop);
    await sweepLater(shop);
    await shop.runJobs();
    const read = () => db.selectFrom("attempt").select(["state", "snapshot", "last4", "updated_at"]).executeTakeFirstOrThrow();
    const { updated_at: returnedAt, ...before } = await read();
    expect(before).toMatchObject({ state: "voided", last4: "0246", snapshot: expect.stringContaining("ada@example.com") });

    await expiries.declinedPayment(shop.shop, returnedAt + retention.declinedPayment - hour);
    expect(await read()).toMatchObject(before);
    await expiries.declinedPayment(shop.shop, returnedAt + retention.declinedPayment + hour);

    const { snapshot, last4 } = await read();
    expect([last4, snapshot.includes("ada@"), snapshot.includes("Ada")]).toEqual([null, false, false]);
    expect(await cardsOf(shop)).toEqual({ ended: [null, null] });
    expect(await findBreaches(db)).toEqual([]);
  });

  test("with its order, whose card it was charged to twice", async () => {
    const shop = await openShop({ engine, env: { ANONYMIZE_ORDERS_AFTER_DAYS: "365" } });
    const { db, now } = shop.shop;
    expect((await (await shopperAt(shop)).pay()).status).toBe(200);
    await shop.runJobs();
    const [paid] = await atGateway(shop, "authorize");
    if (!paid) throw new Error("nothing was paid");
    await authorizeTwice(shop, paid);
    await sweepLater(shop);
    const { id: orderId } = await db.selectFrom("orders").select("id").executeTakeFirstOrThrow();
    await fulfilOrder(db, { orderId, now: now() });
    await expectInOrder(shop);
    expect(await cardsOf(shop)).toEqual({ duplicate: [expect.any(String), "4242"] });

    await expiries.finishedOrder(shop.shop, now() + 364 * day);
    expect(await cardsOf(shop)).toEqual({ duplicate: [expect.any(String), "4242"] });
    await expiries.finishedOrder(shop.shop, now() + 366 * day);

    expect(await cardsOf(shop)).toEqual({ duplicate: [null, null] });
    await expectInOrder(shop);
  });
});

test("the card of money that was returned is forgotten with the person who is erased", async () => {
  const shop = await openShop();
  const { db, now } = shop.shop;
  await payDeclined(shop);
  await sweepLater(shop);
  await expectInOrder(shop);
  expect(await cardsOf(shop)).toEqual({ ended: [expect.any(String), "0246"] });

  expect(await erasePerson(db, shop.directory, { typed: "ada@example.com", source: ownerSource(), now: now() })).toMatchObject({
    ok: true,
  });

  expect(await cardsOf(shop)).toEqual({ ended: [null, null] });
  await expectInOrder(shop);
});
