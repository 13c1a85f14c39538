import { test } from "../support/engines/test.ts";
import { allAlive, demo, payWith, productPath, seeConfirmation, signIn, walkToPayment } from "./steps.ts";

// Pictures for people to compare: the test does not judge an engine's rendering by pixels.
for (const [width, height] of [
  [390, 844],
  [1440, 900],
] as const) {
  test.describe(`the look at ${width} px`, () => {
    test.use({ size: [width, height] });

    test("of home, a listing, a product, the drawer, the checkout, the order and the dashboard", async ({ tab }) => {
      const take = async (name: string) => {
        await allAlive(tab);
        await tab.picture(`${name}-${width}`);
      };
      await tab.open("/storefront/");
      await take("home");
      await tab.open("/storefront/apparel/");
      await take("apparel");
      await tab.open("/storefront/collections/");
      await take("listing");
      await tab.open(productPath);
      await take("product");
      await tab.click(["main form button", "Add to cart"]);
      await tab.see(["dialog[open] a", "Checkout"]);
      await take("drawer");
      await tab.open("/storefront/cart/");
      await take("cart");
      await tab.click(["main a", "Checkout"]);
      await walkToPayment(tab, "look@example.com");
      await take("payment");
      await payWith(tab, "4242424242424242");
      await seeConfirmation(tab);
      await take("confirmation");
      await tab.open("/storefront/dashboard/");
      await signIn(tab, demo.email, demo.password);
      await tab.arrive(/\/dashboard\/$/);
      await take("dashboard");
      await tab.open("/storefront/dashboard/profile/");
      await take("profile");
      await tab.open("/storefront/dashboard/settings/");
      await take("settings");
    });
  });
}
