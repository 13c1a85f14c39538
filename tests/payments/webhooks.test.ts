import { createHmac } from "node:crypto";
import { sql } from "kysely";
import { expect, onTestFinished, test } from "vitest";
import { transact } from "../../server/db/transaction.ts";
import { deleteOldKeys } from "../../server/payments/expiry.ts";
import { wake } from "../../server/payments/queries/gateway-events.ts";
import { reconcile } from "../../server/payments/reconcile.ts";
import { type Engine, engines, openShop, type TestShop } from "../support/shop.ts";
import { startEmulator } from "./authorize-net/emulator.ts";
import { heldWithMoneyCard } from "./authorize-net/emulator-cards.ts";
import { expectInOrder, quick, shopperAt } from "./shopper.ts";

const webhookSecret = "A".repeat(128);

/** A payment that Authorize.Net reviews, and a shop that has asked about it a moment ago. */
async function reviewed(engine: Engine = "sqlite") {
  const emulator = await startEmulator();
  onTestFinished(emulator.close);
  const { url, login, secret } = emulator;
  const shop = await openShop({ engine, gateway: { adapter: "authorize-net", url, login, secret, webhookSecret } });
  const shopper = await shopperAt(shop);
  expect((await shopper.pay(heldWithMoneyCard)).body).toMatchObject({ code: "held" });
  await reconcile(shop.shop, quick);
  const { auth_ref } = await shop.shop.db.selectFrom("attempt").select("auth_ref").executeTakeFirstOrThrow();
  return { emulator, shop, ref: auth_ref ?? "" };
}

const eventOf = (ref: string, notificationId = "n-1") =>
  JSON.stringify({
    notificationId,
    eventType: "net.authorize.payment.fraud.approved",
    payload: { entityName: "transaction", id: ref },
  });

const signatureOf = (body: string, key = webhookSecret) =>
  `sha512=${createHmac("sha512", key).update(body).digest("hex").toUpperCase()}`;

const send = ({ url }: TestShop, body: string, signature = signatureOf(body), adapter = "authorize-net") =>
  fetch(`${url}/hooks/payments/${adapter}`, {
    method: "POST",
    headers: { "content-type": "application/json", "x-anet-signature": signature },
    body,
  });

const states = async ({ shop }: TestShop) => {
  await reconcile(shop, quick);
  return (await shop.db.selectFrom("attempt").select("state").execute()).map(({ state }) => state);
};

test("a signed webhook ends the pause of a payment under review, which becomes its order", async () => {
  const { emulator, shop, ref } = await reviewed();
  emulator.releaseHeld(ref);
  expect(await states(shop)).toEqual(["held"]);

  expect((await send(shop, eventOf(ref))).status).toBe(200);

  expect(await states(shop)).toEqual(["finalized"]);
  await shop.runJobs();
  await expectInOrder(shop);
});

test("a webhook that comes during a lookup begins no pause, so that the payment is looked up again", async () => {
  const { emulator, shop, ref } = await reviewed();
  const { gateway } = shop.shop;
  const lookup: typeof gateway.lookup = async (wanted) => {
    const stillHeld = await gateway.lookup(wanted);
    emulator.releaseHeld(ref);
    expect((await send(shop, eventOf(ref))).status).toBe(200);
    return stillHeld;
  };
  shop.pass(600_000);
  await reconcile({ ...shop.shop, gateway: { ...gateway, lookup } }, quick);

  expect(await states(shop)).toEqual(["finalized"]);
});

test("a webhook whose payment cannot be woken now is not counted, and is taken when it is sent again", async () => {
  const { emulator, shop, ref } = await reviewed();
  emulator.releaseHeld(ref);
  const { db } = shop.shop;
  await sql`CREATE TRIGGER unwoken BEFORE UPDATE ON attempt BEGIN SELECT RAISE(ABORT, 'not now'); END`.execute(db);
  expect((await send(shop, eventOf(ref))).status).toBe(500);
  await sql`DROP TRIGGER unwoken`.execute(db);

  expect((await send(shop, eventOf(ref))).status).toBe(200);

  expect(await states(shop)).toEqual(["finalized"]);
});

test.each(engines)("an event wakes the payment that it names in any of four ways, on %s", async (engine) => {
  const { shop, ref } = await reviewed(engine);
  const { db, now } = shop.shop;
  const { key } = await db.selectFrom("attempt").select("key").executeTakeFirstOrThrow();
  const { reference } = await db.selectFrom("gateway_call").select("reference").executeTakeFirstOrThrow();
  const isWoken = async (auth_ref: string | null, event: { ref: string | null; reference: string | null }) => {
    const state = auth_ref === null ? "elsewhere" : "held";
    await db
      .updateTable("attempt")
      .set({ state, auth_ref, lease_until: now() + 1000 })
      .execute();
    await transact(db, (tx) => wake(tx, event));
    return (await db.selectFrom("attempt").select("lease_until").executeTakeFirstOrThrow()).lease_until === 0;
  };

  expect(await isWoken(null, { ref, reference: null })).toBe(true);
  expect(await isWoken(null, { ref: null, reference })).toBe(true);
  await db.deleteFrom("gateway_call").execute();
  expect(await isWoken(ref, { ref, reference: null })).toBe(true);
  expect(await isWoken(null, { ref: null, reference: key })).toBe(true);
  expect(await isWoken(null, { ref, reference })).toBe(false);
  expect(await isWoken(null, { ref: null, reference: null })).toBe(false);
});

test("a webhook that says what is not so books nothing", async () => {
  const { shop, ref } = await reviewed();

  expect((await send(shop, eventOf(ref))).status).toBe(200);

  expect(await states(shop)).toEqual(["held"]);
});

test("one that came before does nothing again", async () => {
  const { emulator, shop, ref } = await reviewed();
  await send(shop, eventOf(ref));
  await states(shop);
  emulator.releaseHeld(ref);

  expect((await send(shop, eventOf(ref))).status).toBe(200);
  expect(await states(shop)).toEqual(["held"]);
  expect((await send(shop, eventOf(ref, "n-2"))).status).toBe(200);
  expect(await states(shop)).toEqual(["finalized"]);
});

test.each([
  ["with another key", (body: string) => [body, signatureOf(body, "B".repeat(128))]],
  ["of another body", (body: string) => [body.replace("n-1", "n-2"), signatureOf(body)]],
  ["written anew", (body: string) => [JSON.stringify(JSON.parse(body), null, 1), signatureOf(body)]],
  ["without a signature", (body: string) => [body, ""]],
  ["to another gateway's address", (body: string) => [body, signatureOf(body), "nmi"]],
])("a webhook signed %s is refused, and wakes nothing", async (_how, forged) => {
  const { emulator, shop, ref } = await reviewed();
  emulator.releaseHeld(ref);
  const [body = "", signature, adapter] = forged(eventOf(ref));

  expect((await send(shop, body, signature, adapter)).status).toBe(404);

  expect(await states(shop)).toEqual(["held"]);
  expect(await shop.shop.db.selectFrom("gateway_event").selectAll().execute()).toEqual([]);
});

test("a webhook of more than 64 kB is refused unread", async () => {
  const { shop, ref } = await reviewed();
  const body = eventOf(ref, "n".repeat(70_000));

  expect((await send(shop, body)).status).toBe(413);
});

test("the ids of webhooks are forgotten after 30 days", async () => {
  const { shop, ref } = await reviewed();
  await send(shop, eventOf(ref));

  await deleteOldKeys(shop.shop.db, shop.shop.now() + 29 * 86_400_000);
  expect(await shop.shop.db.selectFrom("gateway_event").selectAll().execute()).toHaveLength(1);
  await deleteOldKeys(shop.shop.db, shop.shop.now() + 31 * 86_400_000);
  expect(await shop.shop.db.selectFrom("gateway_event").selectAll().execute()).toEqual([]);
});
