import type { Document, Element } from "happy-dom";
import { expect, test } from "vitest";
import { pageOf, shopperAtPayment } from "../checkout/shopper.ts";
import { sentEmails, shopWithCustomer, signIn } from "../identity/customer-fixture.ts";
import { lineOf, placed } from "../orders/order-fixture.ts";
import type { TestBrowser } from "../support/browser-of.ts";
import { openShop, type TestShop } from "../support/shop.ts";

const text = (element: Element | null | undefined) => (element?.textContent ?? "").trim();
const nameOf = (element: Element) => element.outerHTML.slice(0, 80);

/** Headings, groups and forms that a screen reader meets without a name or an end. */
function faultsOf(page: Document): string[] {
  const faults: string[] = [];
  const report = (what: string, elements: Iterable<Element>) => {
    for (const element of elements) faults.push(`${what}: ${nameOf(element)}`);
  };
  const all = (selector: string) => [...page.querySelectorAll(selector)];
  report(
    "an empty heading",
    all("h1,h2,h3,h4,h5,h6").filter((heading) => !text(heading)),
  );
  report(
    "a fieldset without legend",
    all("fieldset").filter((group) => !text(group.querySelector("legend"))),
  );
  const submits = "button:not([type]),[type=submit],[type=image]";
  report(
    "a form without submit",
    all("form").filter((form) => !form.querySelector(submits) && !all(`[form="${form.id}"]`).some((one) => one.matches(submits))),
  );
  // Voice control cannot find a button whose name lacks its visible text.
  report(
    "a name without its text",
    all("a[aria-label],button[aria-label]").filter((control) => {
      const [name = "", shown] = [control.getAttribute("aria-label") ?? "", text(control)];
      return !name.toLowerCase().includes(shown.toLowerCase());
    }),
  );
  return faults;
}

async function expectNoFaults(browser: TestBrowser, paths: readonly string[]): Promise<void> {
  const faults: string[] = [];
  for (const path of paths) {
    const answer = await browser.get(path);
    expect([path, answer.status]).toEqual([path, 200]);
    for (const fault of faultsOf(pageOf(answer))) faults.push(`${path}: ${fault}`);
  }
  expect(faults).toEqual([]);
}

test("no heading of the shop is empty, no group lacks its legend, no form its button, no button its text in its name", async () => {
  const shop = await openShop({ products: "demo", pays: false });
  await expectNoFaults(shop.browser(), [
    "/storefront/",
    "/storefront/apparel/",
    "/storefront/seeds/",
    "/storefront/collections/",
    "/storefront/collections/?categories=apparel&price_min=10&in_stock=1&ship_to=TX",
    "/storefront/collections/?q=nothingatall",
    "/storefront/products/slow-growth-hoodie/",
    "/storefront/products/lemon-meridian/?ship_to=TX",
    "/storefront/wishlist/",
    "/storefront/cart/",
    "/storefront/orders/lookup/",
    "/storefront/pages/shipping/",
    "/identity/signin/",
    "/identity/signup/",
    "/identity/reset/",
  ]);
});

test("nor of the checkout", async () => {
  const shop = await openShop({ pays: false });
  const { browser, checkoutId } = await shopperAtPayment(shop, { "v-1": 1 });
  const steps = ["contact", "shipping", "shipping_method", "payment"].map(
    (step) => `/storefront/checkout/${step}/${checkoutId}/`,
  );
  await expectNoFaults(browser, ["/storefront/cart/", ...steps]);
});

/** Orders in each state that the pages show differently. */
async function ordersOf(shop: TestShop, customerId: string): Promise<string[]> {
  const { db, now } = shop.shop;
  const delivery = { from: "2026-12-02", to: "2026-12-04" };
  const states = [
    { cancelation_requested: 1 },
    { state: "placed" },
    { state: "canceled" },
    { state: "fulfilled", carrier: "UPS", tracking: "1Z999AA1" },
  ] as const;
  return await Promise.all(
    states.map(async (state) => {
      const { id } = await placed(db, { at: now(), customerId, delivery });
      await db.updateTable("orders").set(state).where("id", "=", id).execute();
      return id;
    }),
  );
}

test("nor of a customer's own screens", async () => {
  const shop = await openShop({ products: "demo", pays: false });
  const browser = shop.browser();
  await signIn(browser, "demo@example.com");
  await expectNoFaults(browser, [
    "/storefront/dashboard/",
    "/storefront/dashboard/profile/",
    "/storefront/dashboard/settings/",
    "/storefront/dashboard/settings/?edit=new",
    "/storefront/wishlist/",
  ]);
});

test("nor of a customer's orders and their confirmations, whatever became of them", async () => {
  const shop = await shopWithCustomer();
  const orders = await ordersOf(shop, "ann");
  const browser = shop.browser();
  await signIn(browser);
  await expectNoFaults(browser, [
    ...orders.map((id) => `/storefront/dashboard/orders/${id}/`),
    ...orders.map((id) => `/storefront/checkout/confirmation/${id}/`),
  ]);
});

test("nor of what a guest sees of an order: the confirmation with its offer of an account, a mail's page, somebody else's", async () => {
  const shop = await openShop({ pays: false });
  const browser = shop.browser();
  await browser.token();
  const visitor = browser.jar.get("visitor")?.split(".")[0] ?? "";
  const { id } = await placed(shop.shop.db, { at: shop.shop.now(), visitor, lines: [lineOf(2)] });
  const mail = (await sentEmails(shop)).find(({ text }) => text.includes("/storefront/orders/status/"));
  const status = /\/storefront\/orders\/status\/\S+/.exec(mail?.text ?? "")?.[0] ?? "";
  const confirmation = `/storefront/checkout/confirmation/${id}/`;
  await expectNoFaults(browser, [
    confirmation,
    "/storefront/orders/lookup/?asked=yes",
    "/storefront/orders/lookup/?token=lapsed",
  ]);
  await expectNoFaults(shop.browser(), [confirmation, status]);
});
