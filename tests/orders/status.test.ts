import { describe, expect, test } from "vitest";
import { transact } from "../../server/db/transaction.ts";
import { enqueue } from "../../server/jobs/enqueue.ts";
import { bookCaptured, bookRefunded, isRefundDue } from "../../server/orders/ledger.ts";
import { pageOf, textOf } from "../checkout/shopper.ts";
import { sentEmails, shopWithCustomer, signIn } from "../identity/customer-fixture.ts";
import { engines, type TestShop } from "../support/shop.ts";
import { placed } from "./order-fixture.ts";

const status = "/storefront/orders/status/";
const at = Date.UTC(2026, 0, 10);
const dashboardOf = ({ id }: { id: string }) => `/storefront/dashboard/orders/${id}/`;
const buttonIn = (text: string) => /See your order: https?:\/\/[^/\s]+(\/\S+)/.exec(text)?.[1] ?? "";

/**
 * The order link in each email about an order, by the end of the email's subject. The order
 * confirmation has the key `confirmation`.
 */
async function buttons(shop: TestShop): Promise<Record<string, string>> {
  const mails = (await sentEmails(shop)).filter(({ subject }) => subject.startsWith("Your order"));
  return Object.fromEntries(mails.map(({ subject, text }) => [subject.split(": ")[1] ?? "confirmation", buttonIn(text)]));
}

async function guestOrder(shop: TestShop) {
  const order = await placed(shop.shop.db, { at, email: "ada@example.com", delivery: { from: "2026-01-20", to: "2026-01-22" } });
  return { order, link: (await buttons(shop)).confirmation ?? "" };
}

/** Triggers every kind of email that has a button to the order. */
const everyMail = (shop: TestShop, orderId: string) =>
  transact(shop.shop.db, async (tx) => {
    for (const kind of ["cancelation-requested-mail", "canceled-mail", "fulfilled-mail"])
      await enqueue(tx, { kind, subject: orderId }, at);
    await bookCaptured(tx, orderId, 2760, at);
    await isRefundDue(tx, { orderId, key: "r1", amount: 500 }, at);
    await bookRefunded(tx, orderId, "r1", at);
  });

describe.each(engines)("a mail's button on %s", (engine) => {
  test("opens a guest's order for as long as it lives: state, products and tracking, no name, address or amount", async () => {
    const shop = await shopWithCustomer({ engine });
    const { order, link } = await guestOrder(shop);
    const sent = { state: "fulfilled", carrier: "UPS", tracking: "1Z999AA1" } as const;
    await shop.shop.db.updateTable("orders").set(sent).where("id", "=", order.id).execute();
    shop.pass(400 * 24 * 3_600_000);

    const { status: code, headers, text } = await shop.browser().get(link);

    expect([code, headers.get("cache-control"), headers.get("referrer-policy")]).toEqual([200, "no-store", "same-origin"]);
    expect(text).toContain('<meta name="robots" content="noindex">');
    const words = textOf(pageOf({ text } as never), "main").replace(/\s+/g, " ");
    for (const shown of [`Order ${order.number}`, "Shipped", "Product 2 × 1", "Variant 2", "Standard", "Jan 20", "UPS 1Z999AA1"])
      expect(words).toContain(shown);
    expect(words).not.toMatch(/\$|Ada|ada@|Fern|Moss|Austin|4242|cancel/i);
    expect(text).not.toContain(order.id);
    expect(text).not.toContain("dataLayer");
    const review = pageOf({ text } as never).querySelector('main a[href*="/orders/reviews/"]');
    expect(review?.textContent).toBe("Write a review");
    expect((await shop.browser().get(review?.getAttribute("href") ?? "")).text).toContain("Your rating of Product 2");
  });

  test("leads to the same order from every mail, by a token of its own; only hashes are stored, and no log has one", async () => {
    const shop = await shopWithCustomer({ engine });
    const { order } = await guestOrder(shop);
    await everyMail(shop, order.id);

    const links = await buttons(shop);

    expect(Object.keys(links).sort()).toEqual([
      "$5.00 refunded",
      "canceled",
      "cancellation requested",
      "confirmation",
      "shipped",
    ]);
    const tokens = Object.values(links).map((link) => /^\/storefront\/orders\/status\/\?token=([a-f0-9]{32})$/.exec(link)?.[1]);
    expect(new Set(tokens).size).toBe(5);
    for (const link of Object.values(links)) expect((await shop.browser().get(link)).text).toContain(`Order ${order.number}`);
    const rows = await shop.shop.db.selectFrom("order_token").selectAll().execute();
    expect(rows.map(({ hash, order_id }) => [/^[a-f0-9]{64}$/.test(hash), order_id])).toEqual(Array(5).fill([true, order.id]));
    const written = JSON.stringify(rows) + shop.log.join("\n");
    expect(written).toContain(status);
    for (const token of tokens) expect(written).not.toContain(token);
  });

  test("leads a customer to the dashboard: to the sign-in first, which leads back", async () => {
    const shop = await shopWithCustomer({ engine });
    const order = await placed(shop.shop.db, { at, customerId: "ann", email: "ann@example.com" });
    await everyMail(shop, order.id);
    const links = await buttons(shop);
    expect(Object.values(links)).toEqual(Array(5).fill(dashboardOf(order)));
    const browser = shop.browser();
    const next = `/identity/signin/?next=${encodeURIComponent(dashboardOf(order))}`;
    expect((await browser.get(dashboardOf(order))).headers.get("location")).toBe(next);
    await signIn(browser);
    expect((await browser.get(dashboardOf(order))).status).toBe(200);
  });

  test("shows the whole order by a one-time link that goes to the order's own address, three times an hour", async () => {
    const shop = await shopWithCustomer({ engine });
    const { order, link } = await guestOrder(shop);
    const browser = shop.browser();
    const token = new URL(link, shop.url).searchParams.get("token") ?? "";
    await browser.get(link);

    const requested = await browser.form(status, { token });

    expect([requested.status, requested.headers.get("location")]).toEqual([303, `${link}&notice=link-sent`]);
    expect((await browser.get(`${link}&notice=link-sent`)).text).toContain("Check your email");
    const mail = (await sentEmails(shop)).find(({ link: first }) => first.startsWith("/storefront/orders/lookup/"));
    expect(mail?.to).toBe("ada@example.com");
    const once = new URL(mail?.link ?? "", shop.url).searchParams.get("token") ?? "";
    await browser.form("/storefront/orders/lookup/", { token: once });
    expect((await browser.get(link)).headers.get("location")).toBe(dashboardOf(order));
    expect((await browser.get(dashboardOf(order))).text).toContain("1 Fern Lane");
    shop.pass(3_600_000);
    expect((await browser.get(link)).status).toBe(200);

    for (let n = 0; n < 3; n++) expect((await browser.post(status, { token })).text).toBe('{"data":{}}');
    const fourth = await browser.form(status, { token });
    expect([fourth.status, textOf(pageOf(fourth), ".notice--error p")]).toEqual([
      403,
      expect.stringContaining("Please open the newest one."),
    ]);
  });

  test("an order that became a customer's says so to others, and leads its customer to the dashboard", async () => {
    const shop = await shopWithCustomer({ engine });
    const { order, link } = await guestOrder(shop);
    await shop.shop.db.updateTable("orders").set({ customer_id: "ann" }).where("id", "=", order.id).execute();
    expect((await shop.browser().get(link)).text).toContain(`href="${dashboardOf(order)}">Sign in to your order</a>`);
    const ann = shop.browser();
    await signIn(ann);
    expect((await ann.get(link)).headers.get("location")).toBe(dashboardOf(order));
  });

  test("a token that is none opens nothing, and tells nothing", async () => {
    const shop = await shopWithCustomer({ engine });
    const { order, link } = await guestOrder(shop);
    const browser = shop.browser();
    for (const token of ["0".repeat(32), link.slice(-31), "%00", "", order.id]) {
      const { status: code, text } = await browser.get(`${status}?token=${token}`);
      expect([token, code, text.includes("This link doesn’t open an order")]).toEqual([token, 404, true]);
      expect([token, (await browser.post(status, { token })).status]).toEqual([token, 404]);
    }
    expect((await browser.get(status)).headers.get("location")).toBe("/storefront/orders/lookup/");
    expect((await browser.post(status, { token: ["x"] })).status).toBe(400);
  });
});
