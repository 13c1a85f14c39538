import { describe, expect, test } from "vitest";
import { abandonCheckouts } from "../../server/checkout/expiry.ts";
import type { CheckoutState } from "../../server/db/tables.ts";
import { beginSession } from "../support/begin-session.ts";
import type { TestShop } from "../support/shop.ts";
import { dataOf, engines, errorOf, openOn, pageOf, type Shopper, shopperAtPayment, shopperIn, sqlOf, texas } from "./shopper.ts";

const hour = 3_600_000;

async function moveTo(shop: TestShop, checkoutId: string, state: CheckoutState): Promise<void> {
  const order_id = state === "completed" ? "order-1" : null;
  await sqlOf(shop).updateTable("checkout").set({ state, order_id }).where("id", "=", checkoutId).execute();
}

/** Every call that changes a checkout. */
async function changesOf(shopper: Shopper, lineId: string) {
  const { browser, checkoutId, post } = shopper;
  return {
    add: await post("/storefront/checkout/line", { variantId: "v-2" }),
    gift: await post("/storefront/checkout/line", { giftProductId: "p-9" }),
    increase: await browser.put("/storefront/checkout/line/increase", { checkoutId, lineId }),
    decrease: await browser.put("/storefront/checkout/line/decrease", { checkoutId, lineId }),
    remove: await browser.delete("/storefront/checkout/line/remove", { checkoutId, lineId }),
    email: await shopper.email("other@example.com"),
    shipping: await shopper.ship(),
    billing: await post("/storefront/checkout/billing", { billingAddress: texas }),
    method: await shopper.method("overnight"),
    addPromo: await shopper.addPromo("WELCOME10"),
    removePromo: await post("/storefront/api/checkout/remove-promo", { promoCode: "WELCOME10" }),
  };
}

const snapshot = async (shop: TestShop, id: string) => ({
  checkout: await sqlOf(shop).selectFrom("checkout").selectAll().where("id", "=", id).execute(),
  lines: await sqlOf(shop).selectFrom("checkout_line").selectAll().where("checkout_id", "=", id).execute(),
  addresses: await sqlOf(shop).selectFrom("checkout_address").selectAll().where("checkout_id", "=", id).execute(),
  quotes: await sqlOf(shop).selectFrom("quote").selectAll().where("checkout_id", "=", id).execute(),
});

const refusals = (answers: Awaited<ReturnType<typeof changesOf>>) =>
  Object.fromEntries(Object.entries(answers).map(([name, answer]) => [name, `${answer.status} ${errorOf(answer)}`]));

const every = (text: string) =>
  Object.fromEntries(
    ["add", "gift", "increase", "decrease", "remove", "email", "shipping", "billing", "method", "addPromo", "removePromo"].map(
      (name) => [name, text],
    ),
  );

describe.each(engines)("the states of a checkout on %s", (engine) => {
  test("while its money is under way nothing about it changes, and the shopper is told so", async () => {
    const shop = await openOn(engine);
    const shopper = await shopperAtPayment(shop, { "v-3": 1 });
    const lineId = (await shopper.line("v-3"))?.id ?? "";
    await moveTo(shop, shopper.checkoutId, "paying");
    const before = await snapshot(shop, shopper.checkoutId);

    const answers = await changesOf(shopper, lineId);

    expect(refusals(answers)).toEqual(every("409 Your payment is still being processed."));
    expect(await snapshot(shop, shopper.checkoutId)).toEqual(before);
    expect((await shopper.find()).state).toBe("paying");
  });

  test("looking at a checkout that is being paid writes nothing, even when a price moved", async () => {
    const shop = await openOn(engine);
    const shopper = await shopperAtPayment(shop, { "v-3": 1 });
    const { quote } = await shopper.totals();
    await moveTo(shop, shopper.checkoutId, "paying");
    await sqlOf(shop).updateTable("variant").set({ price: 9999 }).where("id", "=", "v-3").execute();
    const before = await snapshot(shop, shopper.checkoutId);

    expect((await shopper.totals()).quote).toBe(quote);
    for (const step of ["contact", "shipping", "shipping_method", "payment"])
      expect((await shopper.page(step)).status).toBe(step === "payment" ? 200 : 303);

    expect(await snapshot(shop, shopper.checkoutId)).toEqual(before);
  });

  test("once it is an order it tells that and nothing else, and changes no more", async () => {
    const shop = await openOn(engine);
    const shopper = await shopperAtPayment(shop, { "v-3": 1 });
    const { browser, checkoutId } = shopper;
    const lineId = (await shopper.line("v-3"))?.id ?? "";
    await moveTo(shop, checkoutId, "completed");
    const before = await snapshot(shop, checkoutId);

    const found = await browser.get(`/storefront/checkout/find?checkoutId=${checkoutId}`);
    const answers = await changesOf(shopper, lineId);
    const reads = [
      await browser.get(`/storefront/api/checkout/totals?checkoutId=${checkoutId}`),
      await browser.get(`/storefront/api/checkout/gift-products?checkoutId=${checkoutId}`),
    ];

    expect(found.body).toEqual({ data: { id: checkoutId, state: "completed" } });
    expect(refusals(answers)).toEqual(every("409 This order has already been placed."));
    for (const answer of reads) expect([answer.status, errorOf(answer)]).toEqual([409, "This order has already been placed."]);
    expect(await snapshot(shop, checkoutId)).toEqual(before);
  });

  test("once it is an order every step leads to the confirmation, by the order's id (requirement 24)", async () => {
    const shop = await openOn(engine);
    const shopper = await shopperAtPayment(shop, { "v-3": 1 });
    await moveTo(shop, shopper.checkoutId, "completed");
    for (const step of ["contact", "shipping", "shipping_method", "payment"]) {
      const page = await shopper.page(step);
      expect([page.status, page.headers.get("location")]).toEqual([303, "/storefront/checkout/confirmation/order-1/"]);
    }
    const late = await shopper.form("/storefront/checkout/email", { email: "late@example.com" });
    expect([late.status, late.headers.get("location")]).toEqual([303, "/storefront/checkout/confirmation/order-1/"]);
    expect(pageOf(await shopper.browser.get("/storefront/cart/")).body.textContent).not.toContain("Product 3");
  });

  test("it is given up 24 hours after its last change, and is then unknown", async () => {
    const shop = await openOn(engine);
    const [idle, busy] = [await shopperIn(shop, { "v-3": 1 }), await shopperIn(shop, { "v-3": 1 })];
    shop.pass(20 * hour);
    await busy.email();
    shop.pass(5 * hour);

    expect(await abandonCheckouts(sqlOf(shop), shop.shop.now())).toBe(1);

    const path = `/storefront/checkout/find?checkoutId=${idle.checkoutId}`;
    expect((await idle.browser.get(path)).status).toBe(404);
    expect((await idle.page("contact")).status).toBe(404);
    expect((await idle.email()).status).toBe(404);
    expect((await busy.find()).state).toBe("open");
    expect(await abandonCheckouts(sqlOf(shop), shop.shop.now())).toBe(0);
  });

  test("one that is being paid or is paid is never given up", async () => {
    const shop = await openOn(engine);
    const [paying, completed] = [await shopperIn(shop, { "v-3": 1 }), await shopperIn(shop, { "v-3": 1 })];
    await moveTo(shop, paying.checkoutId, "paying");
    await moveTo(shop, completed.checkoutId, "completed");
    shop.pass(48 * hour);
    expect(await abandonCheckouts(sqlOf(shop), shop.shop.now())).toBe(0);
  });

  test("whoever knows the id of a guest's may read its lines, only the customer a customer's", async () => {
    const shop = await openOn(engine);
    const guest = await shopperIn(shop, { "v-3": 1 });
    const other = await shopperIn(shop);
    const asOther = await other.browser.get(`/storefront/checkout/find?checkoutId=${guest.checkoutId}`);
    expect(asOther.status).toBe(200);

    const mary = await customerIn(shop, "c-mary", "mary@example.com");
    const hers = await shopperIn(shop, { "v-3": 1 }, mary);
    const john = await customerIn(shop, "c-john", "john@example.com");
    const { checkoutId } = hers;
    const lineId = (await hers.line("v-3"))?.id;

    expect((await hers.find()).id).toBe(checkoutId);
    // Without a session the requester may be the customer after her session ended, so only another
    // person gets a 404.
    for (const [stranger, status, page] of [
      [other.browser, 401, 303],
      [john, 404, 404],
    ] as const) {
      expect((await stranger.get(`/storefront/checkout/find?checkoutId=${checkoutId}`)).status).toBe(status);
      expect((await stranger.get(`/storefront/api/checkout/totals?checkoutId=${checkoutId}`)).status).toBe(status);
      expect((await stranger.get(`/storefront/checkout/contact/${checkoutId}/`)).status).toBe(page);
      expect((await stranger.post("/storefront/checkout/email", { checkoutId, email: "x@y.z" })).status).toBe(status);
      expect((await stranger.delete("/storefront/checkout/line/remove", { checkoutId, lineId })).status).toBe(status);
      const promo = { checkoutId, promoCode: "WELCOME10" };
      expect((await stranger.call("POST", "/storefront/api/checkout/add-promo", promo, { csrf: false })).status).toBe(status);
    }
    expect(await hers.find()).toMatchObject({ email: "", promoCode: null, lines: [{ quantity: 1 }] });
  });

  test("a line of another checkout cannot be changed through one's own", async () => {
    const shop = await openOn(engine);
    const [mine, theirs] = [await shopperIn(shop, { "v-3": 1 }), await shopperIn(shop, { "v-3": 1 })];
    const lineId = (await theirs.line("v-3"))?.id;
    const body = { checkoutId: mine.checkoutId, lineId };
    expect((await mine.browser.put("/storefront/checkout/line/increase", body)).status).toBe(404);
    expect((await mine.browser.put("/storefront/checkout/line/decrease", body)).status).toBe(404);
    expect((await mine.browser.delete("/storefront/checkout/line/remove", body)).status).toBe(404);
    expect((await theirs.line("v-3"))?.quantity).toBe(1);
  });

  test("a customer's steps are prefilled, and a saved address joins the customer's own, once", async () => {
    const shop = await openOn(engine);
    const browser = await customerIn(shop, "c-mary", "mary@example.com");
    const first = await shopperIn(shop, { "v-3": 1 }, browser);
    expect((await first.page("contact")).text).toContain('value="mary@example.com"');
    await first.email();
    await first.ship(texas, true);
    await first.ship(texas, true);
    await first.ship({ ...texas, city: "Dallas" }, true);

    const kept = await sqlOf(shop)
      .selectFrom("customer_address")
      .select(["city", "is_default"])
      .where("customer_id", "=", "c-mary")
      .orderBy("is_default", "desc")
      .execute();
    expect(kept).toEqual([
      { city: "Austin", is_default: 1 },
      { city: "Dallas", is_default: 0 },
    ]);
    const second = await shopperIn(shop, { "v-3": 1 }, browser);
    await second.email();
    expect((await second.page("shipping")).text).toContain('value="Austin"');
  });

  test("two checkouts of one customer that save an address at once leave one default", async () => {
    const shop = await openOn(engine);
    const browser = await customerIn(shop, "c-mary", "mary@example.com");
    await browser.token();
    const shoppers = await Promise.all(Array.from({ length: 4 }, () => shopperIn(shop, { "v-3": 1 }, browser)));
    const answers = await Promise.all(shoppers.map((shopper, index) => shopper.ship({ ...texas, city: `City ${index}` }, true)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    const kept = await sqlOf(shop).selectFrom("customer_address").select("is_default").execute();
    expect(kept.map(({ is_default }) => is_default).toSorted()).toEqual([0, 0, 0, 1]);
  });
});

test("the wire names no order while it tells that a checkout is completed", async () => {
  const shop = await openOn("sqlite");
  const shopper = await shopperIn(shop, { "v-3": 1 });
  await moveTo(shop, shopper.checkoutId, "completed");
  expect(
    Object.keys(dataOf<object>(await shopper.browser.get(`/storefront/checkout/find?checkoutId=${shopper.checkoutId}`))),
  ).toEqual(["id", "state"]);
});

/** A browser with a signed-in customer. */
async function customerIn(shop: TestShop, id: string, email: string) {
  const row = {
    id,
    email,
    email_norm: email,
    password_hash: null,
    avatar: null,
    pending_email: null,
    disabled_at: null,
    created_at: 0,
  };
  await sqlOf(shop).insertInto("customer").values(row).execute();
  return await beginSession(shop, shop.browser(), id);
}
