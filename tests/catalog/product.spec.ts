import type { Page } from "@playwright/test";
import { expect, expectAccessible, test } from "../support/browser.ts";
import { inCombinations, scriptsOff } from "../support/combinations.ts";

const hoodie = "/storefront/products/slow-growth-hoodie/";
const seeds = "/storefront/products/lemon-meridian/";

const phone = { width: 390, height: 844 };
const desktop = { width: 1440, height: 900 };

const bar = (page: Page) => page.locator(".buy-bar");
const footer = (page: Page) => page.locator("#site-footer");
/**
 * The number of the picture on the stage, with a fraction during a turn. A key pressed then would
 * start between two pictures.
 */
const shownPicture = (page: Page) =>
  page.locator("#pictures").evaluate((stage) => 1 + Math.round((100 * stage.scrollLeft) / stage.clientWidth) / 100);
const currentThumb = (page: Page) => page.locator("#thumbs [aria-current=true]").getAttribute("href");
/** Waits until the buy box is alive: then it marks a thumbnail. */
const alive = (page: Page) => expect(page.locator("#thumbs [aria-current=true]")).toHaveCount(1);

test.describe("a product's page", () => {
  test("has a gallery that arrows, thumbnails and keys turn, while page and history stay (requirements 152, 153)", {
    tag: "@feature",
  }, async ({ page }) => {
    await page.setViewportSize({ width: 1440, height: 1100 });
    await page.goto(hoodie);
    await alive(page);
    const before = await page.evaluate(() => [location.href, history.length, scrollY]);

    await page.getByRole("button", { name: "Next: picture" }).click();
    await expect.poll(() => shownPicture(page)).toBe(2);
    await expect.poll(() => currentThumb(page)).toBe("#picture-2");

    await page.getByRole("link", { name: "Picture 4" }).click();
    await expect.poll(() => shownPicture(page)).toBe(4);
    await expect.poll(() => currentThumb(page)).toBe("#picture-4");

    await page.locator("#pictures").focus();
    await page.keyboard.press("ArrowLeft");
    await expect.poll(() => shownPicture(page)).toBe(3);
    await page.keyboard.press("ArrowRight");
    await expect.poll(() => shownPicture(page)).toBe(4);

    expect(await page.evaluate(() => [location.href, history.length, scrollY])).toEqual(before);
  });

  for (const viewport of [phone, desktop])
    test(`opens its pictures large, turns them by keys and gives the focus back, at ${viewport.width} px`, async ({ page }) => {
      await page.setViewportSize(viewport);
      await page.goto(hoodie);
      await alive(page);
      const before = page.url();
      await page.locator("#picture-1 a").press("Enter");

      const dialog = (at: number) => page.getByRole("dialog", { name: new RegExp(`^Picture ${at} of \\d$`) });
      await expect(dialog(1)).toBeVisible();
      await expectAccessible(page);
      await page.keyboard.press("ArrowLeft");
      await page.keyboard.press("ArrowRight");
      await dialog(1).getByRole("button", { name: "Next picture" }).click();
      const shown = dialog(2).locator("img");
      await expect(shown).toHaveAttribute("alt", (await page.locator("#picture-2 img").getAttribute("alt")) ?? "none");
      const box = await shown.boundingBox();
      expect(box?.width).toBe(viewport.width);
      expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(viewport.height);

      await page.keyboard.press("Escape");
      await expect(page.locator("#picture-2 a")).toBeFocused();
      await expect.poll(() => shownPicture(page)).toBe(2);
      expect(page.url()).toBe(before);

      await page.locator("#picture-2 a").click();
      await dialog(2).getByRole("button", { name: "Close" }).click();
      // This checks only the element, since a headless browser's window may have no focus itself.
      const isActive = () => page.locator("#picture-2 a").evaluate((link) => link === document.activeElement);
      await expect.poll(isActive).toBe(true);
    });

  test("keeps the choice in its address, and shows it again when it is opened anew", async ({ page }) => {
    await page.goto(hoodie);
    await alive(page);
    const before = await page.evaluate(() => history.length);

    const charcoal = page.getByRole("radio", { name: /^Charcoal M/ });
    await charcoal.check({ force: true });

    const id = await charcoal.getAttribute("value");
    expect(new URL(page.url()).search).toBe(`?variant=${id}`);
    expect(await page.evaluate(() => history.length)).toBe(before);
    await expect(bar(page)).toContainText("Charcoal / M");
    await expect.poll(() => shownPicture(page)).toBe(5);

    await page.reload();
    await expect(charcoal).toBeChecked();
    await expect(page.locator("#picture-1 img")).toHaveAttribute("alt", /charcoal/);
    await expect(page.locator("link[rel=canonical]")).toHaveAttribute("href", new RegExp(`${hoodie}$`));
  });

  for (const viewport of [phone, desktop])
    test(`has a bar that is there until the footer is seen, and again after, at ${viewport.width} px (requirements 160, 161)`, async ({
      page,
    }) => {
      await page.setViewportSize(viewport);
      await page.goto(seeds);
      await alive(page);
      await expect(bar(page)).toBeVisible();
      await expect(bar(page)).toContainText("Lemon Meridian");

      await footer(page).scrollIntoViewIfNeeded();
      await expect(bar(page)).toBeHidden();
      await page.evaluate(() => scrollTo(0, 0));
      await expect(bar(page)).toBeVisible();

      await bar(page).getByRole("button", { name: "Add to cart" }).click();
      await expect(page.locator("dialog.drawer[open]")).toContainText("Lemon Meridian");
    });

  test("shows what else one may like, and what this browser looked at before (requirement 154)", async ({ page }) => {
    await page.goto(seeds);
    await alive(page);
    await expect.poll(() => page.evaluate(() => localStorage.recentlyViewed)).toBeTruthy();
    await page.locator("#related").scrollIntoViewIfNeeded();
    await expect(page.locator("#related .card")).toHaveCount(12);
    await expect(page.getByRole("heading", { name: "Recently viewed" })).toBeHidden();

    await page.goto(hoodie);
    await footer(page).scrollIntoViewIfNeeded();
    await expect(page.locator("#recent .card__name")).toHaveText(["Lemon Meridian"]);
    await expect(page.getByRole("heading", { name: "Recently viewed" })).toBeVisible();
    await expect(page.locator("#recent .heart")).toBeVisible();
    await expect(page.locator("#recent")).toHaveClass(/few/);
  });

  test("shows fewer than five related products in rows, without scrolling", async ({ page }) => {
    await page.goto(seeds);
    const track = page.locator("#related");
    await expect(track).not.toHaveClass(/few/);
    await track.evaluate((list) => {
      list.replaceChildren(...[...list.children].slice(0, 3));
      list.classList.add("carousel__track--few");
    });
    for (const [width, columns] of [
      [390, 2],
      [1440, 4],
    ] as const) {
      await page.setViewportSize({ width, height: 900 });
      const [whole, card] = [await track.boundingBox(), await track.locator("> *").first().boundingBox()];
      expect(Math.round((whole?.width ?? 0) / (card?.width ?? 1))).toBe(columns);
      const last = await track.locator("> *").last().boundingBox();
      expect((last?.y ?? 0) > (card?.y ?? 0)).toBe(columns === 2);
    }
  });

  test("opens its category's size guide over itself, which Escape closes", async ({ page }) => {
    await page.goto(hoodie);
    const guide = page.getByRole("dialog", { name: "Apparel sizes" });
    await expect(guide).toBeHidden();
    await page.getByRole("button", { name: "Apparel sizes" }).click();
    await expect(guide.getByRole("cell", { name: "21 in (53 cm)" })).toBeVisible();
    await expectAccessible(page);
    await page.keyboard.press("Escape");
    await expect(guide).toBeHidden();
  });

  test("has a heart beside its button, and folds its description and its reviews (requirements 155–157)", async ({ page }) => {
    await page.goto(seeds);
    await alive(page);
    const heart = page.locator(".product__heart button");
    await heart.click();
    await expect(heart).toHaveAttribute("aria-pressed", "true");
    for (const name of ["Description", "Reviews"]) {
      const fold = page.locator("details", { has: page.getByRole("heading", { name, exact: true }) });
      await expect(fold).toHaveAttribute("open", "");
      await fold.locator("summary").click();
      await expect(fold).not.toHaveAttribute("open", "");
    }
  });

  test("orders its reviews at a choice and turns their pages, and keeps place and variant (requirements 158, 159)", async ({
    page,
  }) => {
    await page.goto(hoodie);
    await alive(page);
    const charcoal = page.getByRole("radio", { name: /^Charcoal M/ });
    await charcoal.check({ force: true });
    const id = await charcoal.getAttribute("value");
    const order = page.locator("#reviews_order_by");
    const dates = () => page.locator(".review time").evaluateAll((times) => times.map((time) => time.getAttribute("datetime")));
    const newest = await dates();
    await page.evaluate(() => Object.assign(window, { same: true }));

    await order.focus();
    await order.selectOption("oldest");

    await expect(page).toHaveURL(new RegExp(`\\?variant=${id}&reviews_order_by=oldest#reviews$`));
    await expect.poll(dates).not.toEqual(newest);
    expect(await dates()).toEqual([...(await dates())].sort());
    await expect(order).toHaveValue("oldest");
    await expect(order).toBeFocused();
    expect(await page.evaluate(() => "same" in window)).toBe(true);

    await page.getByRole("navigation", { name: "Pages of reviews" }).getByRole("link", { name: "Page 2" }).click();
    await expect(page).toHaveURL(new RegExp(`reviews_order_by=oldest&reviews_page=2&variant=${id}#reviews$`));
    await expect(page.locator("#reviews [aria-current=page]")).toHaveText(/2/);
    await expect(page.locator("#reviews")).toBeInViewport();
    expect(await page.evaluate(() => "same" in window)).toBe(true);
    await page.reload();
    await expect(charcoal).toBeChecked();
    await expect(order).toHaveValue("oldest");
  });

  // A width changes the elements and a scheme changes the colours, so two pairs test them all.
  for (const [viewport, colorScheme] of [
    [phone, "dark"],
    [desktop, "light"],
  ] as const)
    test(`is accessible at ${viewport.width} px, ${colorScheme}`, async ({ page }) => {
      await page.setViewportSize(viewport);
      await page.emulateMedia({ colorScheme });
      await page.goto(seeds);
      await alive(page);
      await page.goto(hoodie);
      await alive(page);
      // The island's place has no height: a jump to the footer, which fills a phone's screen, skips
      // it.
      await page.locator("[data-island=recently-viewed]").evaluate((place) => place.scrollIntoView({ block: "center" }));
      await expect(page.locator("#recent .card")).toHaveCount(1);
      await page.evaluate(() => scrollTo(0, 0));
      await expect(bar(page)).toBeVisible();
      await expectAccessible(page);
    });
});

inCombinations(
  ["390 off"],
  () => {
    test("a product's page has a bar that adds to the cart what is chosen, and rests above the footer (requirement 160)", async ({
      page,
    }) => {
      await page.goto(hoodie);
      const charcoal = page.getByRole("radio", { name: /^Charcoal L/ });
      await charcoal.check({ force: true });
      const resting = page.locator(".resting-bar");
      // Without scripts the bar cannot update a price or an option, so it shows only the name and
      // the button.
      await expect(resting).toHaveText(/^\s*Slow Growth Hoodie\s+Add to cart\s*$/);
      await expect(bar(page)).toBeHidden();
      const edges = async () => {
        const [above, below] = [await resting.boundingBox(), await footer(page).boundingBox()];
        return [Math.round((above?.y ?? 0) + (above?.height ?? 0)), Math.round(below?.y ?? 0)];
      };
      expect((await edges())[0]).toBe(900);

      await footer(page).locator("p").last().scrollIntoViewIfNeeded();
      const [end, start] = await edges();
      expect(end).toBe(start);

      await page.evaluate(() => scrollTo(0, 0));
      await resting.getByRole("button", { name: "Add to cart" }).click();
      await expect(page).toHaveURL(/\/storefront\/cart\//);
      await expect(page.locator(".line").first()).toContainText("Charcoal / L");
    });

    test("a product's page has a link to its category's size guide", async ({ page }) => {
      await page.goto(hoodie);
      await expect(page.getByRole("button", { name: "Apparel sizes" })).toBeHidden();
      await page.getByRole("main").getByRole("link", { name: "Apparel sizes" }).click();
      await expect(page.getByRole("heading", { level: 1, name: "Apparel sizes" })).toBeVisible();
    });

    test("a product's page orders its reviews by a button, and keeps the variant of its address (requirements 158, 159)", async ({
      page,
    }) => {
      await page.goto(hoodie);
      const id = await page.getByRole("radio", { name: /^Charcoal S/ }).getAttribute("value");
      await page.locator("#reviews_order_by").selectOption("lowest");
      await page.getByRole("button", { name: "Sort", exact: true }).click();
      await expect(page).toHaveURL(/\/slow-growth-hoodie\/\?reviews_order_by=lowest#reviews$/);

      await page.goto(`${hoodie}?variant=${id}`);
      await page.locator("#reviews_order_by").selectOption("lowest");
      await page.getByRole("button", { name: "Sort", exact: true }).click();
      await expect(page).toHaveURL(new RegExp(`\\?variant=${id}&reviews_order_by=lowest#reviews$`));
      await expect(page.getByRole("radio", { name: /^Charcoal S/ })).toBeChecked();
    });

    test("a product's page shows the variant of its address, and its thumbnails lead to the pictures (requirement 153)", async ({
      page,
    }) => {
      await page.goto(hoodie);
      const id = await page.getByRole("radio", { name: /^Charcoal S/ }).getAttribute("value");
      await page.goto(`${hoodie}?variant=${id}`);
      await expect(page.getByRole("radio", { name: /^Charcoal S/ })).toBeChecked();
      await expect(page.locator("#picture-1 img")).toHaveAttribute("alt", /charcoal/);
      await page.getByRole("link", { name: "Picture 3" }).click();
      await expect(page.locator("#picture-3")).toBeInViewport();
      const file = await page.locator("#picture-3 a").getAttribute("href");
      await page.locator("#picture-3 a").click();
      await expect(page).toHaveURL(new RegExp(`${file}$`));
      await page.goBack();
      await expect(page.locator(".carousel__arrows, .gallery__arrows").first()).toBeHidden();
      await expect(page.getByText("Recently viewed")).toBeHidden();
    });
  },
  scriptsOff,
);
