import { describe, expect, test } from "vitest";
import { decideReview } from "../../server/catalog/review-decisions.ts";
import { transact } from "../../server/db/transaction.ts";
import { fulfilOrder } from "../../server/orders/fulfil.ts";
import { createOrderToken } from "../../server/orders/order-token.ts";
import { orderPath, reviewPath, statusPath } from "../../server/orders/paths.ts";
import { refundOrder } from "../../server/orders/refund.ts";
import { takeReturn } from "../../server/orders/return.ts";
import { inviteReviewers } from "../../server/orders/review-invitation.ts";
import { erasePerson } from "../../server/personal-data/erase.ts";
import { pageOf, textOf } from "../checkout/shopper.ts";
import { sentEmails, shopWithCustomer, signIn } from "../identity/customer-fixture.ts";
import { paidOrder } from "../staff/paid-order.ts";
import type { TestBrowser } from "../support/browser-of.ts";
import { engines, openShop, type TestShop } from "../support/shop.ts";
import { lineOf, placed } from "./order-fixture.ts";

const day = 24 * 3_600_000;
const words = { stars: 4, title: "Sturdy", text: "Holds heat.\n\n\n\nKeeps <b>its</b> shape.", author: "Ada" };

/** Ann's or a guest's order that shipped at `at`. */
async function shipped({ shop }: TestShop, wish: Partial<Parameters<typeof placed>[1]> = {}) {
  const at = wish.at ?? shop.now();
  const order = await placed(shop.db, { at, ...wish });
  await shop.db.updateTable("orders").set({ state: "fulfilled", fulfilled_at: at }).where("id", "=", order.id).execute();
  return order;
}
const reviewsOf = ({ shop }: TestShop) =>
  shop.db.selectFrom("review").selectAll().where("order_id", "is not", null).orderBy("at").execute();
/** Lets the browser follow an order's emailed one-time link. */
async function grant({ shop }: TestShop, browser: TestBrowser, orderId: string) {
  await browser.token();
  const visitor = browser.jar.get("visitor")?.split(".")[0] ?? "";
  await shop.db
    .insertInto("order_grant")
    .values({ visitor, order_id: orderId, until: shop.now() + day })
    .execute();
}
const approve = async (shop: TestShop, answer = "") => {
  for (const { id } of await reviewsOf(shop))
    await transact(shop.shop.db, (tx) => decideReview(tx, id, { state: "shown", answer }, shop.shop.now()));
};
const productPage = async (shop: TestShop) => (await shop.browser().get("/storefront/products/product-2/")).text;

describe.each(engines)("reviews by buyers on %s", (engine) => {
  test("a customer's is shown once it is approved, as a verified purchase, with the shop's answer", async () => {
    const shop = await shopWithCustomer({ engine });
    const order = await shipped(shop, { customerId: "ann" });
    const browser = shop.browser();
    await signIn(browser);
    expect(await productPage(shop)).toContain("No reviews yet.");
    const page = pageOf(await browser.get(orderPath(order.id)));
    expect(page.querySelectorAll(`form[action="${reviewPath}"]`)).toHaveLength(1);

    const sent = await browser.form(reviewPath, { orderId: order.id, productId: "p-2", ...words, stars: "4" });

    expect([sent.status, sent.headers.get("location")]).toEqual([303, `${orderPath(order.id)}?notice=reviewed#reviews`]);
    expect((await browser.get(`${orderPath(order.id)}?notice=reviewed`)).text).toContain("Thank you. We’ll read your review");
    expect(await productPage(shop)).toContain("No reviews yet.");
    await approve(shop, "Thank you, Ada.");
    const shown = textOf(pageOf({ text: await productPage(shop) } as never), ".review").replace(/\s+/g, " ");
    expect(shown).toContain("Sturdy Holds heat. Keeps <b>its</b> shape. Ada, ");
    expect(shown).toContain(", verified purchase Our answerThank you, Ada.");
    expect(await reviewsOf(shop)).toMatchObject([{ stars: 4, body: "Holds heat.\n\nKeeps <b>its</b> shape.", published: 1 }]);
  });

  test("there is one of each product, however often it was bought and pressed; another text waits again", async () => {
    const shop = await shopWithCustomer({ engine });
    const first = await shipped(shop, { customerId: "ann", at: 1000 });
    const second = await shipped(shop, { customerId: "ann", at: 2000 });
    const browser = shop.browser();
    await signIn(browser);
    const write = (orderId: string, title: string) => browser.post(reviewPath, { ...words, orderId, productId: "p-2", title });

    const answers = await Promise.all([first.id, second.id, first.id, second.id].map((id) => write(id, "Once")));

    expect(answers.map(({ status, body }) => [status, body])).toEqual(Array(4).fill([200, { data: { state: "waiting" } }]));
    expect(await reviewsOf(shop)).toMatchObject([{ order_id: first.id, title: "Once" }]);
    await approve(shop, "Thanks");
    expect((await write(second.id, "Once")).body).toEqual({ data: { state: "shown" } });
    expect((await write(second.id, "Twice")).body).toEqual({ data: { state: "waiting" } });
    expect(await reviewsOf(shop)).toMatchObject([{ title: "Twice", published: 0, decided_at: null, answer: "" }]);
    expect(await productPage(shop)).not.toContain("Once");

    const removed = await browser.form(reviewPath, { orderId: second.id, productId: "p-2", _method: "DELETE" });
    expect([removed.status, await reviewsOf(shop)]).toEqual([303, []]);
  });

  test("a refused form comes back with what was typed, and a session that ended leads to the sign-in and back", async () => {
    const shop = await shopWithCustomer({ engine });
    const order = await shipped(shop, { customerId: "ann" });
    const browser = shop.browser();
    await signIn(browser);
    const form = { orderId: order.id, productId: "p-2", title: "x".repeat(101), text: " ", author: "" };

    const refused = await browser.form(reviewPath, form);

    expect(refused.status).toBe(422);
    const page = pageOf(refused);
    expect(page.querySelector("#title-p-2")?.getAttribute("value")).toBe("x".repeat(101));
    expect([...page.querySelectorAll(".field__error")].map(({ textContent }) => textContent)).toEqual([
      "Please choose how many stars.",
      "Up to 100 characters fit; this has 101.",
      "Please write a few words.",
      "Please enter the name to show with your review.",
    ]);
    expect(page.querySelector("#review-p-2")?.hasAttribute("open")).toBe(true);

    await shop.shop.db.deleteFrom("session").execute();
    const signedOut = await browser.form(reviewPath, { ...form, text: "Long and dear to me", stars: "5" });
    expect([signedOut.status, signedOut.headers.get("location")]).toEqual([
      303,
      `/identity/signin/?next=${encodeURIComponent(orderPath(order.id))}`,
    ]);
    await signIn(browser);
    expect(pageOf(await browser.get(orderPath(order.id))).querySelector("#text-p-2")?.textContent).toContain(
      "Long and dear to me",
    );
    expect(await reviewsOf(shop)).toEqual([]);
  });

  test("a guest's comes by a mail's link or from the order's page; who has not bought, or sees another's order, gets nothing", async () => {
    const shop = await shopWithCustomer({ engine });
    const gift = { ...lineOf(3), gift: true, unitPrice: 0, net: 0 };
    const order = await shipped(shop, { email: "ada@example.com", lines: [lineOf(2), gift] });
    const token = await createOrderToken(shop.shop.db, order.id, shop.shop.now());
    const browser = shop.browser();
    await grant(shop, browser, order.id);
    const post = (fields: object) => browser.post(reviewPath, { productId: "p-2", ...words, ...fields });
    const stranger = shop.browser();
    expect((await stranger.post(reviewPath, { productId: "p-2", ...words, orderId: order.id })).status).toBe(401);

    const own = pageOf(await browser.get(orderPath(order.id)));
    expect([...own.querySelectorAll("#reviews details h3")].map(({ textContent }) => textContent)).toEqual(["Product 2"]);
    const first = await browser.form(reviewPath, { orderId: order.id, productId: "p-2", ...words, stars: "2" });
    expect([first.status, first.headers.get("location")]).toEqual([303, `${orderPath(order.id)}?notice=reviewed#reviews`]);
    expect((await browser.get(`${orderPath(order.id)}?notice=reviewed`)).text).toContain("We’ll read your review");
    expect((await post({ token: "0".repeat(32) })).status).toBe(404);
    expect((await post({ token, productId: "p-3" })).status).toBe(404);
    expect((await post({ token, productId: "p-1" })).status).toBe(404);
    const page = pageOf(await browser.get(`${reviewPath}?token=${token}`));
    expect([...page.querySelectorAll("details h3")].map(({ textContent }) => textContent)).toEqual(["Product 2"]);
    expect(page.body.textContent).not.toMatch(/ada@|Fern/);
    const sent = await browser.form(reviewPath, { token, productId: "p-2", ...words, stars: "4" });
    expect([sent.status, sent.headers.get("location")]).toEqual([303, `${reviewPath}?token=${token}&notice=reviewed#reviews`]);
    expect(await reviewsOf(shop)).toMatchObject([{ order_id: order.id, customer_id: null, author: "Ada", stars: 4 }]);
    expect((await browser.get(`${reviewPath}?token=${"1".repeat(32)}`)).status).toBe(404);

    const other = shop.browser();
    await signIn(other);
    expect((await other.post(reviewPath, { productId: "p-2", ...words, orderId: order.id })).status).toBe(404);
    const waiting = await placed(shop.shop.db, { at: shop.shop.now(), customerId: "ann" });
    expect((await other.post(reviewPath, { productId: "p-2", ...words, orderId: waiting.id })).body).toMatchObject({
      code: "order_closed",
    });
  });

  test("each payer is asked once, two weeks after the order shipped, for what is not reviewed yet", async () => {
    const shop = await shopWithCustomer({ engine });
    const { db } = shop.shop;
    const start = shop.shop.now();
    const guest = await shipped(shop, { email: "ada@example.com", lines: [lineOf(2), lineOf(3)] });
    const reviewed = await shipped(shop, { email: "bea@example.com", at: start + 1 });
    await shipped(shop, { email: "old@example.com", at: start - 8 * day });
    const token = await createOrderToken(db, reviewed.id, start);
    await shop.browser().post(reviewPath, { token, productId: "p-2", ...words });
    const asked = async () => (await sentEmails(shop)).filter(({ subject }) => subject.startsWith("How do you like"));

    expect(await inviteReviewers(db, start + 14 * day - 1)).toBe(0);
    shop.pass(14 * day + 1);
    expect(await inviteReviewers(db, shop.shop.now())).toBe(2);
    expect(await inviteReviewers(db, shop.shop.now())).toBe(0);

    const mails = await asked();
    expect(mails.map(({ to }) => to)).toEqual(["ada@example.com"]);
    expect(mails[0]?.text).toContain("Product 2, Product 3");
    const link = /Write a review: https?:\/\/[^/\s]+(\/\S+)/.exec(mails[0]?.text ?? "")?.[1] ?? "no link";
    expect((await shop.browser().get(link)).text).toContain(`order ${guest.number}`);
  });

  test("an erased buyer's stays without its author where it is shown, and goes where it is not", async () => {
    const shop = await shopWithCustomer({ engine });
    const order = await shipped(shop, { email: "ada@example.com", lines: [lineOf(2), lineOf(3)] });
    const token = await createOrderToken(shop.shop.db, order.id, shop.shop.now());
    await shop.browser().post(reviewPath, { token, productId: "p-2", ...words });
    await approve(shop);
    await shop.browser().post(reviewPath, { token, productId: "p-3", ...words });
    const source = { actor: "owner", network: "", agent: "", detail: "", requestId: "test" } as never;

    const erased = await erasePerson(shop.shop.db, shop.directory, { typed: "ada@example.com", source, now: shop.shop.now() });

    expect(erased.ok).toBe(true);
    expect(await reviewsOf(shop)).toMatchObject([{ product_id: "p-2", author: "Anonymous", published: 1 }]);
  });
});

test("who returned all that they bought, and has the whole payment back, may review it by both links", async () => {
  const shop = await openShop();
  const { db, now } = shop.shop;
  const order = await paidOrder(shop);
  const actor = "owner" as const;
  await fulfilOrder(db, { orderId: order.id, now: now() });
  const lines = [{ lineId: order.lineId, quantity: 2 }];
  expect((await takeReturn(db, { orderId: order.id, lines, actor, end: "written_off" }, now())).ok).toBe(true);
  await shop.runJobs();
  expect((await refundOrder(db, { orderId: order.id, wish: { all: true }, actor }, now())).ok).toBe(true);
  await shop.runJobs();
  const token = await createOrderToken(db, order.id, now());
  const status = pageOf(await shop.browser().get(`${statusPath}?token=${token}`));
  expect(textOf(status, ".page-head")).toContain("Refunded");
  expect(status.querySelector(`a[href^='${reviewPath}']`)?.textContent).toBe("Write a review");
  const guest = shop.browser();
  await grant(shop, guest, order.id);
  const page = pageOf(await guest.get(orderPath(order.id)));
  expect([textOf(page, ".page-head").includes("Refunded"), page.querySelector("#reviews form") !== null]).toEqual([true, true]);
  expect((await guest.post(reviewPath, { productId: "p-2", ...words, orderId: order.id })).status).toBe(200);
});

test("a browser that followed the link to an account's order does not review for its customer", async () => {
  const shop = await shopWithCustomer();
  const order = await shipped(shop, { customerId: "ann" });
  const other = shop.browser();
  await grant(shop, other, order.id);
  const page = await other.get(orderPath(order.id));
  expect([page.status, page.text.includes("Your reviews")]).toEqual([200, false]);
  expect((await other.post(reviewPath, { productId: "p-2", ...words, orderId: order.id })).status).toBe(401);
  expect(await reviewsOf(shop)).toEqual([]);
});
