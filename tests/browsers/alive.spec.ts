import { expect, test } from "../support/engines/test.ts";

test("a page comes alive @short", async ({ tab }) => {
  await tab.open("/storefront/products/lemon-meridian/");
  await tab.see("[data-island=buy-box][data-island-alive]");
  await tab.picture("product");
  await tab.click(["main form button", "Add to cart"]);
  await tab.see("dialog[open]");
  await expect.poll(() => tab.texts("dialog[open]")).toEqual([expect.stringContaining("Lemon")]);
  await tab.picture("drawer");
});
