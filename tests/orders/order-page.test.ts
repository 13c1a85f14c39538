import { describe, expect, test } from "vitest";
import { dashboardPath } from "../../server/customers/paths.ts";
import { transact } from "../../server/db/transaction.ts";
import { editOrder } from "../../server/orders/edit.ts";
import { fulfilOrder } from "../../server/orders/fulfil.ts";
import { bookCaptured, bookRefunded } from "../../server/orders/ledger.ts";
import { insertOrderEvent } from "../../server/orders/queries/events.ts";
import { refundOrder } from "../../server/orders/refund.ts";
import { askReturn, receiveReturn } from "../../server/orders/return.ts";
import { nobody, pageOf, textOf } from "../checkout/shopper.ts";
import { addCustomer, shopWithCustomer, signIn } from "../identity/customer-fixture.ts";
import type { Answer, TestBrowser } from "../support/browser-of.ts";
import { proofEngines } from "../support/long-form.ts";
import type { TestShop } from "../support/shop.ts";
import { lineOf, placed } from "./order-fixture.ts";

const at = Date.UTC(2026, 0, 10, 12, 30);
const pathOf = ({ id }: { id: string }) => `/storefront/dashboard/orders/${id}/`;

const customerWithOrder = async (shop: TestShop, wish: Partial<Parameters<typeof placed>[1]> = {}) => {
  const order = await placed(shop.shop.db, { at, customerId: "ann", ...wish });
  const customer = shop.browser();
  await signIn(customer);
  return { customer, order, path: pathOf(order) };
};

const propsIn = (text: string) =>
  JSON.parse(
    (/data-island="cancel-order"[^>]*data-props='([^']*)'/.exec(text)?.[1] ?? "null").replaceAll("&amp;", "&"),
  ) as Record<string, unknown> | null;

describe.each(proofEngines)("an order's page on %s", (engine) => {
  test("shows products, totals, addresses, method, payment and promo code (requirements 8, 230)", async () => {
    const shop = await shopWithCustomer({ engine });
    const lines = [lineOf(2, 2), lineOf(3)];
    const promo = { id: "promo-5", code: "TAKE5" };
    const sums = { subtotal: 7000, discount: 500, total: 7260, promo };
    const { customer, order, path } = await customerWithOrder(shop, { ...sums, lines: [lines[0] as never, lines[1] as never] });

    const { status, text, headers } = await customer.get(path);
    const page = pageOf({ text } as never);
    const words = textOf(page, "article").replace(/\s+/g, " ");

    expect([status, headers.get("cache-control")]).toEqual([200, "no-store"]);
    expect(textOf(page, "h1")).toBe(`Order ${order.number}`);
    for (const part of [
      "Product 2 × 2 $40.00 Variant 2 · $20.00 each",
      "Subtotal$70.00 Discount (TAKE5)−$5.00 Shipping$5.95 Tax on shipping$1.65 Total$72.60",
      "1 Fern Lane",
      "2 Moss Road",
      "Standard Visa ending in 4242 Promo: TAKE5",
      "Order placed January 10, 2026 at 7:30",
      "Placed Payment authorized",
    ])
      expect(words).toContain(part);
    expect(text).toContain('<a href="/storefront/products/product-2/">Product 2</a>');
  });

  test("tells the estimated delivery that its shopper was told, unless the order is canceled", async () => {
    const shop = await shopWithCustomer({ engine });
    const delivery = { from: "2026-01-20", to: "2026-01-22" };
    const { customer, order, path } = await customerWithOrder(shop, { delivery });
    expect((await customer.get(path)).text).toContain("Estimated delivery: Tue, Jan 20 – Thu, Jan 22, 2026");
    await shop.shop.db.updateTable("orders").set({ state: "canceled" }).where("id", "=", order.id).execute();
    expect((await customer.get(path)).text).not.toContain("Estimated delivery");
  });

  test("names the carrier and links the tracking number of one whose page is known", async () => {
    const shop = await shopWithCustomer({ engine });
    const { customer, order, path } = await customerWithOrder(shop);
    const send = (carrier: string, tracking: string) =>
      shop.shop.db.updateTable("orders").set({ state: "fulfilled", carrier, tracking }).where("id", "=", order.id).execute();
    await send("FedEx", "7712 3456");
    expect((await customer.get(path)).text).toContain(
      '<p>FedEx <a href="https://www.fedex.com/fedextrack/?trknbr&#x3D;77123456" rel="noreferrer">7712 3456</a></p>',
    );
    await send('<b>Van"', '"><script>');
    expect((await customer.get(path)).text).toContain("<p>&lt;b&gt;Van&quot; &quot;&gt;&lt;script&gt;</p>");
  });

  test("embeds the order in its wire form (requirement 230)", async () => {
    const shop = await shopWithCustomer({ engine });
    const { customer, order, path } = await customerWithOrder(shop);
    const line = await shop.shop.db
      .selectFrom("order_line")
      .select("id")
      .where("order_id", "=", order.id)
      .executeTakeFirstOrThrow();

    expect(propsIn((await customer.get(path)).text)?.order).toEqual({
      id: order.id,
      number: String(order.number),
      cancelationRequested: false,
      lines: [{ id: line.id, quantity: 1, variant: { id: "v-2", name: "Variant 2" }, totalPrice: { net: { amount: 20 } } }],
      total: { gross: { amount: 27.6 } },
    });
  });

  test("products that left the shop keep their name and lose their link", async () => {
    const shop = await shopWithCustomer({ engine });
    const { customer, path } = await customerWithOrder(shop);
    await shop.shop.db.updateTable("product").set({ published: 0 }).where("id", "=", "p-2").execute();

    const { text } = await customer.get(path);

    expect(text).toContain("Product 2");
    expect(text).toContain("No longer available");
    expect(text).not.toContain("/storefront/products/product-2/");
  });

  test("tells what happened in the shopper's words, in order, and leaves out what has none (requirement 8)", async () => {
    const shop = await shopWithCustomer({ engine });
    const { customer, order, path } = await customerWithOrder(shop);
    await transact(shop.shop.db, async (tx) => {
      await bookCaptured(tx, order.id, 2760, at + 60_000);
      await insertOrderEvent(tx, order.id, { kind: "note", note: "for the shop", actor: "shop" }, at + 70_000);
      await insertOrderEvent(
        tx,
        order.id,
        { kind: "cancelation requested", note: "item price too high", actor: "shopper" },
        at + 80_000,
      );
      await insertOrderEvent(tx, order.id, { kind: "canceled", note: "by the shop", actor: "owner" }, at + 90_000);
    });
    // This call sends the confirmation, unless the shop has sent it already, since it runs due jobs
    // every second by itself. In both cases the email is the last of the events.
    await shop.runJobs();

    const page = pageOf(await customer.get(path));

    const happened = [...page.querySelectorAll(".happened li span")].map(({ textContent }) => textContent);
    expect(happened).toEqual([
      "Order placed",
      "Payment received",
      "Cancellation requested: item price too high",
      "We canceled the order",
      "Confirmation emailed",
    ]);
    expect(textOf(page, ".page-head .row").replace(/\s+/g, " ")).toBe("Placed Paid");
    expect(textOf(page, ".happened time")).toBe("January 10, 2026 at 7:30 AM EST");
  });

  test("shows what was taken out, refunded and returned, and what a cancelation would still refund", async () => {
    const shop = await shopWithCustomer({ engine });
    const { db } = shop.shop;
    const { customer, order, path } = await customerWithOrder(shop, { lines: [lineOf(2, 4)] });
    const orderId = order.id;
    const { id: lineId } = await db
      .selectFrom("order_line")
      .select("id")
      .where("order_id", "=", orderId)
      .executeTakeFirstOrThrow();
    const wish = { lines: [{ lineId, quantity: 1 }] };
    const words = async () => textOf(pageOf(await customer.get(path)), "article").replace(/\s+/g, " ");
    expect(await words()).not.toMatch(/taken out|Taken out|New total/);
    await transact(db, (tx) => bookCaptured(tx, orderId, 8760, at));

    await editOrder(db, { orderId, lineId, quantity: 3, actor: "owner" }, at);
    await refundOrder(db, { orderId, wish, actor: "owner" }, at);
    expect(await words()).toContain("Product 2 × 4 $80.00 Variant 2 · $20.00 each 2 taken out");
    expect(await words()).toContain("Total$87.60 Taken out−$40.00 New total$47.60 Refund on its way$40.00");
    expect(propsIn((await customer.get(path)).text)?.back).toBe("$47.60 will go back to Visa ending in 4242.");
    const row = textOf(pageOf(await customer.get(dashboardPath)), "main").replace(/\s+/g, " ");
    expect(row).toMatch(/\$47\.60.*2 items|2 items.*\$47\.60/);

    await transact(db, (tx) => bookRefunded(tx, orderId, `${orderId}-r2`, at + 1));
    await fulfilOrder(db, { orderId, now: at + 2 });
    await refundOrder(db, { orderId, wish, actor: "owner" }, at + 2);
    await askReturn(db, { orderId, ...wish, actor: "staff:ann" }, at + 3);
    await receiveReturn(db, { orderId, ...wish, actor: "staff:ann" }, at + 4);
    expect(await words()).toContain("2 taken out, 1 returned, 1 refunded");
    expect(await words()).toContain("Refunded$20.00 Refund on its way$40.00");
    for (const part of [
      "Taken out of the order: 1 × Product 2, Variant 2",
      "Refund issued: $20.00",
      "Return announced: 1 × Product 2, Variant 2",
      "Return received: 1 × Product 2, Variant 2",
    ])
      expect(await words()).toContain(part);
  });

  test("once a cancelation is requested no way out is offered, at every visit (requirements 236, 237)", async () => {
    const shop = await shopWithCustomer({ engine });
    const { customer, order, path } = await customerWithOrder(shop);
    expect((await customer.get(path)).text).toContain("Ask us to cancel");
    await shop.shop.db.updateTable("orders").set({ cancelation_requested: 1 }).where("id", "=", order.id).execute();

    for (let visit = 0; visit < 2; visit++) {
      const { text } = await customer.get(path);
      expect(text).toContain("You asked us to cancel this order.");
      expect(text).toContain("Cancellation requested</span>");
      expect(text).not.toMatch(/Ask us to cancel|Cancel order now|name="reason"/);
    }
  });

  test.each([
    ["canceled", "Canceled Hold being released"],
    ["fulfilled", "Shipped Payment authorized"],
  ] as const)("an order that is %s says so and offers no cancelation (requirements 231, 241)", async (state, words) => {
    const shop = await shopWithCustomer({ engine });
    const { customer, order, path } = await customerWithOrder(shop);
    await shop.shop.db.updateTable("orders").set({ state }).where("id", "=", order.id).execute();

    const answer = await customer.get(path);

    expect(textOf(pageOf(answer), ".page-head .row").replace(/\s+/g, " ")).toBe(words);
    expect(answer.text).not.toContain("cancel-order");
  });

  test("is nobody else's: 404 like one that is not there, and a guest goes to the sign-in (requirements 245, 246)", async () => {
    const shop = await shopWithCustomer({ engine });
    await addCustomer(shop, "bea");
    const { path } = await customerWithOrder(shop);
    const otherCustomer = shop.browser();
    await signIn(otherCustomer, "bea@example.com");
    const unknown = pathOf({ id: nobody });

    expect([(await otherCustomer.get(path)).status, (await otherCustomer.get(unknown)).status]).toEqual([404, 404]);
    expect((await otherCustomer.get(path)).text).not.toContain("Fern Lane");
    for (const address of [path, unknown]) {
      const answer = await shop.browser().get(address);
      expect([answer.status, answer.headers.get("location")]).toEqual([
        303,
        `/identity/signin/?next=${encodeURIComponent(address)}`,
      ]);
    }
  });
});

test("the list of orders without a number is the overview, and prefixes lead to the same page (requirements 8, 18)", async () => {
  const shop = await shopWithCustomer();
  const { customer, order } = await customerWithOrder(shop);
  expect((await customer.get("/storefront/dashboard/orders/")).headers.get("location")).toBe("/storefront/dashboard/");
  expect((await customer.get(`/shop/us/storefront/dashboard/orders/${order.id}`)).status).toBe(200);
});

test("the confirmation leads its customer to the order's page, and its guest to the look-up (requirement 8)", async () => {
  const shop = await shopWithCustomer();
  const { customer, order, path } = await customerWithOrder(shop, { at: Date.now() });
  expect((await customer.get(`/storefront/checkout/confirmation/${order.id}/`)).text).toContain(`href="${path}"`);
  const guest = shop.browser();
  await guest.token();
  const visitor = guest.jar.get("visitor")?.split(".")[0] ?? null;
  const { id } = await placed(shop.shop.db, { at: Date.now(), visitor });
  const { text } = await guest.get(`/storefront/checkout/confirmation/${id}/`);
  expect(text).toContain('<a href="/storefront/orders/lookup/">Find this order later</a>');
  expect(text).not.toContain(`dashboard/orders/${id}`);
});

test("without scripts both ways out are forms in folds that come back here (requirements 231, 235, 241)", async () => {
  const shop = await shopWithCustomer();
  const { customer, order, path } = await customerWithOrder(shop);
  const page = pageOf(await customer.get(path));

  const ways = [...page.querySelectorAll("details form")].filter((form) => !form.querySelector("[name=streetAddress1]"));
  const forms = ways.map((form) => ({
    action: form.getAttribute("action"),
    fields: Object.fromEntries(
      [...form.querySelectorAll("input")].map((input) => [input.getAttribute("name"), input.getAttribute("value")]),
    ),
    disabled: form.querySelector("button")?.hasAttribute("disabled"),
  }));

  expect(forms).toEqual([
    {
      action: `/storefront/api/orders/${order.id}`,
      fields: { _method: "DELETE", _csrf: expect.any(String), next: `${path}?notice=canceled` },
      disabled: false,
    },
    {
      action: "/storefront/api/cancel-order/",
      fields: {
        orderNumber: String(order.number),
        orderId: order.id,
        userEmail: "Ann@example.com",
        _csrf: expect.any(String),
        next: `${path}?notice=requested`,
      },
      disabled: false,
    },
  ]);
});

describe("without scripts", () => {
  const ask = "/storefront/api/cancel-order/";
  const wayOut = async () => {
    const shop = await shopWithCustomer();
    const { customer, order, path } = await customerWithOrder(shop);
    const request = {
      orderNumber: String(order.number),
      orderId: order.id,
      userEmail: "Ann@example.com",
      reason: "item price too high",
      next: `${path}?notice=requested`,
    };
    const cancel = () =>
      customer.form(`/storefront/api/orders/${order.id}`, { _method: "DELETE", next: `${path}?notice=canceled` });
    return { shop, customer, order, path, request, cancel };
  };
  const noticeAfter = async (customer: TestBrowser, answer: Answer) =>
    textOf(pageOf(await customer.get(answer.headers.get("location") ?? "")), ".notice--success");

  test("a request comes back to the page, which tells of it once it is so (requirements 236, 238)", async () => {
    const { customer, path, request } = await wayOut();
    expect((await customer.get(`${path}?notice=requested`)).text).not.toContain("requested successfully");

    const answer = await customer.form(ask, request);

    expect([answer.status, answer.headers.get("location")]).toEqual([303, `${path}?notice=requested`]);
    expect(await noticeAfter(customer, answer)).toBe("Order cancellation requested successfully.");
    expect((await customer.get(path)).text).not.toContain("Ask us to cancel");
  });

  test("a request without a reason, or from a page that was open too long, sees its page again as it was (requirement 232)", async () => {
    const { customer, request } = await wayOut();
    const none = await customer.form(ask, { ...request, reason: "" });
    expect([none.status, textOf(pageOf(none), ".notice--error p")]).toEqual([400, "Please choose a reason."]);
    const stale = await customer.form(ask, { ...request, _csrf: "old" });
    expect(stale.status).toBe(403);
    for (const page of [pageOf(none), pageOf(stale)]) expect(page.querySelector("details[open] select")).not.toBeNull();
    expect(pageOf(stale).querySelector("option[selected]")?.textContent).toBe("item price too high");
    expect(textOf(pageOf(stale), ".notice--error p")).toBe("This page was open too long. Please try again.");
  });

  test("a canceled order says so, and what becomes of the money (requirements 241, 242)", async () => {
    const { customer, path, cancel } = await wayOut();
    expect((await customer.get(`${path}?notice=canceled`)).text).not.toContain("canceled successfully");
    const answer = await cancel();
    expect([answer.status, answer.headers.get("location")]).toEqual([303, `${path}?notice=canceled`]);
    expect(await noticeAfter(customer, answer)).toBe("Order canceled successfully!");
    const { text } = await customer.get(path);
    expect(text).toContain("Hold being released");
    expect(text).toContain("<span>You canceled the order</span>");
    expect(text).not.toContain("cancel-order");
  });

  test("canceling what is on its way shows the page with the reason why not (requirement 243)", async () => {
    const { shop, order, cancel } = await wayOut();
    await shop.shop.db.updateTable("orders").set({ state: "fulfilled" }).where("id", "=", order.id).execute();
    const answer = await cancel();
    expect([answer.status, textOf(pageOf(answer), ".notice--error p")]).toEqual([409, "This order has already shipped."]);
    expect(answer.text).toContain(`Order ${order.number}`);
  });

  test("somebody else's forms see nothing of the order (requirement 246)", async () => {
    const { shop, request, order } = await wayOut();
    await addCustomer(shop, "bea");
    const otherCustomer = shop.browser();
    await signIn(otherCustomer, "bea@example.com");
    const answers = [
      await otherCustomer.form(ask, { ...request, userEmail: "bea@example.com" }),
      await otherCustomer.form(ask, { ...request, reason: "" }),
      await otherCustomer.form(`/storefront/api/orders/${order.id}`, { _method: "DELETE" }),
      await otherCustomer.form(`/storefront/api/orders/${order.id}`, { _method: "DELETE", _csrf: "old" }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([404, 400, 404, 403]);
    for (const { text } of answers) expect(text).not.toMatch(/Fern Lane|Product 2/);
  });
});
