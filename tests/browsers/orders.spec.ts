import { test } from "../support/engines/test.ts";
import { alive, demo, payWith, productPath, seeConfirmation, signIn, walkToPayment } from "./steps.ts";

test("a customer asks for a cancelation, and cancels another order at once", async ({ tab }) => {
  await tab.open("/identity/signin/");
  await signIn(tab, demo.email, demo.password);
  await tab.arrive(/\/storefront\/$/);
  for (let order = 0; order < 2; order++) {
    await tab.open(productPath);
    await alive(tab, "buy-box");
    await tab.click(["main form button", "Add to cart"]);
    await tab.click(["dialog[open] a", "Checkout"]);
    await walkToPayment(tab, demo.email);
    await payWith(tab, "4242424242424242");
    await seeConfirmation(tab);
  }

  await tab.open("/storefront/dashboard/");
  await tab.click([".past-order a", /^Order/]);
  await alive(tab, "cancel-order");
  await tab.click(["main button", "Ask us to cancel"]);
  await tab.choose(["select", "Reason"], "item price too high");
  await tab.click(["main button", "Send request"]);
  await tab.see([".toast", /Order cancellation requested successfully\./]);
  await tab.miss(["main button", "Ask us to cancel"]);

  await tab.open("/storefront/dashboard/");
  await tab.run(() => document.querySelectorAll<HTMLElement>(".past-order a")[1]?.click());
  await alive(tab, "cancel-order");
  await tab.click(["main button", "Cancel order now"]);
  await tab.click(["dialog[open] button", "Yes, cancel the order"]);
  await tab.see([".toast", /Order canceled successfully!/]);
  await tab.see([".order .state", "Canceled"]);
});
