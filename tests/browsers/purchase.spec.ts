import { expect, test } from "../support/engines/test.ts";
import { alive, allAlive, demo, payWith, productPath, seeConfirmation, signIn, walkToPayment } from "./steps.ts";

test("a guest buys: the page comes alive, the drawer opens, the card is charged @short", async ({ tab }) => {
  await tab.open("/storefront/");
  const lefts = await tab.run(() =>
    [".site-header .logo", ".hero__words > :first-child"].map((one) => document.querySelector(one)?.getBoundingClientRect().left),
  );
  expect(Math.abs((lefts[0] ?? 0) - (lefts[1] ?? 99)), "the hero's words stand below the logo").toBeLessThan(1);
  await tab.open(productPath);
  await allAlive(tab);
  await tab.click(["main form button", "Add to cart"]);
  await tab.see(["dialog[open] a", "Checkout"]);
  expect(await tab.texts("dialog[open] .line")).toEqual([expect.stringContaining("Lemon Meridian")]);
  await tab.click(["dialog[open] a", "Checkout"]);
  await walkToPayment(tab, "ann@example.com");
  await payWith(tab, "4000000000000002");
  await tab.see(".toast--error");
  const height = await tab.run(() => document.querySelector(".toast")?.getBoundingClientRect().height);
  expect(height, "a toast is as high as its words").toBeLessThan(200);
  await payWith(tab, "4242424242424242");
  await seeConfirmation(tab);
  expect((await tab.cookies()).map(({ name }) => name)).not.toContain("checkoutId");
});

test("a customer buys, with the cart that was filled before the sign-in, and finds the order", async ({ tab }) => {
  await tab.open(productPath);
  await alive(tab, "buy-box");
  await tab.click(["main form button", "Add to cart"]);
  await tab.see(["dialog[open] a", "Checkout"]);
  await tab.open("/identity/signin/");
  await signIn(tab, demo.email, demo.password);
  await tab.arrive(/\/storefront\/$/);
  await tab.open("/storefront/cart/");
  await allAlive(tab);
  await tab.see(["main", /Lemon Meridian/]);
  await tab.click(["main a", "Checkout"]);
  await walkToPayment(tab, demo.email);
  await payWith(tab, "5555555555554444");
  await seeConfirmation(tab);
  await tab.open("/storefront/dashboard/");
  await tab.see([".past-order", /Placed/]);
});

test("a wrong address is told at its field, and the promo code changes the total", async ({ tab }) => {
  await tab.open(productPath);
  await alive(tab, "buy-box");
  await tab.click(["main form button", "Add to cart"]);
  await tab.click(["dialog[open] a", "Checkout"]);
  await tab.arrive(/\/checkout\/contact\//);
  await alive(tab, "contact-form");
  await tab.fill("[name=email]", "ann@");
  await tab.press("Enter");
  await tab.see("#email-error");
  await walkToPayment(tab, "ann@example.com");
  await alive(tab, "promo-field");
  const before = await tab.texts(".totals");
  await tab.fill("#promoCode", "WELCOME10");
  await tab.press("Enter");
  await tab.see([".totals", /Discount/]);
  expect(await tab.texts(".totals")).not.toEqual(before);
});
