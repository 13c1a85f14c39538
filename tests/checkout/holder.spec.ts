import { annInTexas } from "../support/addresses.ts";
import { expect, test } from "../support/browser.ts";
import { inCombinations } from "../support/combinations.ts";
import { answeredCheckout, isAlive, linesOf, variantsIn } from "./begun-checkout.ts";

inCombinations(["390 on"], () => {
  test("a friend who opens the link of somebody's checkout goes on with a copy, by Back and forward too", async ({
    page,
    shop,
    browser,
  }) => {
    const [variant] = await variantsIn(shop, 1);
    const { step } = await answeredCheckout(page, [{ variantId: variant?.id ?? "", quantity: 2 }]);
    const elsewhere = await browser.newContext({ baseURL: shop.url });
    const friend = await elsewhere.newPage();

    await friend.goto(step("shipping"));

    await expect(friend).toHaveURL(new RegExp(`${step("contact")}$`));
    await expect(friend.getByRole("textbox", { name: "Email" })).toHaveValue("");
    await expect(friend.locator("body")).not.toContainText(/ann@example\.com|Congress/);
    await isAlive(friend, "contact-form");
    await friend.fill("[name=email]", "friend@example.com");
    await friend.getByRole("button", { name: "Continue" }).click();
    await friend.waitForURL(/\/checkout\/shipping\//);
    const copy = friend.url();
    expect(copy).not.toContain(step("shipping"));
    await expect(friend.locator("[name=streetAddress1]")).toHaveValue("");
    await friend.goBack();
    await isAlive(friend, "contact-form");
    await friend.fill("[name=email]", "friend2@example.com");
    await friend.getByRole("button", { name: "Continue" }).click();
    await friend.waitForURL(copy);
    await friend.goBack();
    await friend.goForward();
    await expect(friend).toHaveURL(copy);
    await friend.goto("/storefront/cart/");
    await expect(linesOf(friend)).toHaveCount(1);
    await elsewhere.close();
    // The sender of the link still finds everything as it was.
    await page.goto(step("payment"));
    await expect(page.locator(".completed-steps")).toContainText("ann@example.com");
    await expect(page.locator(".completed-steps")).toContainText(annInTexas.streetAddress1);
  });
});
