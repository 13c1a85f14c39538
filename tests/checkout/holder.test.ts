import { describe, expect, test } from "vitest";
import { createPath, linePath } from "../../server/checkout/cart-paths.ts";
import { setEmail } from "../../server/checkout/contact.ts";
import { addLine } from "../../server/checkout/lines.ts";
import {
  emailPath,
  lineStepPath,
  orderNotePath,
  paymentPath,
  phoneOrderPath,
  promoPath,
  shippingPath,
  stepPath,
  totalsPath,
} from "../../server/checkout/paths.ts";
import { phoneOrderContext, startPhoneOrder } from "../../server/checkout/phone-orders.ts";
import { saveAddress } from "../../server/customers/checkout-addresses.ts";
import { createOneTimeToken } from "../../server/customers/one-time-tokens.ts";
import { signInPath } from "../../server/customers/paths.ts";
import { transact } from "../../server/db/transaction.ts";
import { password, sentEmails, shopWithCustomer, signIn } from "../identity/customer-fixture.ts";
import { cardForm } from "../payments/shopper.ts";
import type { TestBrowser } from "../support/browser-of.ts";
import type { TestShop } from "../support/shop.ts";
import {
  type CheckoutJson,
  dataOf,
  engines,
  fieldValue,
  idaho,
  nobody,
  pageOf,
  type Shopper,
  shopperAtPayment,
  shopperIn,
  sqlOf,
  texas,
} from "./shopper.ts";

const steps = ["contact", "shipping", "shipping_method", "payment"] as const;

/** Texts that only the holder of `atPayment`'s checkout may read. */
const secrets = /alice@example|Ring twice|12 Elm|WELCOME10|"standard"|Standard/;

/** Alice at the payment, with every field filled in. */
async function atPayment(shop: TestShop): Promise<Shopper> {
  const alice = await shopperAtPayment(shop, { "v-1": 2 });
  await alice.email("alice@example.com");
  await alice.addPromo("WELCOME10");
  await alice.post(orderNotePath, { orderNote: "Ring twice" });
  await alice.totals();
  return alice;
}

const found = async (browser: TestBrowser, id: string) =>
  dataOf<CheckoutJson>(await browser.get(`/storefront/checkout/find?checkoutId=${id}`));

const unitsIn = ({ lines }: CheckoutJson) => Object.fromEntries(lines.map(({ variant, quantity }) => [variant.id, quantity]));

/** All rows of a checkout. */
async function rowsOf(shop: TestShop, id: string) {
  const db = sqlOf(shop);
  return {
    row: await db.selectFrom("checkout").selectAll().where("id", "=", id).execute(),
    lines: await db.selectFrom("checkout_line").selectAll().where("checkout_id", "=", id).orderBy("id").execute(),
    addresses: await db.selectFrom("checkout_address").selectAll().where("checkout_id", "=", id).orderBy("kind").execute(),
    quotes: await db.selectFrom("quote").selectAll().where("checkout_id", "=", id).orderBy("id").execute(),
  };
}

const checkoutsIn = async (shop: TestShop): Promise<number> =>
  (await sqlOf(shop).selectFrom("checkout").select("id").execute()).length;

/** A signed-in customer with a saved address. */
async function customerBob(shop: TestShop): Promise<TestBrowser> {
  const home = { ...texas, streetAddress1: "7 Bobs Home" };
  await transact(sqlOf(shop), (tx) => saveAddress(tx, { customerId: "ann", id: undefined }, home, shop.shop.now()));
  const bob = shop.browser();
  await signIn(bob);
  return bob;
}

describe.each(engines)("somebody else with the id of a guest's checkout, on %s", (engine) => {
  test("reads its lines alone, and reading writes nothing", async () => {
    const shop = await shopWithCustomer({ engine });
    const alice = await atPayment(shop);
    const { quote } = await alice.totals();
    const [before, count] = [await rowsOf(shop, alice.checkoutId), await checkoutsIn(shop)];
    for (const browser of [shop.browser(), await customerBob(shop)]) {
      const read = async (path: string) => (await browser.get(path)).text;
      const checkout = await found(browser, alice.checkoutId);
      expect(checkout).toMatchObject({ id: alice.checkoutId, state: "open", email: "", shippingAddress: null });
      expect(checkout).toMatchObject({ billingAddress: null, shippingMethod: null, promoCode: null });
      expect([unitsIn(checkout), checkout.totalPrice.gross.amount]).toEqual([{ "v-1": 2 }, 20]);
      const totals = await read(`${totalsPath}?checkoutId=${alice.checkoutId}&quote=${quote}`);
      expect(JSON.parse(totals).data).toMatchObject({
        quote: "",
        tax: { amount: 0 },
        discount: { amount: 0 },
        shipping: { amount: 0 },
      });
      const gifts = await read(`/storefront/api/checkout/gift-products?checkoutId=${alice.checkoutId}`);
      const contact = await read(stepPath("contact", alice.checkoutId));
      expect(contact).toContain("Product 1");
      // The visitor's own data is not filled in either.
      expect(fieldValue(pageOf(await browser.get(stepPath("contact", alice.checkoutId))), "email")).toBe("");
      for (const text of [JSON.stringify(checkout), totals, gifts, contact]) expect(text).not.toMatch(secrets);
      for (const step of steps.slice(1)) {
        const page = await browser.get(stepPath(step, alice.checkoutId));
        expect([step, page.status, page.headers.get("location")]).toEqual([step, 303, stepPath("contact", alice.checkoutId)]);
      }
    }
    expect([await rowsOf(shop, alice.checkoutId), await checkoutsIn(shop)]).toEqual([before, count]);
  });

  test("changes one copy by it, which its holder never learns of, and pays that", async () => {
    const shop = await shopWithCustomer({ engine, pays: true });
    const alice = await atPayment(shop);
    const before = await rowsOf(shop, alice.checkoutId);
    const bob = await shopperIn(shop, { "v-2": 1 });
    const { browser } = bob;

    const first = await browser.form(emailPath, { checkoutId: alice.checkoutId, email: "bob@example.com" });

    const copy = (await found(browser, alice.checkoutId)).id;
    expect([first.status, first.headers.get("location")]).toEqual([303, stepPath("shipping", copy)]);
    expect([alice.checkoutId, bob.checkoutId]).not.toContain(copy);
    expect(await found(browser, alice.checkoutId)).toMatchObject({ email: "bob@example.com", promoCode: null, state: "open" });
    // The copy exists beside the cart that this browser has.
    expect([browser.jar.get("checkoutId"), unitsIn(await bob.find())]).toEqual([bob.checkoutId, { "v-2": 1 }]);
    // The old id is used, as in pages and calls from before the copy.
    const id = alice.checkoutId;
    await browser.post(shippingPath, {
      checkoutId: id,
      shippingAddress: { ...texas, streetAddress1: "9 Bobs Lane" },
      saveForLater: false,
    });
    await browser.form("/storefront/checkout/shipping_method", { checkoutId: id, shippingMethodId: "standard" });
    for (const step of steps) {
      const page = await browser.get(stepPath(step, id));
      expect([step, page.status, page.headers.get("location")]).toEqual([step, 303, stepPath(step, copy)]);
    }
    const quote = fieldValue(pageOf(await browser.get(stepPath("payment", copy))), "quote") ?? "";
    const paid = await browser.post(paymentPath, { checkoutId: id, quote, paymentDetails: cardForm() });
    expect(paid.status).toBe(200);
    expect((await sentEmails(shop)).map(({ to }) => to)).toEqual(["bob@example.com"]);
    expect(await rowsOf(shop, alice.checkoutId)).toEqual(before);
    expect(await alice.find()).toMatchObject({ state: "open", email: "alice@example.com", promoCode: "WELCOME10" });
    const named = await sqlOf(shop).selectFrom("checkout").select("id").where("copied_from", "=", id).execute();
    expect(named).toEqual([{ id: copy }]);
  });

  test("makes one copy by two first changes at once", async () => {
    const shop = await shopWithCustomer({ engine });
    const alice = await shopperIn(shop, { "v-1": 2 });
    const bob = shop.browser();
    await bob.token();
    const add = () => bob.post(linePath, { checkoutId: alice.checkoutId, variantId: "v-2", quantity: 1 });

    const answers = await Promise.all([add(), add(), add()]);

    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(new Set(answers.map((answer) => dataOf<CheckoutJson>(answer).id)).size).toBe(1);
    expect(unitsIn(await found(bob, alice.checkoutId))).toEqual({ "v-1": 2, "v-2": 3 });
    expect(unitsIn(await alice.find())).toEqual({ "v-1": 2 });
    expect(await checkoutsIn(shop)).toBe(2);
  });

  test("keeps the copy at a sign-in, which leaves another's checkout alone", async () => {
    const shop = await shopWithCustomer({ engine });
    const alice = await shopperIn(shop, { "v-1": 2 });
    const before = await rowsOf(shop, alice.checkoutId);
    const bob = await shopperIn(shop, { "v-2": 1 });
    await bob.browser.post(emailPath, { checkoutId: alice.checkoutId, email: "bob@example.com" });
    const copy = (await found(bob.browser, alice.checkoutId)).id;

    await signIn(bob.browser);

    expect(await found(bob.browser, alice.checkoutId)).toMatchObject({ id: copy, email: "bob@example.com" });
    expect(unitsIn(await found(bob.browser, bob.checkoutId))).toEqual({ "v-2": 1 });
    // A cookie with the id of another person's checkout adds nothing to the customer's cart.
    const carol = shop.browser();
    carol.jar.set("checkoutId", alice.checkoutId);
    await carol.form(signInPath, { email: "ann@example.com", password });
    expect(unitsIn(await found(carol, carol.jar.get("checkoutId") ?? ""))).toEqual({ "v-2": 1 });
    expect(await rowsOf(shop, alice.checkoutId)).toEqual(before);
    // A browser without a cart uses the copy as its cart, and the sign-in moves it like any cart.
    const dave = shop.browser();
    await dave.post(emailPath, { checkoutId: alice.checkoutId, email: "dave@example.com" });
    expect(dave.jar.get("checkoutId")).toBe((await found(dave, alice.checkoutId)).id);
    await signIn(dave);
    expect(unitsIn(await found(dave, alice.checkoutId))).toEqual({ "v-2": 1, "v-1": 2 });
  });
});

test("a phone order, which others see too, is filled in with nobody's saved address", async () => {
  const shop = await shopWithCustomer();
  const bob = await customerBob(shop);
  const { db, now } = shop.shop;
  const takenBy = "staff:somebody";
  const checkoutId = await startPhoneOrder(db, { takenBy, now: now(), record: async () => {} });
  const context = phoneOrderContext({ actor: takenBy, checkoutId, now: now() });
  await addLine(db, context, { variantId: "v-1", quantity: 1 });
  await setEmail(db, context, { email: "alice@example.com" });
  const token = await createOneTimeToken(db, { kind: "phone-order", subject: checkoutId, lifetime: 3_600_000 }, now());
  await bob.get(`${phoneOrderPath}?token=${token}`);

  const shipping = await bob.get(stepPath("shipping", checkoutId));

  expect(shipping.text).toContain("alice@example.com");
  expect(shipping.text).not.toContain("7 Bobs Home");
});

describe("a copy of another's checkout", () => {
  test("has its plain lines at today's prices, and what can be bought of them", async () => {
    const shop = await shopWithCustomer({ stock: { "v-1": 9, "v-2": 9, "v-3": 9 } });
    const alice = await shopperIn(shop, { "v-1": 5, "v-2": 2, "v-3": 1 });
    const db = sqlOf(shop);
    await db.updateTable("variant").set({ price: 1500 }).where("id", "=", "v-2").execute();
    await db.updateTable("variant").set({ on_hand: 3 }).where("id", "=", "v-1").execute();
    const bob = shop.browser();
    const line = await alice.line("v-2");

    // A page sends the line ids that it was rendered with.
    const answer = await bob.put(lineStepPath("increase"), { checkoutId: alice.checkoutId, lineId: line?.id, quantity: 1 });

    const copy = dataOf<CheckoutJson>(answer);
    expect([unitsIn(copy), copy.lines[1]?.unitPrice.gross.amount]).toEqual([{ "v-1": 3, "v-2": 3, "v-3": 1 }, 15]);
    expect(copy.notice).toBe("Some items in your cart ran out and were left out.");
    expect(bob.jar.get("checkoutId")).toBe(copy.id);
    expect(unitsIn(await alice.find())).toEqual({ "v-1": 5, "v-2": 2, "v-3": 1 });
  });

  test("is made by a code, too, of somebody who had no cookie", async () => {
    const shop = await shopWithCustomer();
    const alice = await shopperIn(shop, { "v-1": 2 });
    const bob = shop.browser();

    const body = { checkoutId: alice.checkoutId, promoCode: "WELCOME10" };
    expect((await bob.call("POST", promoPath("add"), body, { csrf: false })).status).toBe(200);

    expect((await found(bob, alice.checkoutId)).promoCode).toBe("WELCOME10");
    expect((await alice.find()).promoCode).toBeNull();
  });

  test("gets the saved address and email of the customer who made it, and the original never does", async () => {
    const shop = await shopWithCustomer();
    const alice = await shopperIn(shop, { "v-1": 2 });
    const bob = await customerBob(shop);

    const first = await bob.form(emailPath, { checkoutId: alice.checkoutId, email: "ann@example.com" });

    const shipping = pageOf(await bob.get(first.headers.get("location") ?? ""));
    expect(fieldValue(shipping, "streetAddress1")).toBe("7 Bobs Home");
    expect(await alice.find()).toMatchObject({ email: "", shippingAddress: null });
    const mine = await bob.get(stepPath("contact", (await found(bob, alice.checkoutId)).id));
    expect(fieldValue(pageOf(mine), "email")).toBe("ann@example.com");
    // A browser that is not signed in cannot open Bob's copy.
    expect((await shop.browser().get(first.headers.get("location") ?? "")).headers.get("location")).toContain(signInPath);
  });

  test("is not made by a form that is refused, whose page shows what was typed alone", async () => {
    const shop = await shopWithCustomer();
    const alice = await atPayment(shop);
    const bob = await customerBob(shop);
    const id = alice.checkoutId;

    const refused = [
      await bob.form(emailPath, { checkoutId: id, email: "nobody" }),
      await bob.form(shippingPath, { checkoutId: id, ...idaho, streetAddress1: "3 Oak Row", postalCode: "" }),
      await bob.form(promoPath("add"), { checkoutId: id, promoCode: "NOSUCH" }),
      await bob.post(paymentPath, { checkoutId: id, paymentDetails: cardForm() }),
      await bob.post("/storefront/checkout/billing", {
        checkoutId: id,
        sameAsShipping: true,
        billingAddress: { ...idaho, streetAddress1: "3 Oak Row" },
      }),
    ];

    for (const { status, text } of refused) {
      expect([200, 409, 422]).toContain(status);
      expect(text).not.toMatch(/alice@example|12 Elm|7 Bobs Home/);
    }
    expect((await found(bob, id)).id).toBe(id);
    expect(await alice.find()).toMatchObject({ email: "alice@example.com" });
  });

  test("is made of nobody's: neither of what is not there, nor of a customer's, nor of what was bought", async () => {
    const shop = await shopWithCustomer({ pays: true });
    const ann = shop.browser();
    await signIn(ann);
    const theirs = dataOf<{ checkoutId: string }>(await ann.post(createPath, { lines: [{ variantId: "v-1", quantity: 1 }] }));
    const bought = await atPayment(shop);
    expect((await bought.post(paymentPath, { paymentDetails: cardForm() })).status).toBe(200);
    const bob = shop.browser();
    const add = async (checkoutId: string) => (await bob.post(linePath, { checkoutId, variantId: "v-2", quantity: 1 })).status;

    expect([await add(nobody), await add(theirs.checkoutId), await add(bought.checkoutId)]).toEqual([404, 401, 409]);
    expect(await checkoutsIn(shop)).toBe(2);
  });
});
