import { expect, test } from "../support/engines/test.ts";
import { alive, demo, productPath, signIn } from "./steps.ts";

const focused = () => document.activeElement?.textContent?.trim();

test("the cart's drawer opens, holds and gives back the focus by keyboard", async ({ tab }) => {
  await tab.open(productPath);
  await alive(tab, "buy-box");
  await tab.tabTo("main form[action*='cart/add'] .button--primary");
  await tab.press("Enter");
  await tab.see(["dialog[open] a", "Checkout"]);
  await tab.tabTo("dialog[open] a[href*='/checkout/contact/']");
  for (let stop = 0; stop < 6; stop++) {
    await tab.press("Tab");
    // Focus on the browser's own controls counts as focus on the body.
    expect(await tab.run(() => !!document.activeElement?.matches("body,dialog *,dialog"))).toBe(true);
  }
  await tab.press("Escape");
  await tab.miss("dialog[open]");
  expect(await tab.run(focused)).toBe("Add to cart");
});

test("a press beside a drawer or a dialog closes it", async ({ tab }) => {
  await tab.open(productPath);
  await alive(tab, "buy-box");
  await tab.click(["main form button", "Add to cart"]);
  await tab.see(["dialog[open] a", "Checkout"]);
  await tab.click(["dialog[open] button", /^One more/]);
  await tab.see(["dialog[open]", /48\.00/]);
  await tab.clickAt(40, 400);
  await tab.miss("dialog[open]");
});

test.describe("on a phone", () => {
  test.use({ size: [390, 844] });

  test("the filters open in a drawer and close with the focus where it was", async ({ tab }) => {
    await tab.open("/storefront/collections/");
    await alive(tab, "listing-swap");
    await tab.tabTo(".listing__fold > summary");
    const opener = await tab.run(focused);
    await tab.press("Enter");
    await tab.see("dialog[open]");
    await tab.picture("filters-390");
    await tab.press("Escape");
    await tab.miss("dialog[open]");
    expect(await tab.run(focused)).toBe(opener);
  });
});

test("an address is deleted after a question that can be declined by Escape and by a press beside it", async ({ tab }) => {
  await tab.open("/storefront/dashboard/settings/");
  await signIn(tab, demo.email, demo.password);
  await tab.arrive(/\/settings\/$/);
  await alive(tab, "address-book");
  const addresses = () => tab.count(["button", /^Delete/]);
  const before = await addresses();
  expect(before).toBeGreaterThan(0);
  await tab.click(["button", /^Delete/]);
  await tab.see("dialog[open]");
  await tab.press("Escape");
  await tab.miss("dialog[open]");
  await tab.click(["button", /^Delete/]);
  await tab.see("dialog[open]");
  await tab.clickAt(40, 400);
  await tab.miss("dialog[open]");
  expect(await addresses()).toBe(before);
});
