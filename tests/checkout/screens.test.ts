import { describe, expect, test } from "vitest";
import type { Answer } from "../support/browser-of.ts";
import type { Engine } from "../support/shop.ts";
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
/** The message next to a field. */
const messageOf = (answer: Answer, field: string) => textOf(pageOf(answer), `#${field}-error`);
const backOf = (answer: Answer) => pageOf(answer).querySelector(".form-actions a")?.getAttribute("href");

const cartPath = "/storefront/cart/";
const steps = ["contact", "shipping", "shipping_method", "payment"] as const;
type Shopper = Awaited<ReturnType<typeof shopperIn>>;
const stepPath = ({ checkoutId }: Pick<Shopper, "checkoutId">, step: string) => `/storefront/checkout/${step}/${checkoutId}/`;
/** A shopper without scripts who has answered each step before the payment. */
const atPayment = async (quantities: Record<string, number> = { "v-2": 1 }, engine: Engine = "sqlite") => {
  const shop = await openOn(engine);
  return { shop, shopper: await shopperAtPayment(shop, quantities) };
};

describe.each(engines)("a purchase without scripts on %s", (engine) => {
  test("goes from a product's form to the payment page, step by step", async () => {
    const shop = await openOn(engine);
    const browser = shop.browser();
    expect(leadsTo(await browser.form("/storefront/cart/add", { variantId: "v-2", quantity: "2" }))).toEqual([303, cartPath]);
    const checkoutId = browser.jar.get("checkoutId") ?? "";
    const cart = pageOf(await browser.get(cartPath));
    expect(textOf(cart, ".lines")).toContain("Product 2");
    expect(textOf(cart, ".site-header .site-action__count")).toBe("2");
    expect(textOf(cart, `a[href="/storefront/checkout/contact/${checkoutId}/"]`)).toContain("Checkout");
    for (const [path, fields, next] of [
      ["email", { email: "mary@example.com" }, "shipping"],
      ["shipping", flat(texas, { saveForLater: "true" }), "shipping_method"],
      ["shipping_method", { shippingMethodId: "overnight" }, "payment"],
    ] as const)
      expect(leadsTo(await browser.form(`/storefront/checkout/${path}`, { checkoutId, ...fields }))).toEqual([
        303,
        stepPath({ checkoutId }, next),
      ]);
    const payment = pageOf(await browser.get(stepPath({ checkoutId }, "payment")));
    expect(payment.querySelector("form[action='/storefront/checkout/payment']")?.getAttribute("method")).toBe("post");
    expect(await sqlOf(shop).selectFrom("saved_address").select("city").execute()).toEqual([{ city: "Austin" }]);
  });

  test("says before Continue what the order costs with each method; the payment's summary is folded under its total", async () => {
    const { shopper } = await atPayment(undefined, engine);
    await shopper.form("/storefront/checkout/shipping_method", { shippingMethodId: "overnight" });
    const page = pageOf(await shopper.page("shipping_method"));
    const total = textOf(page, ".totals__total dd");
    const totals = [...page.querySelectorAll(".radio-card .script-fallback")].map(({ textContent }) => textContent);
    expect(new Set(totals).size).toBe(totals.length);
    expect(textOf(page, ".radio-card:has(:checked) .script-fallback")).toBe(`Total ${total}`);
    expect(textOf(page, "form strong")).toBe(total);
    const payment = pageOf(await shopper.page("payment"));
    expect([textOf(payment, "summary .summary__head-total"), textOf(payment, ".totals__total dd")]).toEqual([total, total]);
    expect(payment.querySelector("details.summary")?.hasAttribute("open")).toBe(false);
  });

  test("a likely slip in the email is asked about once; calls are not asked", async () => {
    const shopper = await shopperIn(await openOn(engine), { "v-1": 1 });
    const path = "/storefront/checkout/email";
    const typed = { email: "mary@gmial.com" };
    const asked = await shopper.form(path, { ...typed, askedEmail: "" });
    const words = "Did you mean mary@gmail.com? If not, press Continue again.";
    expect([asked.status, messageOf(asked, "email")]).toEqual([422, words]);
    const askedEmail = fieldValue(pageOf(asked), "askedEmail") ?? "";
    expect((await shopper.form(path, { ...typed, askedEmail, suggestedEmail: "mary@gmail.com" })).status).toBe(303);
    expect((await shopper.find()).email).toBe("mary@gmail.com");
    expect((await shopper.form(path, { ...typed, askedEmail })).status).toBe(303);
    expect((await shopper.find()).email).toBe("mary@gmial.com");
    expect((await shopper.email("mary@yaho.com")).text).toBe('{"data":{"errors":[]}}');
  });

  test("each form is the page again with 422, its messages beside the fields and what was typed (requirements 59, 69, 77, 80)", async () => {
    const shopper = await shopperIn(await openOn(engine), { "v-1": 1 });
    /** Sends a form, expects its refusal, and returns the messages beside the named fields. */
    const refused = async (step: string, fields: Record<string, string>, names: readonly string[]) => {
      const answer = await shopper.form(`/storefront/checkout/${step}`, fields);
      expect([answer.status, answer.text.includes("some errors found")]).toEqual([422, true]);
      return { page: pageOf(answer), messages: names.map((name) => messageOf(answer, name)) };
    };
    const email = await refused("email", { email: "mary@<b>" }, ["email"]);
    expect(email.messages).toEqual(["Enter an email address like name@example.com."]);
    expect(fieldValue(email.page, "email")).toBe("mary@<b>");

    await shopper.email();
    const typed = flat(ontario, { postalCode: "12345", firstName: " ", saveForLater: "true" });
    const { page, messages } = await refused("shipping", typed, ["firstName", "postalCode", "city"]);
    expect(messages).toEqual(["Enter your first name.", "Enter a postal code like K1A 0B1.", ""]);
    expect(page.querySelector("#postalCode")?.getAttribute("aria-describedby")).toContain("postalCode-error");
    expect([fieldValue(page, "city"), fieldValue(page, "postalCode")]).toEqual(["Ottawa", "12345"]);
    const chosen = ["country", "countryArea"].map((name) => page.querySelector(`[name=${name}] option[selected]`));
    expect(chosen.map((option) => option?.getAttribute("value"))).toEqual(["CA", "ON"]);
    expect(page.querySelector("[name=saveForLater]")?.hasAttribute("checked")).toBe(true);
    const state = await refused("shipping", flat(idaho), ["countryArea"]);
    expect(state.messages).toEqual(["“Product 1” can’t be sold in Idaho."]);

    await shopper.ship();
    const method = await refused("shipping_method", {}, ["shippingMethodId"]);
    expect(method.messages).toEqual(["Choose a shipping method."]);
  });

  test("a promo code is applied, refused beside its field and removed by the second form of the payment page (requirements 63, 64, 114, 115, 119, 120)", async () => {
    const { shopper } = await atPayment(undefined, engine);
    const send = (call: string, promoCode: string) => shopper.form(`/storefront/api/checkout/${call}-promo`, { promoCode });
    const back = [303, stepPath(shopper, "payment")];
    const refused = await send("add", "EXPIRED1");
    expect([refused.status, messageOf(refused, "promoCode")]).toEqual([422, "This promo code has ended."]);
    const page = pageOf(refused);
    expect([fieldValue(page, "promoCode"), page.querySelector("#promoCode")?.getAttribute("aria-invalid")]).toEqual([
      "EXPIRED1",
      "true",
    ]);
    const isDisabled = (shown: typeof page) => shown.querySelector("#promoCode")?.hasAttribute("disabled");
    expect([isDisabled(page), page.querySelector("details.summary")?.hasAttribute("open")]).toEqual([false, true]);

    expect(leadsTo(await send("add", "welcome10"))).toEqual(back);
    const applied = pageOf(await shopper.page("payment"));
    expect([isDisabled(applied), fieldValue(applied, "promoCode")]).toEqual([true, "WELCOME10"]);
    expect(textOf(applied, ".totals__discount")).toContain("$2.00");
    const removal = applied.querySelector("form[action='/storefront/api/checkout/remove-promo'] [name=checkoutId]");
    expect(removal?.getAttribute("value")).toBe(shopper.checkoutId);
    expect(leadsTo(await send("remove", "WELCOME10"))).toEqual(back);
    expect((await shopper.find()).promoCode).toBeNull();
  });

  test("a quantity step, a removal and a gift are forms of the cart page, and lead back to it", async () => {
    const shopper = await shopperIn(await openOn(engine), { "v-3": 4 });
    const lineId = (await shopper.line("v-3"))?.id ?? "";
    const step = async (path: string, fields: Record<string, string>) =>
      expect(leadsTo(await shopper.form(`/storefront/checkout/line${path}`, fields))).toEqual([303, cartPath]);
    await step("/increase", { _method: "PUT", lineId, quantity: "1" });
    expect((await shopper.line("v-3"))?.quantity).toBe(5);
    await step("/decrease", { _method: "PUT", lineId });
    await step("", { giftProductId: "p-9" });
    expect((await shopper.find()).lines).toMatchObject([{ quantity: 4 }, { gift: true }]);
    await step("/remove", { _method: "DELETE", lineId });
    const gone = "Your gift was removed because your cart no longer qualifies for it.";
    for (const isTold of [true, false]) expect((await shopper.browser.get(cartPath)).text.includes(gone)).toBe(isTold);
  });

  test("a step beyond the stock is the cart again with its reason", async () => {
    const shopper = await shopperIn(await openOn(engine, { stock: { "v-1": 1 } }), { "v-1": 1 });
    const lineId = (await shopper.line("v-1"))?.id ?? "";
    const answer = await shopper.form("/storefront/checkout/line/increase", { _method: "PUT", lineId });
    expect([answer.status, textOf(pageOf(answer), ".lines").includes("Product 1")]).toEqual([409, true]);
    expect(answer.text).toContain("Only 1 of this item is left.");
  });
});

describe("the screens of the checkout", () => {
  test("stand at their addresses, with and without a final slash, under a prefix too, kept by nobody; each leads on and back (requirements 1–4, 20–23, 70, 73–75, 83, 91, 107)", async () => {
    const { shop, shopper } = await atPayment();
    for (const [step, title, word, back] of [
      ["contact", "Contact", "Continue", cartPath],
      ["shipping", "Shipping address", "Continue", stepPath(shopper, "contact")],
      ["shipping_method", "Shipping method", "Continue", stepPath(shopper, "shipping")],
      ["payment", "Payment", "Pay", stepPath(shopper, "shipping_method")],
    ] as const) {
      const path = stepPath(shopper, step);
      for (const address of [path.slice(0, -1), path, `/shop/us${path}`]) {
        const answer = await shopper.browser.get(address);
        expect([address, answer.status, textOf(pageOf(answer), "h1")]).toEqual([address, 200, title]);
      }
      const answer = await shopper.page(step);
      // This referrer policy keeps the page's address, which contains the checkout's id, from other
      // sites.
      expect(["cache-control", "referrer-policy"].map((name) => answer.headers.get(name))).toEqual(["no-store", "same-origin"]);
      const button = pageOf(answer).querySelector(".form-actions button");
      expect([button?.textContent.startsWith(word), button?.hasAttribute("disabled"), backOf(answer)]).toEqual([
        true,
        false,
        back,
      ]);
      const unknown = await shop.browser().get(`/storefront/checkout/${step}/${nobody}/`);
      expect([unknown.status, unknown.headers.get("content-type")]).toEqual([404, "text/html; charset=utf-8"]);
    }
    const items = pageOf(await shopper.page("shipping_method")).querySelectorAll(".steps li");
    expect([items.length, items[2]?.getAttribute("aria-current")]).toEqual([5, "step"]);
    expect(items[1]?.querySelector("a")?.getAttribute("href")).toBe(stepPath(shopper, "shipping"));
  });

  test("lead to the first step whose answer is missing, and to the cart when it is empty", async () => {
    const shop = await openOn("sqlite");
    const empty = await shopperIn(shop);
    for (const step of steps) expect(leadsTo(await empty.page(step))).toEqual([303, cartPath]);
    const shopper = await shopperIn(shop, { "v-2": 1 });
    const expectLed = async (from: string, to: string) =>
      expect(leadsTo(await shopper.page(from))).toEqual([303, stepPath(shopper, to)]);
    await expectLed("payment", "contact");
    await shopper.email();
    await expectLed("payment", "shipping");
    await expectLed("shipping_method", "shipping");
    await shopper.ship();
    await expectLed("payment", "shipping_method");
    await shopper.method();
    expect((await shopper.page("payment")).status).toBe(200);
  });

  test("show the order beside the form: products, sums, total", async () => {
    const { shopper } = await atPayment({ "v-2": 2, "v-1": 1 });
    const words = textOf(pageOf(await shopper.page("payment")), ".checkout__aside")
      .replace(/\s+/g, " ")
      .replaceAll(" $", "$");
    const sums = ["Subtotal$50.00", "Shipping$5.95", "Tax$4.13", "Total$60.08"];
    for (const text of ["Product 2 × 2", "$40.00", "Product 1 × 1", "$10.00", ...sums]) expect(words).toContain(text);
  });

  test("offer the methods that reach the address with what they cost these products (requirement 82)", async () => {
    const shopper = await shopperIn(await openOn("sqlite"), { "v-2": 4 });
    await shopper.email();
    await shopper.ship();
    const cards = async () =>
      [...pageOf(await shopper.page("shipping_method")).querySelectorAll(".radio-card")].map(({ textContent }) =>
        textContent.replace(/\s+/g, " "),
      );
    expect(await cards()).toEqual([expect.stringMatching(/Standard.*Free/), expect.stringMatching(/Overnight.*\$29\.95/)]);
    await shopper.ship(ontario);
    expect(await cards()).toHaveLength(1);
    const [radio, ...others] = pageOf(await shopper.page("shipping_method")).querySelectorAll("[name=shippingMethodId]");
    expect([others.length, radio?.getAttribute("type"), radio?.hasAttribute("checked")]).toEqual([0, "radio", true]);
  });

  test("the payment page embeds the shipping address, and hides checkout, quote and token in its form (requirement 88)", async () => {
    const { shopper } = await atPayment();
    const address = { ...texas, streetAddress1: "1 </script><script>alert(1)</script> Road" };
    await shopper.ship(address);
    const { quote } = await shopper.totals();
    const answer = await shopper.page("payment");
    const page = pageOf(answer);
    const embedded = page.querySelector("script#shipping-address");
    expect(embedded?.getAttribute("type")).toBe("application/json");
    expect(JSON.parse(embedded?.textContent ?? "")).toEqual(address);
    expect(answer.text).not.toContain("<script>alert(1)");
    const form = page.querySelector("form[action='/storefront/checkout/payment']");
    const hidden = (name: string) => form?.querySelector(`[type=hidden][name=${name}]`)?.getAttribute("value");
    expect([hidden("checkoutId"), hidden("quote")]).toEqual([shopper.checkoutId, quote]);
    expect(hidden("_csrf")).toMatch(/.{20,}/);
  });

  test("the payment page offers the same or a different billing address, whose form is there and judged by itself without scripts (requirements 87, 89, 110)", async () => {
    const { shopper } = await atPayment();
    const isChecked = (answer: Answer) =>
      ["true", "false"].map((value) =>
        pageOf(answer).querySelector(`[name=sameAsShipping][value=${value}]`)?.hasAttribute("checked"),
      );
    const bill = (fields: Record<string, string>) => shopper.form("/storefront/checkout/billing", fields);
    const first = await shopper.page("payment");
    expect([isChecked(first), fieldValue(pageOf(first), "firstName")]).toEqual([[true, false], expect.any(String)]);

    const wrong = await bill(flat(ontario, { sameAsShipping: "false", lastName: "" }));
    expect([wrong.status, messageOf(wrong, "lastName"), fieldValue(pageOf(wrong), "city")]).toEqual([
      422,
      "Enter your last name.",
      "Ottawa",
    ]);
    expect(isChecked(wrong)).toEqual([false, true]);
    expect((await bill(flat(ontario, { sameAsShipping: "false" }))).status).toBe(303);
    expect((await shopper.find()).billingAddress).toEqual(ontario);
    const other = await shopper.page("payment");
    expect([isChecked(other), fieldValue(pageOf(other), "city")]).toEqual([[false, true], "Ottawa"]);
    expect((await bill({ sameAsShipping: "true" })).status).toBe(303);
    expect((await shopper.find()).billingAddress).toEqual(texas);
  });

  test("a form with a stale token is the same page again with what was typed and a fresh one", async () => {
    const shopper = await shopperIn(await openOn("sqlite"), { "v-2": 1 });
    const send = (_csrf: string) => shopper.form("/storefront/checkout/email", { email: "mary@example.com", _csrf });
    const answer = await send("stale");
    expect([answer.status, fieldValue(pageOf(answer), "email")]).toEqual([403, "mary@example.com"]);
    expect(answer.text).toContain("This page was open too long. Please try again.");
    expect((await send(fieldValue(pageOf(answer), "_csrf") ?? "")).status).toBe(303);
  });

  test("a form of a checkout that is being paid leads to the page that waits for the outcome", async () => {
    const { shop, shopper } = await atPayment();
    await sqlOf(shop).updateTable("checkout").set({ state: "paying" }).execute();
    const answer = await shopper.form("/storefront/checkout/email", { email: "late@example.com" });
    expect(leadsTo(answer)).toEqual([303, stepPath(shopper, "payment")]);
  });
});

describe("the cart page and the native add to cart", () => {
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
    const browser = (await openOn("sqlite")).browser();
    const type = { "content-type": "application/x-www-form-urlencoded" };
    for (const [headers, status] of [
      [{ "sec-fetch-site": "cross-site" }, 403],
      [{ origin: "https://evil.example" }, 403],
      [{ origin: "null" }, 403],
      [{ "sec-fetch-site": "same-origin" }, 303],
      [{}, 303],
    ] as const) {
      const added = await browser.request("POST", "/storefront/cart/add", {
        body: "variantId=v-1",
        headers: { ...type, ...headers },
      });
      expect([headers, added.status]).toEqual([headers, status]);
    }
    expect(browser.jar.has("visitor")).toBe(true);
  });

  test("adding to a checkout that has become an order begins a new one; to one that is being paid is refused", async () => {
    const shop = await openOn("sqlite");
    const shopper = await shopperIn(shop, { "v-1": 1 });
    const addOnce = async (state: "paying" | "completed") => {
      await sqlOf(shop)
        .updateTable("checkout")
        .set({ state, order_id: state === "completed" ? "o" : null })
        .execute();
      return await shopper.browser.form("/storefront/cart/add", { variantId: "v-2" });
    };
    const refused = await addOnce("paying");
    expect([refused.status, refused.text.includes("Your payment is still being processed.")]).toEqual([409, true]);
    expect(shopper.browser.jar.get("checkoutId")).toBe(shopper.checkoutId);
    expect((await addOnce("completed")).status).toBe(303);
    expect(shopper.browser.jar.get("checkoutId")).not.toBe(shopper.checkoutId);
  });

  test("an empty cart says so, and why nothing was added that is out of stock; a JSON call adds too", async () => {
    const browser = (await openOn("sqlite", { stock: { "v-1": 0, "v-2": 5 } })).browser();
    const cart = await browser.get(cartPath);
    expect([cart.status, textOf(pageOf(cart), "h1")]).toEqual([200, "Cart"]);
    expect(pageOf(cart).querySelector(".empty, [data-island=cart-lines]")).not.toBeNull();
    const refused = await browser.form("/storefront/cart/add", { variantId: "v-1" });
    expect([refused.status, refused.text.includes("This item is out of stock.")]).toEqual([409, true]);
    const answer = await browser.call("POST", "/storefront/cart/add", { variantId: "v-2", quantity: 2 }, { csrf: false });
    expect([answer.status, answer.body]).toEqual([200, { data: { checkoutId: browser.jar.get("checkoutId") } }]);
  });
});
