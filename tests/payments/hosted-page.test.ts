import { describe, expect, test } from "vitest";
import { writeMeans } from "../../server/checkout/means-records.ts";
import { emailPath, pageCancelPath, pageReturnPath, stepPath } from "../../server/checkout/paths.ts";
import { transact } from "../../server/db/transaction.ts";
import { refusedCall } from "../../server/payments/gateways/gateway.ts";
import { reconcile } from "../../server/payments/reconcile.ts";
import { sweepNow } from "../../server/payments/sweep/sweep.ts";
import { emailsIn } from "../support/sent-emails.ts";
import { engines, type TestShop } from "../support/shop.ts";
import { attemptsOf, heldUnits, hostedShop, pageIn, payOn, press, stateOf } from "./hosted-shop.ts";
import { atGateway, cards, countedDeclines, expectInOrder, quick, quoteNow, type Shopper, shopperAt } from "./shopper.ts";

const minute = 60_000;

/** A shopper whom Pay has led to the gateway's page. */
async function atPage(options: Parameters<typeof hostedShop>[0] = {}) {
  const shop = await hostedShop(options);
  const shopper = await shopperAt(shop);
  return { shop, shopper, page: pageIn(await press(shopper)) };
}

const returns = ({ browser, checkoutId }: Shopper) => browser.get(pageReturnPath(checkoutId));
const cancels = ({ browser, checkoutId }: Shopper) => browser.get(pageCancelPath(checkoutId));
const orders = ({ shop }: TestShop) => shop.db.selectFrom("orders").select(["id", "total"]).execute();
/** Lets the shop ask again, after its pause. */
async function ask(shop: TestShop, after = minute): Promise<void> {
  shop.pass(after);
  await reconcile(shop.shop, quick);
  await shop.runJobs();
}
const subjects = async ({ directory }: TestShop) => (await emailsIn(directory)).map(({ subject }) => subject);

describe.each(engines)("a payment on the gateway's page, on %s", (engine) => {
  test("is no order until it is paid; the return then leads to the order", async () => {
    const { shop, shopper, page } = await atPage({ engine });
    expect([await stateOf(shop), await heldUnits(shop), await orders(shop)]).toEqual(["elsewhere", 1, []]);
    await expectInOrder(shop);

    const back = await payOn(page);
    expect([back.status, back.headers.get("location")]).toEqual([303, `http://shop.test${pageReturnPath(shopper.checkoutId)}`]);
    const returned = await returns(shopper);
    expect([returned.status, returned.headers.get("location")]).toEqual([
      303,
      `${stepPath("payment", shopper.checkoutId)}?returned`,
    ]);

    const [order] = await orders(shop);
    expect(order?.total).toBe(shopper.total);
    const step = await shopper.browser.get(returned.headers.get("location") ?? "");
    expect(step.headers.get("location")).toBe(stepPath("confirmation", order?.id ?? ""));
    expect((await shopper.browser.get(stepPath("confirmation", order?.id ?? ""))).status).toBe(200);
    await expectInOrder(shop);
    expect((await attemptsOf(shop)).map(({ state, page, last4 }) => [state, page, last4])).toEqual([["captured", null, "4242"]]);
    expect((await atGateway(shop, "authorize")).length).toBe(1);
  });

  test("is found by the shop itself if the shopper never comes back", async () => {
    const { shop, page } = await atPage({ engine });
    await payOn(page);
    await ask(shop);

    expect((await orders(shop)).length).toBe(1);
    await expectInOrder(shop);
  });

  test("ends unpaid after half an hour: the stock is free, the page is closed, and it counts like a declined card", async () => {
    const { shop, shopper, page } = await atPage({ engine });
    await ask(shop, 29 * minute);
    expect([await stateOf(shop), await countedDeclines(shop)]).toEqual(["elsewhere", []]);
    await ask(shop, minute);

    expect([await stateOf(shop), await heldUnits(shop)]).toEqual(["not_found", 0]);
    expect(await countedDeclines(shop)).toEqual(["card-declined-checkout", "card-declined-shop"]);
    expect((await payOn(page)).status).toBe(410);
    const step = await shopper.browser.get(stepPath("payment", shopper.checkoutId));
    expect(step.text).toContain("You left our payment provider’s page before paying, so nothing was ordered.");
    await expectInOrder(shop);
  });

  test("that comes after all is given back, and the shopper is told once", async () => {
    const { shop, shopper, page } = await atPage({ engine });
    shop.shop.gateway = { ...shop.shop.gateway, closePage: undefined };
    await cancels(shopper);
    expect(await stateOf(shop)).toBe("not_found");
    expect((await payOn(page)).status).toBe(303);

    shop.pass(minute);
    expect((await returns(shopper)).status).toBe(303);
    expect(["voiding", "voided"]).toContain(await stateOf(shop));
    await sweepNow(shop.shop);
    await shop.runJobs();

    expect([await stateOf(shop), await orders(shop)]).toEqual(["voided", []]);
    expect((await atGateway(shop, "void")).length).toBe(1);
    expect((await subjects(shop)).filter((subject) => subject.includes("goes back"))).toEqual([
      "Your payment at Leaf & Vessel goes back to you",
    ]);
    await expectInOrder(shop);
  });
});

test("a declined card on the page ends nothing", async () => {
  const { shop, shopper, page } = await atPage();
  expect((await payOn(page, cards.declined)).status).toBe(422);
  await returns(shopper);
  expect(await stateOf(shop)).toBe("elsewhere");

  await payOn(page);
  await returns(shopper);
  await expectInOrder(shop);
  expect((await orders(shop)).length).toBe(1);
});

test("a payment under review on the page becomes the order once it is approved", async () => {
  const { shop, shopper, page } = await atPage();
  await payOn(page, cards.held);
  await returns(shopper);
  expect(await stateOf(shop)).toBe("held");
  const step = await shopper.browser.get(stepPath("payment", shopper.checkoutId));
  expect(step.text).toContain("We’re checking your payment, and email you");
  expect(step.headers.getSetCookie().join("\n")).toMatch(/checkoutId=;/);
  await expectInOrder(shop);

  const { gateway } = shop.shop;
  const [{ key = "", auth_ref: authRef } = {}] = await attemptsOf(shop);
  expect(await gateway.endReview?.({ key, authRef: authRef ?? "", approve: true })).toMatchObject({ status: "ended" });
  await ask(shop, 10 * minute);
  expect((await orders(shop)).length).toBe(1);
  await expectInOrder(shop);
});

test("another press on the same quote leads to the same page; two tabs make one order", async () => {
  const { shop, shopper, page } = await atPage();
  expect(pageIn(await press(shopper, { formKey: "second-tab" }))).toEqual(page);

  await payOn(page);
  await payOn(page);
  const [first, second] = await Promise.all([returns(shopper), returns(shopper)]);
  expect([first.status, second.status]).toEqual([303, 303]);
  await returns(shopper);

  expect([(await orders(shop)).length, (await attemptsOf(shop)).length]).toEqual([1, 1]);
  expect((await atGateway(shop, "authorize")).length).toBe(1);
  await expectInOrder(shop);
});

test("a press that comes after the payment, before the return, finds the order", async () => {
  const { shop, shopper, page } = await atPage();
  await payOn(page);
  expect(pageIn(await press(shopper))).toEqual(page);
  await returns(shopper);

  expect((await press(shopper)).body).toEqual({ data: { orderId: (await orders(shop))[0]?.id } });
});

test("a return proves nothing, and another browser gets no page of the order", async () => {
  const { shop, shopper, page } = await atPage();
  await returns(shopper);
  expect(await stateOf(shop)).toBe("elsewhere");

  const stranger = shop.browser();
  const step = stepPath("payment", shopper.checkoutId);
  expect((await shopper.browser.get(step)).text).toContain(page.address);
  expect((await shopper.browser.get(`${step}?returned`)).text).toContain(`${step}?returned`);
  expect((await stranger.get(stepPath("payment", shopper.checkoutId))).text).not.toContain(page.address);
  expect((await stranger.get(pageCancelPath(shopper.checkoutId))).status).toBe(303);
  expect(await stateOf(shop)).toBe("elsewhere");

  // The stranger changes a copy of the cart, and then holds that copy alone.
  const email = { checkoutId: shopper.checkoutId, email: "other@example.com" };
  expect((await stranger.post(emailPath, email)).status).toBe(200);
  await stranger.get(pageCancelPath(shopper.checkoutId));
  expect(await stateOf(shop)).toBe("elsewhere");

  await payOn(page);
  expect((await stranger.get(pageReturnPath(shopper.checkoutId))).status).toBe(303);
  const [order] = await orders(shop);
  expect((await stranger.get(stepPath("confirmation", order?.id ?? ""))).text).not.toContain("Fern Lane");
  expect((await shopper.browser.get(stepPath("confirmation", order?.id ?? ""))).text).toContain("Fern Lane");
});

test("the cancel link gives the page up at once; the next press opens another", async () => {
  const { shop, shopper, page } = await atPage();
  expect((await cancels(shopper)).headers.get("location")).toBe(stepPath("payment", shopper.checkoutId));
  expect([await stateOf(shop), await heldUnits(shop)]).toEqual(["not_found", 0]);
  expect(await countedDeclines(shop)).toEqual([
    "card-declined-address",
    "card-declined-checkout",
    "card-declined-network",
    "card-declined-shop",
  ]);
  expect((await payOn(page)).status).toBe(410);

  const next = pageIn(await press(shopper));
  expect(next.address).not.toBe(page.address);
  await payOn(next);
  await returns(shopper);
  expect((await orders(shop)).length).toBe(1);
  await expectInOrder(shop);
});

test("a cancel that comes after the payment keeps the order", async () => {
  const { shop, shopper, page } = await atPage();
  await payOn(page);
  await cancels(shopper);

  expect((await orders(shop)).length).toBe(1);
  await expectInOrder(shop);
});

test("a payment that comes while the page is given up is found, and becomes the order", async () => {
  const { shop, shopper, page } = await atPage();
  const { closePage } = shop.shop.gateway;
  shop.shop.gateway = {
    ...shop.shop.gateway,
    closePage: async (call) => {
      await payOn(page);
      return (await closePage?.(call)) ?? refusedCall("no_page");
    },
  };
  await cancels(shopper);

  expect((await orders(shop)).length).toBe(1);
  await expectInOrder(shop);
});

test("a gateway that knows no call to close a page frees the stock all the same", async () => {
  const { shop, shopper } = await atPage();
  shop.shop.gateway = { ...shop.shop.gateway, closePage: async () => refusedCall("no_such_call") };
  await cancels(shopper);

  expect([await stateOf(shop), await heldUnits(shop)]).toEqual(["not_found", 0]);
});

test("a late payment that the gateway holds for review is given back too", async () => {
  const { shop, shopper, page } = await atPage();
  shop.shop.gateway = { ...shop.shop.gateway, closePage: undefined };
  await cancels(shopper);
  await payOn(page, cards.held);
  shop.pass(minute);
  await sweepNow(shop.shop);
  await shop.runJobs();

  expect([await stateOf(shop), await orders(shop)]).toEqual(["voided", []]);
  await expectInOrder(shop);
});

test("a clock that goes back holds no stock for longer", async () => {
  const { shop } = await atPage();
  shop.pass(-1440 * minute);
  await reconcile(shop.shop, quick);
  await ask(shop, 31 * minute);

  expect([await stateOf(shop), await heldUnits(shop)]).toEqual(["not_found", 0]);
});

test("another payment method gives the page up, and places the order", async () => {
  const { shop, shopper, page } = await atPage();
  const transfer = { name: "Bank transfer", instructions: "Send it.", termDays: 10, shipsUnpaid: false, active: true };
  await transact(shop.shop.db, (tx) => writeMeans(tx, "transfer", transfer));

  expect((await press(shopper, { means: "transfer" })).body).toEqual({ data: { orderId: (await orders(shop))[0]?.id } });
  expect((await payOn(page)).status).toBe(410);
  expect((await attemptsOf(shop)).map(({ kind, state }) => [kind, state])).toEqual([
    ["card", "not_found"],
    ["manual", "finalized"],
  ]);
  await expectInOrder(shop);
});

test("many pages of one network need work, whether they are paid on or not", async () => {
  const shop = await hostedShop({ stock: { "v-2": 100 } });
  const codes: unknown[] = [];
  for (let count = 0; count < 31; count++) {
    const { status, body } = await press(await shopperAt(shop));
    codes.push(status === 200 ? "page" : (body as { code: string }).code);
  }
  expect(codes).toEqual([...Array.from({ length: 30 }, () => "page"), "work_required"]);
});

test("a changed cart gives the page up, and is changed; a paid one is not", async () => {
  const { shop, shopper, page } = await atPage();
  const email = { checkoutId: shopper.checkoutId, email: "other@example.com" };
  expect((await shopper.browser.post(emailPath, email)).status).toBe(200);
  expect([await stateOf(shop), (await payOn(page)).status]).toEqual(["not_found", 410]);

  const second = pageIn(await press({ ...shopper, quote: await quoteNow(shopper) }));
  const added = await shopper.browser.form("/storefront/cart/add", { variantId: "v-2", quantity: "1" });
  expect([added.status, (await payOn(second)).status]).toEqual([303, 410]);

  const third = pageIn(await press({ ...shopper, quote: await quoteNow(shopper) }));
  await payOn(third);
  expect((await shopper.browser.post(emailPath, email)).body).toMatchObject({ code: "completed" });
  expect((await orders(shop)).length).toBe(1);
  await expectInOrder(shop);
});

test("a card typed into the shop is refused, and never sent", async () => {
  const shop = await hostedShop();
  const shopper = await shopperAt(shop);
  expect(await shopper.pay()).toMatchObject({ status: 400, body: { code: "invalid" } });
  expect([await attemptsOf(shop), await atGateway(shop, "authorize")]).toEqual([[], []]);
});

test("a page whose address was lost is given up, since nobody can have paid on it", async () => {
  const shop = await hostedShop();
  const shopper = await shopperAt(shop);
  const { authorize } = shop.shop.gateway;
  shop.shop.gateway = {
    ...shop.shop.gateway,
    authorize: async (call) => {
      await authorize(call);
      throw new Error("the process ended");
    },
  };
  await press(shopper).catch(() => {});
  expect(await stateOf(shop)).toBe("sent");
  await ask(shop, 2 * minute);

  expect([await stateOf(shop), await heldUnits(shop)]).toEqual(["not_found", 0]);
  await expectInOrder(shop);
});
