import { expect, test } from "../support/engines/test.ts";
import { payWith, productPath, seeConfirmation, walkToPayment } from "./steps.ts";

/**
 * Removes a feature that every supported browser has and an older one lacks
 * (islands/supported-browsers.ts).
 */
const withoutGate = "delete HTMLElement.prototype.togglePopover;";

test.describe("in a browser that is older than the supported ones", () => {
  test.use({ prelude: withoutGate, size: [390, 844] });

  test("a shopper buys by plain forms: no island starts, and no control is dead", async ({ tab }) => {
    const asleep = async () => expect(await tab.count("[data-island-alive]")).toBe(0);
    await tab.open(productPath);
    await tab.click(["main form button", "Add to cart"]);
    await tab.arrive(/\/storefront\/cart\//);
    await asleep();
    await tab.click(["main a", "Checkout"]);
    await walkToPayment(tab, "older@example.com");
    await asleep();
    await payWith(tab, "4242424242424242");
    await seeConfirmation(tab);
    await asleep();
  });
});

test("what is said where no island starts is not shown to others", async ({ tab }) => {
  for (const path of ["/storefront/wishlist/", "/identity/signup/"]) {
    await tab.open(path);
    await tab.see("h1");
    expect(await tab.count(".without-scripts")).toBe(0);
    expect(await tab.run(() => document.querySelectorAll(".without-scripts").length)).toBe(1);
  }
});

const newer = [
  "delete window.navigation; delete window.NavigateEvent;",
  "delete window.requestIdleCallback;",
  "delete window.onpagereveal; delete window.onpageswap;",
  "delete Document.prototype.activeViewTransition; delete Document.prototype.startViewTransition;",
  "delete window.trustedTypes;",
  "delete HTMLDialogElement.prototype.closedBy;",
];

test.describe("in a browser without what is only asked for", () => {
  test.use({ prelude: newer.join("\n") });

  test("islands are alive, the listing is narrowed by its form, and the drawer opens and closes", async ({ tab }) => {
    await tab.open("/storefront/collections/");
    await tab.see("[data-island=listing-swap][data-island-alive]");
    await tab.click(["label", /^Glass/]);
    await tab.click(["main form button", /Show/]);
    await tab.arrive(/categories=glass/);
    await tab.open(productPath);
    await tab.see("[data-island=buy-box][data-island-alive]");
    await tab.click(["main form button", "Add to cart"]);
    await tab.see(["dialog[open] a", "Checkout"]);
    await tab.press("Escape");
    await tab.miss("dialog[open]");
  });
});
