import { expect, expectAccessible, test } from "../support/browser.ts";
import { inCombinations } from "../support/combinations.ts";

inCombinations(["390 off", "1440 on"], ({ javaScriptEnabled }) => {
  test("a picture that does not come leaves its words, which can be read, and its place", async ({ page, watch }) => {
    await page.route("**/media/**", (route) => route.abort());
    await page.goto("/storefront/collections/?order=name_asc");
    const picture = page.locator(".grid-products .card__picture img").first();
    await expect(picture).toHaveAttribute("alt", /\w/);
    await expect.poll(() => picture.evaluate((img) => (img as HTMLImageElement).complete)).toBe(true);
    const box = await page.locator(".grid-products .card__picture").first().boundingBox();
    expect(Math.round((box?.width ?? 0) - (box?.height ?? 1))).toBe(0);
    // The words are painted in the ink of the picture's plinth.
    const inks = await page.locator(".grid-products [data-backdrop]").evaluateAll((plinths) =>
      plinths.map((plinth) => {
        const img = plinth.querySelector("img");
        const own = [plinth, ...plinth.querySelectorAll("*")].map((el) => getComputedStyle(el).backgroundColor);
        const ground = own.find((colour) => colour !== "rgba(0, 0, 0, 0)");
        return img && ground ? getComputedStyle(img).color !== ground : false;
      }),
    );
    expect(inks.length).toBeGreaterThan(5);
    expect(inks).not.toContain(false);
    if (javaScriptEnabled) await expectAccessible(page);
    watch.errors.length = 0;
  });

  test("a category's path below the listing leads to its listing (decisions §1)", async ({ page }) => {
    await page.goto("/storefront/collections/glass/");
    await expect(page).toHaveURL(/\/storefront\/collections\/\?categories=glass$/);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Glass");
  });

  test("what a state forbids says one thing, on its card and on its page, in place of the button (acceptance 142)", async ({
    page,
  }) => {
    await page.goto("/storefront/collections/?ship_to=GA");
    const card = page.locator(".card", { has: page.getByText("NOT AVAILABLE IN YOUR STATE") }).first();
    await expect(card.locator(".card__refusal:visible")).toHaveText(["NOT AVAILABLE IN YOUR STATE"]);
    await expect(card.getByRole("button", { name: "Add to cart" })).toHaveCount(0);
    await card.locator(".card__name a").click();
    await expect(page).toHaveURL(/\/products\/.*ship_to=GA/);
    await expect(page.getByRole("main").getByText("NOT AVAILABLE IN YOUR STATE").first()).toBeVisible();
    await expect(page.getByRole("main").getByText("out of stock", { exact: true })).toHaveCount(0);
    await expect(page.getByRole("main").locator(".product").getByRole("button", { name: "Add to cart" })).toHaveCount(0);
    if (javaScriptEnabled) await expectAccessible(page);
  });
});
