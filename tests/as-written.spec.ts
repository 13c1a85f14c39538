import type { Page, Route } from "@playwright/test";
import { labels } from "../server/catalog/rules/labels.ts";
import { reasons } from "../server/orders/rules/cancel-reasons.ts";
import { signInAs } from "./customers/signed-in-customer.ts";
import { orderIn } from "./orders/demo-order.ts";
import { expect, test } from "./support/browser.ts";
import { inCombinations, scriptsOff, scriptsOn } from "./support/combinations.ts";
import { holdBack } from "./support/hold-back.ts";

async function expectAsWritten(page: Page, ...specified: string[]): Promise<void> {
  for (const words of specified) {
    const painted = await page.waitForFunction((words) => {
      const holds = (el: Element) => [...el.childNodes].some((node) => node instanceof Text && node.data.trim() === words);
      const holder = [...document.querySelectorAll("body *")].find(
        (el) => holds(el) && (el.checkVisibility() || el.closest("select")),
      );
      if (!holder) return undefined;
      const changes: string[] = [];
      for (let el: Element | null = holder; el; el = el.parentElement) {
        for (const part of ["", "::first-letter", "::first-line"]) {
          const { textTransform, fontVariantCaps } = getComputedStyle(el, part);
          if (textTransform !== "none" || fontVariantCaps !== "normal") changes.push(`${el.tagName} ${el.className}${part}`);
        }
      }
      return { changes };
    }, words);
    expect((await painted.jsonValue())?.changes, words).toEqual([]);
  }
}

const answer = (page: Page, address: string, body: string, status = 200) =>
  page.route(address, (route) => route.fulfill({ status, contentType: "application/json", body }), { times: 1 });

async function addToCart(page: Page): Promise<void> {
  await page.goto("/storefront/products/lemon-meridian/");
  await page.locator("main form[action*='cart/add'] button", { hasText: "Add to cart" }).first().click();
}

inCombinations(
  ["390 on"],
  ({ key }) => {
    test("labels, states and discounts of cards stand as they are specified (requirements 142, 143, 146, 149)", async ({
      page,
    }) => {
      const waiting = new Set<string>([...labels, "out of stock", "NOT AVAILABLE IN YOUR STATE"]);
      await page.goto("/storefront/collections/?ship_to=GA");
      await expect(page.locator(".price__save").first()).toHaveText(/^save \d+%$/);
      await expectAsWritten(page, (await page.locator(".price__save").first().textContent()) ?? "");
      for (let number = 1; waiting.size > 0; number++) {
        await page.goto(`/storefront/collections/?ship_to=GA&page=${number}`);
        expect(await page.locator(".card").count(), `cards, while no card shows ${[...waiting]}`).toBeGreaterThan(0);
        const shown = await page.locator(".card .label, .card__refusal").allInnerTexts();
        for (const words of new Set(shown)) {
          if (waiting.delete(words)) await expectAsWritten(page, words);
        }
      }
    });

    test("overlay, toasts and notices of the checkout stand as they are specified (requirements 36–38, 80, 105, 106, 112, 113, 117, 118)", async ({
      page,
    }) => {
      const goOn = () => page.getByRole("button", { name: "Continue" }).click();
      const pay = () => page.getByRole("button", { name: /^Pay/ }).click();
      const added = await holdBack(page, "**/storefront/checkout/{create,line}");
      await addToCart(page);
      await expectAsWritten(page, "Processing", "processing your request please wait...");
      added();
      await page.locator("dialog.drawer[open]").getByRole("link", { name: "Checkout" }).click();

      await page.fill("[name=email]", "ann@example.com");
      await goOn();
      await page.waitForURL(/\/checkout\/shipping\//);
      const address = { firstName: "Ann", lastName: "Lee", streetAddress1: "1 Congress Avenue", city: "Austin", postalCode: "9" };
      for (const [name, text] of Object.entries(address)) await page.fill(`[name=${name}]`, text);
      await page.fill("[name=phone]", "512 555 0100");
      await page.selectOption("[name=country]", "US");
      await page.selectOption("[name=countryArea]", "TX");
      await goOn();
      await expectAsWritten(page, "some errors found");
      await page.fill("[name=postalCode]", "78701");
      await goOn();
      await page.waitForURL(/\/checkout\/shipping_method\//);
      await page.locator("[name=shippingMethodId]").first().check();
      await goOn();

      await page.waitForURL(/\/checkout\/payment\//);
      // On phones the summary is folded.
      await page.locator("details.summary > summary").click();
      const applying = await holdBack(page, "**/add-promo");
      await page.fill("#promoCode", "WELCOME10");
      await expectAsWritten(page, "applying promo code...");
      applying();
      await expectAsWritten(page, "promo code applied successfully");
      const removing = await holdBack(page, "**/remove-promo");
      await page.getByRole("button", { name: "Remove promo code" }).click();
      await expectAsWritten(page, "removing promo code...");
      removing();
      await expectAsWritten(page, "removed successfully");

      const card = { cardNumber: "4242424242424242", expirationDate: "12/30", securityCode: "123", cardName: "Ann Lee" };
      const fillCard = async () => {
        for (const [name, text] of Object.entries(card)) await page.fill(`[name=${name}]`, text);
      };
      await fillCard();
      const { promise: read, resolve: isRead } = Promise.withResolvers<void>();
      const fail = (route: Route) => read.then(() => route.fulfill({ contentType: "application/json", body: "<html>" }));
      await page.route("**/storefront/checkout/payment", fail, { times: 1 });
      await pay();
      await expectAsWritten(page, "billing address updated successfully");
      isRead();
      await expectAsWritten(page, "something went wrong please try later");
      await fillCard();
      const paid = await holdBack(page, "**/storefront/checkout/payment");
      await pay();
      await expectAsWritten(page, "processing your payment");
      paid();
      await page.waitForURL(/\/checkout\/confirmation\//);
    });

    test("what a customer's own screens say stands as it is specified (requirements 196, 197, 205, 210, 213, 214, 217, 221–224)", async ({
      page,
      context,
      shop,
    }) => {
      await signInAs(context, shop, `as-written-${key}`);
      await page.goto("/storefront/dashboard/profile/");
      const savePhone = async () => {
        await page.getByRole("button", { name: "Edit Phone" }).click();
        await page.getByLabel("Phone", { exact: true }).fill("+1 512 555 0134");
        await page.getByRole("button", { name: "Save", exact: true }).click();
      };
      await savePhone();
      await expectAsWritten(page, "phone saved correctly");
      await answer(page, "**/storefront/api/customers/phone", "{}", 409);
      await savePhone();
      await expectAsWritten(page, "error saving the phone");
      await answer(page, "**/storefront/api/customers/avatar", "{}", 409);
      const chooser = page.waitForEvent("filechooser");
      await page.getByRole("button", { name: "Change picture" }).click();
      await (await chooser).setFiles({ name: "me.png", mimeType: "image/png", buffer: Buffer.from("no picture") });
      await expectAsWritten(page, "error updating the avatar");

      const settings = "/storefront/dashboard/settings/";
      for (const street of ["1 Elm St", "2 Oak Ave"]) {
        await page.goto(settings);
        await page.getByRole("link", { name: "Add an address" }).click();
        await page.getByLabel("Street address").fill(street);
        await page.getByLabel("City").fill("Austin");
        await page.locator("[name=state]").selectOption("TX");
        await page.getByLabel(/^ZIP/).fill("73301");
        const reload = await holdBack(page, `**${settings}`);
        const anew = page.waitForEvent("framenavigated");
        await page.getByRole("button", { name: "Save", exact: true }).click();
        await expectAsWritten(page, "address saved correctly");
        reload();
        await anew;
      }
      await page.getByRole("button", { name: "Make default 2 Oak Ave" }).click();
      await expectAsWritten(page, "address updated correctly");
      await page.getByRole("button", { name: "Delete 1 Elm St" }).click();
      await page.getByRole("button", { name: "Delete address" }).click();
      await expectAsWritten(page, "address removed correctly");

      await page.goto(settings);
      await page.getByRole("link", { name: "Change password" }).click();
      for (const [current, next, words] of [
        ["", "", "both passwords are required"],
        ["", "New-leaf", "current password is missing"],
        ["Old-leaf", "", "new password is missing"],
        ["Old-leaf", "OLD-LEAF", "new password cannot be the same as the current"],
      ] as const) {
        await page.getByLabel("Current password", { exact: true }).fill(current);
        await page.getByLabel("New password", { exact: true }).fill(next);
        await page.getByRole("button", { name: "Change password", exact: true }).click();
        await expectAsWritten(page, words);
      }
      await page.getByRole("button", { name: "Disable account" }).click();
      const leave = await holdBack(page, "**/identity/signin/");
      await page.getByRole("dialog").getByRole("button", { name: "Disable account" }).click();
      await expectAsWritten(page, "account disabled correctly");
      leave();
      await page.waitForURL("**/identity/signin/");
    });

    test("the reasons of a cancelation and its failure stand as they are specified (requirements 234, 243)", async ({
      page,
      context,
      shop,
    }) => {
      await signInAs(context, shop, `as-written-order-${key}`);
      const { id } = await orderIn(shop, { customerId: `as-written-order-${key}` });
      await page.goto(`/storefront/dashboard/orders/${id}/`);
      await page.getByRole("button", { name: "Ask us to cancel" }).click();
      await expectAsWritten(page, ...reasons);
      await page.keyboard.press("Escape");
      await answer(page, `**/storefront/api/orders/${id}`, "{}", 409);
      await page.getByRole("button", { name: "Cancel order now" }).click();
      await page.getByRole("dialog").locator("form button").click();
      await expectAsWritten(page, "error canceling the order");
    });
  },
  scriptsOn,
);

inCombinations(
  ["390 off"],
  ({ key }) => {
    test("notices stand as they are specified, and so do errors (requirements 80, 210, 221)", async ({ page, context, shop }) => {
      await signInAs(context, shop, `as-written-${key}`);
      await page.goto("/storefront/dashboard/settings/?edit=new");
      await page.getByRole("button", { name: "Save", exact: true }).click();
      await expectAsWritten(page, "some errors found");
      await page.goto("/storefront/dashboard/settings/");
      await page.getByRole("link", { name: "Change password" }).click();
      await page.getByRole("button", { name: "Change password", exact: true }).click();
      await expectAsWritten(page, "both passwords are required");
    });
  },
  scriptsOff,
);
