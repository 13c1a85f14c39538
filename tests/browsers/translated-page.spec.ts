import type { Tab } from "../support/engines/tab.ts";
import { expect, test } from "../support/engines/test.ts";
import { alive, allAlive, fillAddress, goOn, payWith, productPath, seeConfirmation } from "./steps.ts";

/**
 * Continually replaces each text as Chrome's translator does, but keeps the words, so that tests
 * find them. `wrapped` selects elements whose texts stay, and `begin` says when the translator
 * begins.
 */
const translator = (wrapped: string, begin: string) => `{
  const untouched = "${wrapped},head,script,style,option,textarea,[translate=no]";
  const translate = () => {
    const walker = document.createTreeWalker(document, NodeFilter.SHOW_TEXT), texts = [];
    while (walker.nextNode()) texts.push(walker.currentNode);
    for (const text of texts) {
      if (!text.data.trim() || !text.parentElement || text.parentElement.closest(untouched)) continue;
      const outer = document.createElement("font");
      outer.className = "${wrapped}".slice(5);
      outer.appendChild(document.createElement("font")).textContent = text.data;
      (text.parentElement.closest("font:not(font font)") ?? text).replaceWith(outer);
    }
  };
  const start = () => {
    translate();
    new MutationObserver(translate).observe(document, { childList: true, subtree: true, characterData: true });
  };
  ${begin}
}`;

const atOnce = "start();";
/** Begins some time after the first island is alive. */
const afterHydration = `
  new MutationObserver((_, observer) => {
    observer.disconnect();
    setTimeout(start, 500);
  }).observe(document, { attributeFilter: ["data-island-alive"], subtree: true });`;

const translators = {
  "from the start": translator("font", atOnce),
  "after hydration": translator("font", afterHydration),
  "from the start, and again into another language": translator("font", atOnce) + translator("font.second", afterHydration),
};

const textOf = (tab: Tab, selector: string) =>
  tab.run((selector) => document.querySelector(selector)?.textContent?.trim() ?? "", selector);

/**
 * Walks through the steps before the payment, and waits for each form to be alive before filling
 * it.
 */
async function walkToPayment(tab: Tab): Promise<void> {
  await tab.arrive(/\/checkout\/contact\//);
  await alive(tab, "contact-form");
  await tab.fill("[name=email]", "ann@example.com");
  await goOn(tab);
  await tab.arrive(/\/checkout\/shipping\//);
  await alive(tab, "address-form");
  await fillAddress(tab);
  await goOn(tab);
  await tab.arrive(/\/checkout\/shipping_method\//);
  await alive(tab, "shipping-method-form");
  await tab.click("[name=shippingMethodId]");
  await goOn(tab);
  await tab.arrive(/\/checkout\/payment\//);
  await alive(tab, "payment-form");
  await alive(tab, "promo-field");
}

for (const [when, prelude] of Object.entries(translators))
  test.describe(`a page that is translated ${when}`, () => {
    test.use({ prelude });

    test("its prices, counts and sums are those of the moment, and the card is charged what Pay names", async ({ tab }) => {
      await tab.open(productPath);
      await allAlive(tab);
      const before = await textOf(tab, ".price--large .price__now");
      await tab.click(".choices label:last-of-type");
      await expect.poll(() => textOf(tab, ".price--large .price__now")).not.toBe(before);
      const price = await textOf(tab, ".price--large .price__now");
      expect(await textOf(tab, "label:has(:checked) .radio-card__price")).toBe(price);
      expect(await textOf(tab, ".buy-bar__choice .price")).toBe(price);

      await tab.click(["main form button", "Add to cart"]);
      await tab.see(["dialog[open] a", "Checkout"]);
      await tab.click("dialog[open] .stepper form:last-of-type button");
      await expect.poll(() => textOf(tab, "dialog[open] .stepper__count")).toBe("2");
      await expect.poll(() => textOf(tab, ".site-action__count")).toBe("2");
      const both = `$${(Number(price.slice(1)) * 2).toFixed(2)}`;
      await expect.poll(() => textOf(tab, "dialog[open] .line__amount")).toBe(both);
      await expect.poll(() => textOf(tab, "dialog[open] .totals dd")).toBe(both);

      await tab.click(["dialog[open] a", "Checkout"]);
      await walkToPayment(tab);
      const total = await textOf(tab, ".totals__total dd");
      const sums = async () => [await textOf(tab, ".totals__total dd"), await textOf(tab, "main .form-actions button")];
      expect(await sums()).toEqual([total, `Pay ${total}`]);
      await tab.fill("#promoCode", "WELCOME10");
      await tab.press("Enter");
      await tab.see([".totals", /Discount/]);
      const reduced = await textOf(tab, ".totals__total dd");
      expect(reduced).not.toBe(total);
      await expect.poll(sums).toEqual([reduced, `Pay ${reduced}`]);
      await tab.click(["main button", "Remove promo code"]);
      await expect.poll(sums).toEqual([total, `Pay ${total}`]);
      await payWith(tab, "4242424242424242");
      await seeConfirmation(tab);
      expect(await textOf(tab, ".totals__total dd")).toBe(total);
    });
  });
