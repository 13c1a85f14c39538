import { expect, expectAccessible, test } from "../support/browser.ts";
import { inCombinations } from "../support/combinations.ts";

inCombinations(["1440 on"], ({ javaScriptEnabled }) => {
  test("a picture that does not come leaves its words, which can be read, and its place", async ({ page, watch }) => {
    await page.route("**/media/**", (route) => route.abort());
    await page.goto("/storefront/collections/?order=name_asc");
    const picture = page.locator(".grid-products .card__picture img").first();
    await expect(picture).toHaveAttribute("alt", /\w/);
    await expect.poll(() => picture.evaluate((img) => (img as HTMLImageElement).complete)).toBe(true);
    const box = await page.locator(".grid-products .card__picture").first().boundingBox();
    expect(Math.round((box?.width ?? 0) - (box?.height ?? 1))).toBe(0);
    // The contrast between each picture's colour and its plinth: 0 if both are equally light, and
    // at most 1.
    const contrasts = await page.locator(".grid-products [data-backdrop]").evaluateAll((plinths) => {
      const context = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
      const lightness = (colour: string) => {
        if (!context) throw new Error("no canvas");
        context.fillStyle = colour;
        context.fillRect(0, 0, 1, 1);
        return (context.getImageData(0, 0, 1, 1).data[1] ?? 0) / 255;
      };
      return plinths.map((plinth) => {
        const [picture, img] = [plinth.querySelector(".card__picture"), plinth.querySelector(".card__picture img")];
        if (!picture || !img) return 0;
        return Math.abs(lightness(getComputedStyle(img).color) - lightness(getComputedStyle(picture).backgroundColor));
      });
    });
    expect(contrasts.length).toBeGreaterThan(5);
    expect(Math.min(...contrasts)).toBeGreaterThan(0.6);
    if (javaScriptEnabled) await expectAccessible(page);
    watch.errors.length = 0;
  });

  test("a category's path below the listing leads to its listing", async ({ page }) => {
    await page.goto("/storefront/collections/glass/");
    await expect(page).toHaveURL(/\/storefront\/collections\/\?categories=glass$/);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Glass");
  });

  test("what a state forbids says one thing, on its card and on its page, in place of the button (requirement 142)", async ({
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
