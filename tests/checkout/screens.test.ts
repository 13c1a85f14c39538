import { describe, expect, test } from "vitest";
import type { Answer } from "../support/browser-of.ts";
import {
  engines,
  fieldValue,
  idaho,
  nobody,
  ontario,
  openOn,
  pageOf,
  shopperAtPayment,
  shopperIn,
  sqlOf,
  texas,
  textOf,
} from "./shopper.ts";

const leadsTo = (answer: Answer) => [answer.status, answer.headers.get("location")];
const flat = (address: Record<string, string>, more: Record<string, string> = {}) => ({ ...address, ...more });
/** What stands beside a field. */
const messageOf = (answer: Answer, field: string) => textOf(pageOf(answer), `#${field}-error`);
const backOf = (answer: Answer) => pageOf(answer).querySelector(".form-actions a")?.getAttribute("href");

describe.each(engines)("a purchase without scripts on %s", (engine) => {
  test("goes from a product's form to the payment page, step by step", async () => {
    const shop = await openOn(engine);
    const browser = shop.browser();

    expect(leadsTo(await browser.form("/storefront/cart/add", { variantId: "v-2", quantity: "2" }))).toEqual([
      303,
      "/storefront/cart/",
    ]);
    const checkoutId = browser.jar.get("checkoutId") ?? "";
    const cart = pageOf(await browser.get("/storefront/cart/"));
    expect(textOf(cart, ".lines")).toContain("Product 2");
    expect(cart.querySelector(`a[href="/storefront/checkout/contact/${checkoutId}/"]`)?.textContent).toContain("Checkout");

    const step = (path: string, fields: Record<string, string>) =>
      browser.form(`/storefront/checkout/${path}`, { checkoutId, ...fields });
    expect(leadsTo(await step("email", { email: "mary@example.com" }))).toEqual([
      303,
      `/storefront/checkout/shipping/${checkoutId}/`,
    ]);
    expect(leadsTo(await step("shipping", flat(texas, { saveForLater: "true" })))).toEqual([
      303,
      `/storefront/checkout/shipping_method/${checkoutId}/`,
    ]);
    expect(leadsTo(await step("shipping_method", { shippingMethodId: "overnight" }))).toEqual([
      303,
      `/storefront/checkout/payment/${checkoutId}/`,
    ]);
    const payment = pageOf(await browser.get(`/storefront/checkout/payment/${checkoutId}/`));
    expect(payment.querySelector("form[action='/storefront/checkout/payment']")?.getAttribute("method")).toBe("post");
    expect(await sqlOf(shop).selectFrom("saved_address").select("city").execute()).toEqual([{ city: "Austin" }]);
  });

  test("says before Continue what the order costs with each method, and sums up the one that is chosen first", async () => {
    const shop = await openOn(engine);
    const shopper = await shopperAtPayment(shop, { "v-2": 1 });
    await shopper.form("/storefront/checkout/shipping_method", { shippingMethodId: "overnight" });

    const page = pageOf(await shopper.page("shipping_method"));
    const totals = [...page.querySelectorAll(".radio-card .script-fallback")].map(({ textContent }) => textContent);
    const chosen = page.querySelector(".radio-card:has(:checked) .script-fallback")?.textContent;
    expect(new Set(totals).size).toBe(totals.length);
    expect(chosen).toBe(`Total ${textOf(page, ".totals__total dd")}`);
    expect(textOf(page, "form strong")).toBe(textOf(page, ".totals__total dd"));
    expect(textOf(pageOf(await shopper.page("payment")), ".totals__total dd")).toBe(textOf(page, ".totals__total dd"));
  });

  test("folds the payment's summary under its total, unless it says why a promo code was refused", async () => {
    const shop = await openOn(engine);
    const shopper = await shopperAtPayment(shop, { "v-2": 1 });
    const isOpen = (page: ReturnType<typeof pageOf>) => page.querySelector("details.summary")?.hasAttribute("open");

    const page = pageOf(await shopper.page("payment"));
    expect([isOpen(page), textOf(page, "summary .summary__head-total")]).toEqual([false, textOf(page, ".totals__total dd")]);
    const refused = pageOf(await shopper.form("/storefront/api/checkout/add-promo", { promoCode: "NOTHING" }));
    expect(isOpen(refused)).toBe(true);
  });

  test("counts what is in the cart in the header of its page", async () => {
    const shop = await openOn(engine);
    const shopper = await shopperIn(shop, { "v-1": 2, "v-2": 1 });

    expect(textOf(pageOf(await shopper.browser.get("/storefront/cart/")), ".site-header .site-action__count")).toBe("3");
  });

  test("a likely slip in the email is asked about once; calls are not asked", async () => {
    const shop = await openOn(engine);
    const shopper = await shopperIn(shop, { "v-1": 1 });
    const path = "/storefront/checkout/email";
    const typed = { email: "mary@gmial.com" };

    const asked = await shopper.form(path, { ...typed, askedEmail: "" });
    expect([asked.status, messageOf(asked, "email")]).toEqual([
      422,
      "Did you mean mary@gmail.com? If not, press Continue again.",
    ]);
    const askedEmail = pageOf(asked).querySelector("[name=askedEmail]")?.getAttribute("value") ?? "";
    expect((await shopper.form(path, { ...typed, askedEmail, suggestedEmail: "mary@gmail.com" })).status).toBe(303);
    expect((await shopper.find()).email).toBe("mary@gmail.com");
    expect((await shopper.form(path, { ...typed, askedEmail })).status).toBe(303);
    expect((await shopper.find()).email).toBe("mary@gmial.com");
    expect((await shopper.email("mary@yaho.com")).text).toBe('{"data":{"errors":[]}}');
  });

  test("each form is the page again with 422, its messages beside the fields and what was typed (requirements 59, 69, 77, 80)", async () => {
    const shop = await openOn(engine);
    const shopper = await shopperIn(shop, { "v-1": 1 });

    const email = await shopper.form("/storefront/checkout/email", { email: "mary@<b>" });
    expect([email.status, messageOf(email, "email"), fieldValue(pageOf(email), "email")]).toEqual([
      422,
      "Enter an email address like name@example.com.",
      "mary@<b>",
    ]);
    expect(email.text).toContain("some errors found");

    await shopper.email();
    const shipping = await shopper.form(
      "/storefront/checkout/shipping",
      flat(ontario, { postalCode: "12345", firstName: " ", saveForLater: "true" }),
    );
    const page = pageOf(shipping);
    expect(shipping.status).toBe(422);
    expect([messageOf(shipping, "firstName"), messageOf(shipping, "postalCode"), messageOf(shipping, "city")]).toEqual([
      "Enter your first name.",
      "Enter a postal code like K1A 0B1.",
      "",
    ]);
    expect(page.querySelector("#postalCode")?.getAttribute("aria-describedby")).toContain("postalCode-error");
    expect([fieldValue(page, "city"), fieldValue(page, "postalCode")]).toEqual(["Ottawa", "12345"]);
    expect(page.querySelector("[name=country] option[selected]")?.getAttribute("value")).toBe("CA");
    expect(page.querySelector("[name=countryArea] option[selected]")?.getAttribute("value")).toBe("ON");
    expect(page.querySelector("[name=saveForLater]")?.hasAttribute("checked")).toBe(true);

    const state = await shopper.form("/storefront/checkout/shipping", flat(idaho));
    expect([state.status, messageOf(state, "countryArea")]).toEqual([422, "“Product 1” can’t be sold in Idaho."]);

    await shopper.ship();
    const method = await shopper.form("/storefront/checkout/shipping_method", {});
    expect([method.status, messageOf(method, "shippingMethodId")]).toEqual([422, "Choose a shipping method."]);
  });

  test("a promo code is applied and removed by the second form of the payment page (requirements 63, 64, 114, 115, 119)", async () => {
    const shop = await openOn(engine);
    const shopper = await shopperAtPayment(shop, { "v-2": 1 });
    const paymentPath = `/storefront/checkout/payment/${shopper.checkoutId}/`;

    expect(leadsTo(await shopper.form("/storefront/api/checkout/add-promo", { promoCode: "welcome10" }))).toEqual([
      303,
      paymentPath,
    ]);
    const applied = pageOf(await shopper.page("payment"));
    expect(applied.querySelector("#promoCode")?.hasAttribute("disabled")).toBe(true);
    expect([fieldValue(applied, "promoCode"), textOf(applied, ".totals__discount")]).toEqual([
      "WELCOME10",
      expect.stringContaining("$2.00"),
    ]);
    const removal = applied.querySelector("form[action='/storefront/api/checkout/remove-promo']");
    expect(removal?.querySelector("[name=checkoutId]")?.getAttribute("value")).toBe(shopper.checkoutId);

    expect(leadsTo(await shopper.form("/storefront/api/checkout/remove-promo", { promoCode: "WELCOME10" }))).toEqual([
      303,
      paymentPath,
    ]);
    expect((await shopper.find()).promoCode).toBeNull();
  });

  test("a promo code that is refused comes back with its reason beside the field, and the billing choice as it was (requirement 120)", async () => {
    const shop = await openOn(engine);
    const shopper = await shopperAtPayment(shop, { "v-2": 1 });
    await shopper.post("/storefront/checkout/billing", { billingAddress: ontario });

    const answer = await shopper.form("/storefront/api/checkout/add-promo", { promoCode: "EXPIRED1" });

    expect([answer.status, messageOf(answer, "promoCode")]).toEqual([422, "This promo code has ended."]);
    const page = pageOf(answer);
    expect([fieldValue(page, "promoCode"), page.querySelector("#promoCode")?.getAttribute("aria-invalid")]).toEqual([
      "EXPIRED1",
      "true",
    ]);
    expect(page.querySelector("#promoCode")?.hasAttribute("disabled")).toBe(false);
  });

  test("a quantity step, a removal and a gift are forms of the cart page, and lead back to it", async () => {
    const shop = await openOn(engine);
    const shopper = await shopperIn(shop, { "v-3": 4 });
    const lineId = (await shopper.line("v-3"))?.id ?? "";
    const cart = "/storefront/cart/";

    expect(leadsTo(await shopper.form("/storefront/checkout/line/increase", { _method: "PUT", lineId, quantity: "1" }))).toEqual([
      303,
      cart,
    ]);
    expect((await shopper.line("v-3"))?.quantity).toBe(5);
    expect(leadsTo(await shopper.form("/storefront/checkout/line/decrease", { _method: "PUT", lineId }))).toEqual([303, cart]);
    expect(leadsTo(await shopper.form("/storefront/checkout/line", { giftProductId: "p-9" }))).toEqual([303, cart]);
    expect((await shopper.find()).lines).toMatchObject([{ quantity: 4 }, { gift: true }]);
    expect(leadsTo(await shopper.form("/storefront/checkout/line/remove", { _method: "DELETE", lineId }))).toEqual([303, cart]);
    const page = await shopper.browser.get(cart);
    expect(page.text).toContain("Your gift was removed because your cart no longer qualifies for it.");
    expect((await shopper.browser.get(cart)).text).not.toContain("Your gift was removed");
  });

  test("a step beyond the stock is the cart again with its reason", async () => {
    const shop = await openOn(engine, { stock: { "v-1": 1 } });
    const shopper = await shopperIn(shop, { "v-1": 1 });
    const lineId = (await shopper.line("v-1"))?.id ?? "";

    const answer = await shopper.form("/storefront/checkout/line/increase", { _method: "PUT", lineId });

    expect(answer.status).toBe(409);
    expect(answer.text).toContain("Only 1 of this item is left.");
    expect(textOf(pageOf(answer), ".lines")).toContain("Product 1");
  });
});

describe("the screens of the checkout", () => {
  test("stand at their addresses, with and without a final slash, under a prefix too (requirements 1–4, 20–23)", async () => {
    const shop = await openOn("sqlite");
    const shopper = await shopperAtPayment(shop, { "v-2": 1 });
    const titles = { contact: "Contact", shipping: "Shipping address", shipping_method: "Shipping method", payment: "Payment" };
    for (const [step, title] of Object.entries(titles)) {
      const path = `/storefront/checkout/${step}/${shopper.checkoutId}`;
      for (const address of [path, `${path}/`, `/shop/us${path}/`]) {
        const answer = await shopper.browser.get(address);
        expect([address, answer.status, textOf(pageOf(answer), "h1")]).toEqual([address, 200, title]);
      }
    }
  });

  test("are kept by nobody, and tell no other site where the shopper was", async () => {
    const shop = await openOn("sqlite");
    const shopper = await shopperAtPayment(shop, { "v-2": 1 });
    const cart = await shopper.browser.get("/storefront/cart/");
    const pages = await Promise.all(["contact", "shipping", "shipping_method", "payment"].map(shopper.page));
    for (const { headers } of [cart, ...pages])
      expect([headers.get("cache-control"), headers.get("referrer-policy")]).toEqual(["no-store", "same-origin"]);
  });

  test("of an unknown checkout are not found", async () => {
    const shop = await openOn("sqlite");
    for (const step of ["contact", "shipping", "shipping_method", "payment"]) {
      const answer = await shop.browser().get(`/storefront/checkout/${step}/${nobody}/`);
      expect([answer.status, answer.headers.get("content-type")]).toEqual([404, "text/html; charset=utf-8"]);
    }
  });

  test("lead to the first step whose answer is missing, and to the cart when it is empty", async () => {
    const shop = await openOn("sqlite");
    const empty = await shopperIn(shop);
    for (const step of ["contact", "shipping", "shipping_method", "payment"])
      expect(leadsTo(await empty.page(step))).toEqual([303, "/storefront/cart/"]);

    const shopper = await shopperIn(shop, { "v-2": 1 });
    const stepOf = (name: string) => `/storefront/checkout/${name}/${shopper.checkoutId}/`;
    expect(leadsTo(await shopper.page("payment"))).toEqual([303, stepOf("contact")]);
    await shopper.email();
    expect(leadsTo(await shopper.page("payment"))).toEqual([303, stepOf("shipping")]);
    expect(leadsTo(await shopper.page("shipping_method"))).toEqual([303, stepOf("shipping")]);
    await shopper.ship();
    expect(leadsTo(await shopper.page("payment"))).toEqual([303, stepOf("shipping_method")]);
    await shopper.method();
    expect((await shopper.page("payment")).status).toBe(200);
  });

  test("lead back, each to the one before it (requirements 73, 83, 107)", async () => {
    const shop = await openOn("sqlite");
    const shopper = await shopperAtPayment(shop, { "v-2": 1 });
    const stepOf = (name: string) => `/storefront/checkout/${name}/${shopper.checkoutId}/`;
    expect(backOf(await shopper.page("shipping"))).toBe(stepOf("contact"));
    expect(backOf(await shopper.page("shipping_method"))).toBe(stepOf("shipping"));
    expect(backOf(await shopper.page("payment"))).toBe(stepOf("shipping_method"));
    expect(backOf(await shopper.page("contact"))).toBe("/storefront/cart/");
  });

  test("go on by a button that says so and that no server disables (requirements 70, 74, 75, 91)", async () => {
    const shop = await openOn("sqlite");
    const shopper = await shopperAtPayment(shop, { "v-2": 1 });
    const words = { contact: "Continue", shipping: "Continue", shipping_method: "Continue", payment: "Pay" };
    for (const [step, word] of Object.entries(words)) {
      const button = pageOf(await shopper.page(step)).querySelector(".form-actions button");
      expect([step, button?.textContent.startsWith(word), button?.hasAttribute("disabled")]).toEqual([step, true, false]);
    }
  });

  test("name the five steps and mark the current one", async () => {
    const shop = await openOn("sqlite");
    const shopper = await shopperAtPayment(shop, { "v-2": 1 });
    const steps = pageOf(await shopper.page("shipping_method")).querySelectorAll(".steps li");
    expect(steps).toHaveLength(5);
    expect(steps[2]?.getAttribute("aria-current")).toBe("step");
    expect(steps[1]?.querySelector("a")?.getAttribute("href")).toBe(`/storefront/checkout/shipping/${shopper.checkoutId}/`);
  });

  test("show the order beside the form: products, sums, total", async () => {
    const shop = await openOn("sqlite");
    const shopper = await shopperAtPayment(shop, { "v-2": 2, "v-1": 1 });
    const aside = pageOf(await shopper.page("payment")).querySelector(".checkout__aside");
    const words = aside?.textContent.replace(/\s+/g, " ") ?? "";
    for (const text of [
      "Product 2 × 2",
      "$40.00",
      "Product 1 × 1",
      "$10.00",
      "Subtotal$50.00",
      "Shipping$5.95",
      "Tax$4.13",
      "Total$60.08",
    ])
      expect(words.replaceAll(" $", "$")).toContain(text.replaceAll(" $", "$"));
  });

  test("offer the methods that reach the address with what they cost these products (requirement 82)", async () => {
    const shop = await openOn("sqlite");
    const shopper = await shopperIn(shop, { "v-2": 4 });
    await shopper.email();
    await shopper.ship();
    const cards = () =>
      shopper
        .page("shipping_method")
        .then((page) =>
          [...pageOf(page).querySelectorAll(".radio-card")].map(({ textContent }) => textContent.replace(/\s+/g, " ")),
        );
    expect(await cards()).toEqual([expect.stringMatching(/Standard.*Free/), expect.stringMatching(/Overnight.*\$29\.95/)]);

    await shopper.ship(ontario);
    expect(await cards()).toHaveLength(1);
    const radios = pageOf(await shopper.page("shipping_method")).querySelectorAll("[name=shippingMethodId]");
    expect([radios.length, radios[0]?.getAttribute("type"), radios[0]?.hasAttribute("checked")]).toEqual([1, "radio", true]);
  });

  test("the payment page embeds the shipping address, and hides checkout, quote and token in its form (requirement 88)", async () => {
    const shop = await openOn("sqlite");
    const shopper = await shopperAtPayment(shop, { "v-2": 1 });
    await shopper.ship({ ...texas, streetAddress1: "1 </script><script>alert(1)</script> Road" });
    const { quote } = await shopper.totals();

    const answer = await shopper.page("payment");

    const page = pageOf(answer);
    const embedded = page.querySelector("script#shipping-address");
    expect(embedded?.getAttribute("type")).toBe("application/json");
    expect(JSON.parse(embedded?.textContent ?? "")).toEqual({
      ...texas,
      streetAddress1: "1 </script><script>alert(1)</script> Road",
    });
    expect(answer.text).not.toContain("<script>alert(1)");
    const form = page.querySelector("form[action='/storefront/checkout/payment']");
    const hidden = (name: string) => form?.querySelector(`[type=hidden][name=${name}]`)?.getAttribute("value");
    expect([hidden("checkoutId"), hidden("quote")]).toEqual([shopper.checkoutId, quote]);
    expect(hidden("_csrf")).toMatch(/.{20,}/);
  });

  test("the payment page offers the same or a different billing address, whose form is there without scripts (requirements 87, 89)", async () => {
    const shop = await openOn("sqlite");
    const shopper = await shopperAtPayment(shop, { "v-2": 1 });
    const choices = async () => {
      const page = pageOf(await shopper.page("payment"));
      const radios = [...page.querySelectorAll("[name=sameAsShipping]")];
      return radios.map((radio) => [radio.getAttribute("value"), radio.hasAttribute("checked")]);
    };
    expect(await choices()).toEqual([
      ["true", true],
      ["false", false],
    ]);
    expect(pageOf(await shopper.page("payment")).querySelector(".billing__form [name=firstName]")).not.toBeNull();

    await shopper.post("/storefront/checkout/billing", { billingAddress: ontario });
    expect(await choices()).toEqual([
      ["true", false],
      ["false", true],
    ]);
    expect(fieldValue(pageOf(await shopper.page("payment")), "city")).toBe("Ottawa");
  });

  test("the billing part is judged as a form of its own: same, different, and different but wrong (requirement 110)", async () => {
    const shop = await openOn("sqlite");
    const shopper = await shopperAtPayment(shop, { "v-2": 1 });
    const bill = (fields: Record<string, string>) => shopper.form("/storefront/checkout/billing", fields);

    const wrong = await bill(flat(ontario, { sameAsShipping: "false", lastName: "" }));
    expect([wrong.status, messageOf(wrong, "lastName"), fieldValue(pageOf(wrong), "city")]).toEqual([
      422,
      "Enter your last name.",
      "Ottawa",
    ]);
    expect(pageOf(wrong).querySelector("#billing-different")?.hasAttribute("checked")).toBe(true);
    expect((await bill(flat(ontario, { sameAsShipping: "false" }))).status).toBe(303);
    expect((await shopper.find()).billingAddress).toEqual(ontario);
    expect((await bill({ sameAsShipping: "true" })).status).toBe(303);
    expect((await shopper.find()).billingAddress).toEqual(texas);
  });

  test("a form with a stale token is the same page again with what was typed and a fresh one", async () => {
    const shop = await openOn("sqlite");
    const shopper = await shopperIn(shop, { "v-2": 1 });

    const answer = await shopper.form("/storefront/checkout/email", { email: "mary@example.com", _csrf: "stale" });

    const page = pageOf(answer);
    expect([answer.status, fieldValue(page, "email")]).toEqual([403, "mary@example.com"]);
    expect(answer.text).toContain("This page was open too long. Please try again.");
    const fresh = fieldValue(page, "_csrf") ?? "";
    expect((await shopper.form("/storefront/checkout/email", { email: "mary@example.com", _csrf: fresh })).status).toBe(303);
  });

  test("a form of a checkout that is being paid leads to the page that waits for the outcome", async () => {
    const shop = await openOn("sqlite");
    const shopper = await shopperAtPayment(shop, { "v-2": 1 });
    await sqlOf(shop).updateTable("checkout").set({ state: "paying" }).execute();
    const answer = await shopper.form("/storefront/checkout/email", { email: "late@example.com" });
    expect(leadsTo(answer)).toEqual([303, `/storefront/checkout/payment/${shopper.checkoutId}/`]);
  });
});

describe("the cart page and the native add to cart", () => {
  test("an empty cart says so, for a browser without a checkout too", async () => {
    const shop = await openOn("sqlite");
    const answer = await shop.browser().get("/storefront/cart/");
    expect([answer.status, textOf(pageOf(answer), "h1")]).toEqual([200, "Cart"]);
    expect(pageOf(answer).querySelector(".empty, [data-island=cart-lines]")).not.toBeNull();
  });

  test("adding creates a checkout once, keeps it, and goes on to `next` on this shop alone", async () => {
    const shop = await openOn("sqlite");
    const browser = shop.browser();
    const add = (next: string) => browser.form("/storefront/cart/add", { variantId: "v-1", next });

    expect(leadsTo(await add("/storefront/products/product-1/"))).toEqual([303, "/storefront/products/product-1/"]);
    const first = browser.jar.get("checkoutId");
    for (const next of ["https://evil.example/", "//evil.example", "/\\evil.example", ""])
      expect(leadsTo(await add(next))).toEqual([303, "/storefront/cart/"]);
    expect(browser.jar.get("checkoutId")).toBe(first);
    expect(await sqlOf(shop).selectFrom("checkout").select("id").execute()).toHaveLength(1);
    expect(await sqlOf(shop).selectFrom("checkout_line").select("quantity").execute()).toEqual([{ quantity: 5 }]);
  });

  test("adding needs no token, but refuses another site", async () => {
    const shop = await openOn("sqlite");
    const browser = shop.browser();
    const body = "variantId=v-1";
    const add = (headers: Record<string, string>) =>
      browser.request("POST", "/storefront/cart/add", {
        body,
        headers: { "content-type": "application/x-www-form-urlencoded", ...headers },
      });

    expect((await add({ "sec-fetch-site": "cross-site" })).status).toBe(403);
    expect((await add({ origin: "https://evil.example" })).status).toBe(403);
    expect((await add({ origin: "null" })).status).toBe(403);
    expect((await add({ "sec-fetch-site": "same-origin" })).status).toBe(303);
    expect((await add({})).status).toBe(303);
    expect(browser.jar.has("visitor")).toBe(true);
  });

  test("adding to a checkout that has become an order begins a new one; to one that is being paid is refused", async () => {
    const shop = await openOn("sqlite");
    const shopper = await shopperIn(shop, { "v-1": 1 });
    const state = (value: "paying" | "completed") =>
      sqlOf(shop)
        .updateTable("checkout")
        .set({ state: value, order_id: value === "completed" ? "o" : null })
        .where("id", "=", shopper.checkoutId)
        .execute();
    const add = () => shopper.browser.form("/storefront/cart/add", { variantId: "v-2" });

    await state("paying");
    const refused = await add();
    expect([refused.status, refused.text.includes("Your payment is still being processed.")]).toEqual([409, true]);
    expect(shopper.browser.jar.get("checkoutId")).toBe(shopper.checkoutId);

    await state("completed");
    expect((await add()).status).toBe(303);
    expect(shopper.browser.jar.get("checkoutId")).not.toBe(shopper.checkoutId);
  });

  test("adding what is out of stock tells so, in a cart that is empty too", async () => {
    const shop = await openOn("sqlite", { stock: { "v-1": 0 } });
    const answer = await shop.browser().form("/storefront/cart/add", { variantId: "v-1" });
    expect(answer.status).toBe(409);
    expect(answer.text).toContain("This item is out of stock.");
  });

  test("it can be called in JSON as well", async () => {
    const shop = await openOn("sqlite");
    const browser = shop.browser();
    const answer = await browser.call("POST", "/storefront/cart/add", { variantId: "v-1", quantity: 2 }, { csrf: false });
    expect([answer.status, answer.body]).toEqual([200, { data: { checkoutId: browser.jar.get("checkoutId") } }]);
  });
});
