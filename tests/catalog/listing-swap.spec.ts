import type { Locator, Page, Request } from "@playwright/test";
import { expect, expectAccessible, test } from "../support/browser.ts";
import { shiftsOn, watchShifts } from "../support/layout-shifts.ts";

const listing = "/storefront/collections/";
const desktop = { width: 1440, height: 900 };
const phone = { width: 390, height: 844 };

const count = (page: Page) => page.locator(".listing__count");
const text = async (locator: Locator) => (await locator.textContent()) ?? "";
const box = (page: Page, name: string) => page.getByRole("checkbox", { name: new RegExp(`^${name}`) });
const query = (page: Page) => new URL(page.url()).searchParams;
const scrolled = (page: Page) => page.evaluate(() => Math.round(scrollY));
const firstCard = (page: Page) => text(page.locator(".grid-products .card__name").first());
const drawer = (page: Page) => page.locator("#listing-drawer");

/** Marks the document; a full page load removes the mark. */
const mark = (page: Page) => page.evaluate(() => document.documentElement.toggleAttribute("data-marked", true));
const isSameDocument = (page: Page) => page.evaluate(() => document.documentElement.hasAttribute("data-marked"));

async function open(page: Page, path = listing): Promise<void> {
  await page.goto(path);
  await page.waitForSelector("main[data-swaps]");
  await mark(page);
}

/**
 * Visible pictures that have not loaded, and visible islands that are not alive although they start
 * by themselves.
 */
function unfinishedInSight(): string[] {
  const inSight = (el: Element) => {
    const { top, bottom, height } = el.getBoundingClientRect();
    return height > 0 && bottom > 0 && top < innerHeight;
  };
  const pictures = [...document.images].filter((image) => !image.complete && inSight(image));
  const islands = document.querySelectorAll<HTMLElement>("[data-island]:not([data-island-alive],[data-island-on=interaction])");
  return [...pictures.map(({ src }) => src), ...[...islands].filter(inSight).map(({ dataset }) => dataset.island ?? "")];
}

/** Answers the island's own requests with `answer` instead; a real navigation reaches the shop. */
async function answerFetches(page: Page, answer: Parameters<Page["route"]>[1]): Promise<void> {
  const isFetch = (request: Request) => request.resourceType() === "fetch";
  await page.route(`**${listing}?**`, (route, request) => (isFetch(request) ? answer(route, request) : route.continue()));
}

test.describe("on a desktop", () => {
  test.use({ viewport: desktop });

  test("a checkbox shows other products at once, and keeps place, focus and open groups (requirements 124, 125, 128, 129)", {
    tag: "@feature",
  }, async ({ page }) => {
    await open(page, `${listing}?order=name_asc&page=2`);
    await page.locator("summary", { hasText: "Climate" }).click();
    await page.locator("summary", { hasText: "Flavor" }).click();
    await page.evaluate(() => scrollTo(0, 300));
    const indoor = box(page, "Indoor");
    const place = await indoor.boundingBox();

    await indoor.click();

    await expect(page.locator(".applied")).toContainText("Climate: Indoor");
    await expect(page.getByRole("status").filter({ hasText: "products" })).toHaveText(await text(count(page)));
    expect(query(page).getAll("attributes")).toEqual(["climate:indoor"]);
    expect([query(page).get("order"), query(page).get("page")]).toEqual(["name_asc", null]);
    // The choices above the box that match nothing are gone, but the box itself stays under the
    // pointer.
    expect(await indoor.boundingBox()).toEqual(place);
    await expect(indoor).toBeFocused();
    await expect(page.locator(".filters__group[open] > summary")).toHaveText(["Climate", "Flavor"]);

    await page.keyboard.press("Tab");
    await page.keyboard.press("Space");
    await expect(page.locator(".applied .chip")).toHaveCount(2);
    await expect(box(page, "Greenhouse")).toBeFocused();
    expect(await isSameDocument(page)).toBe(true);
    await expect(page).toHaveTitle(/^All products/);
    await expectAccessible(page);
  });

  test("the orders order at once (requirements 126, 130, 132–136)", async ({ page }) => {
    await open(page, `${listing}?categories=glass`);

    await page.getByLabel("Sort by").focus();
    await page.getByLabel("Sort by").selectOption({ label: "Alphabetical A to Z" });

    await expect.poll(() => query(page).get("order")).toBe("name_asc");
    expect(query(page).getAll("categories")).toEqual(["glass"]);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Glass");
    await expect(page.locator(".listing")).not.toHaveAttribute("aria-busy");
    const names = await page.locator(".grid-products .card__name").allInnerTexts();
    expect(names).toEqual([...names].sort((a, b) => (a.toLowerCase() < b.toLowerCase() ? -1 : 1)));
    await expect(page.getByLabel("Sort by")).toBeFocused();
    await expect(page.getByLabel("Sort by")).toHaveValue("name_asc");
    expect(await isSameDocument(page)).toBe(true);
  });

  test("a page button leads to the top of its page, back and forward to where one was (requirements 127, 131)", async ({
    page,
  }) => {
    await open(page);
    const first = await firstCard(page);
    const pager = page.locator(".pager");
    await pager.scrollIntoViewIfNeeded();
    const depth = await scrolled(page);

    await pager.getByRole("link", { name: "Page 2" }).click();

    await expect(count(page)).toBeFocused();
    await expect(count(page)).toBeInViewport();
    await expect(count(page)).toHaveText(/^25–48 of \d+ products$/);
    const second = await firstCard(page);
    expect(second).not.toBe(first);
    await expect(page).toHaveTitle(/^All products, page 2/);
    await expect(page.locator('link[rel="canonical"]')).toHaveAttribute("href", /\?page=2$/);

    await page.goBack();
    await expect(page.locator(".grid-products .card__name").first()).toHaveText(first);
    await expect.poll(() => scrolled(page)).toBe(depth);
    await page.goForward();
    await expect(page.locator(".grid-products .card__name").first()).toHaveText(second);
    await expect(pager.locator("[aria-current]")).toHaveText(/2/);
    expect(await isSameDocument(page)).toBe(true);

    await page.reload();
    await expect(page.locator(".grid-products .card__name").first()).toHaveText(second);
  });

  test("an active filter goes with one press, all with another, and a new card adds to the cart", async ({ page }) => {
    await open(page, `${listing}?categories=seeds&attributes=climate:indoor&attributes=climate:outdoor`);
    await page.getByRole("link", { name: "Remove the filter Climate: Indoor" }).click();
    await expect(page.locator(".applied .chip")).toHaveText([/Seeds/, /Climate: Outdoor/]);
    await expect(count(page)).toBeFocused();
    await expect(box(page, "Indoor")).not.toBeChecked();

    await page.getByRole("link", { name: "Clear all" }).click();
    await expect(page.locator(".applied")).toHaveCount(0);
    expect([page.url().endsWith(listing), await isSameDocument(page)]).toEqual([true, true]);
    await box(page, "Glass").click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Glass");
    const add = page.getByRole("button", { name: /^Add to cart/ });
    await add.first().click();
    await expect(page.getByRole("dialog", { name: "Cart" })).toBeVisible();
  });

  test("presses that overtake each other end in what was pressed last", async ({ page }) => {
    await open(page);
    const waiting: (() => void)[] = [];
    await answerFetches(page, async (route) => {
      await new Promise<void>((resolve) => waiting.push(resolve));
      await route.continue().catch(() => {});
    });

    await box(page, "Seeds").click();
    await expect(page.locator(".listing")).toHaveAttribute("aria-busy", "true");
    await expect(page.locator("dialog.overlay")).toBeHidden();
    await box(page, "Glass").click();
    await expect.poll(() => waiting.length).toBe(2);
    for (const go of waiting.reverse()) go();

    await expect(page.locator(".applied .chip")).toHaveText([/Glass/, /Seeds/]);
    expect(query(page).getAll("categories").sort()).toEqual(["glass", "seeds"]);
    await expect(page.locator(".listing")).not.toHaveAttribute("aria-busy");
    expect(await isSameDocument(page)).toBe(true);
  });

  test("a swap that meets a redirect ends in the navigation that was asked for", async ({ page, watch }) => {
    await open(page);
    await answerFetches(page, (route) => route.fulfill({ status: 302, headers: { location: "/storefront/" } }));
    await box(page, "Glass").click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Glass");
    await expect.poll(() => isSameDocument(page)).toBe(false);
    expect(query(page).getAll("categories")).toEqual(["glass"]);
    await expect(box(page, "Glass")).toBeChecked();
    // The browser itself reports the failed request, so only script errors count here.
    expect(watch.errors.filter((error) => error.startsWith("script"))).toEqual([]);
    watch.errors.length = 0;
  });

  test("a press that wants another tab is the browser's own", async ({ page }) => {
    await open(page);
    // This listener runs after the shop's own listeners. It prevents the default action, since
    // browsers differ in how they load background tabs.
    await page.evaluate(() => {
      const heard = (event: Event) => {
        document.body.dataset.presses = `${document.body.dataset.presses ?? ""}${event.type} ${event.defaultPrevented ? "taken" : "left"},`;
        event.preventDefault();
      };
      addEventListener("click", heard);
      addEventListener("auxclick", heard);
    });
    const next = page.locator(".pager").getByRole("link", { name: "Page 2" });
    await next.click({ button: "middle" });
    await next.click({ modifiers: ["ControlOrMeta"] });
    await next.click({ modifiers: ["Shift"] });

    await expect(page.locator("body")).toHaveAttribute("data-presses", "auxclick left,click left,click left,");
    expect([page.url().endsWith(listing), await isSameDocument(page)]).toEqual([true, true]);
  });

  test("nothing moves when the island comes alive or shows other products", async ({ page }) => {
    await watchShifts(page);
    await page.goto(listing);
    await page.waitForSelector("main[data-swaps]");
    await expect.poll(() => page.evaluate(unfinishedInSight)).toEqual([]);
    expect(await shiftsOn(page)).toEqual([]);
  });
});

test.describe("on a phone", () => {
  test.use({ viewport: phone });

  test("filters open in a drawer that keeps the focus, shows how many there are and gives the focus back (requirement 137)", async ({
    page,
  }) => {
    await open(page, `${listing}?categories=seeds`);
    const opener = page.locator("#filter-fold > summary");
    await expect(opener).toHaveText("Filter1 active");

    await opener.press("Enter");
    const dialog = page.getByRole("dialog", { name: "Filter" });
    await expect(dialog).toBeVisible();
    await expect.poll(() => page.evaluate(() => !!document.activeElement?.closest("dialog"))).toBe(true);
    await dialog.locator("summary", { hasText: "Climate" }).click();
    await expectAccessible(page);
    await box(page, "Indoor").check();

    await expect.poll(() => query(page).getAll("attributes")).toEqual(["climate:indoor"]);
    await expect(box(page, "Indoor")).toBeFocused();
    await expect(dialog.locator("h2")).toHaveText("Filter");
    await expect(page.locator(".applied .chip")).toHaveCount(2);
    const found = await text(count(page));
    // Back shows the previous listing, and the drawer stays open.
    await page.goBack();
    await expect(box(page, "Indoor")).not.toBeChecked();
    await expect(drawer(page)).toBeVisible();
    await page.goForward();
    await expect(box(page, "Indoor")).toBeChecked();
    await dialog.getByRole("button", { name: `Show ${found}` }).click();

    await expect(drawer(page)).toBeHidden();
    await expect(opener).toBeFocused();
    await expect(opener).toHaveText("Filter2 active");
    await expect(page.locator(".applied .chip")).toHaveCount(2);
    expect(await isSameDocument(page)).toBe(true);
  });

  test("Escape, the cross and a press beside the drawer close it (requirement 137)", async ({ page }) => {
    await open(page);
    const opener = page.locator("#filter-fold > summary");
    for (const close of [
      () => page.keyboard.press("Escape"),
      () => drawer(page).getByRole("button", { name: "Close" }).click(),
      () => page.mouse.click(200, 40),
    ]) {
      await opener.click();
      await expect(drawer(page)).toBeVisible();
      await close();
      await expect(drawer(page)).toBeHidden();
      await expect(opener).toBeFocused();
      await expect(page.locator("#filter-fold form")).toHaveCount(1);
    }
    expect(page.url().endsWith(listing)).toBe(true);
  });

  test("one press in the drawer of orders sorts and closes it (requirement 138)", async ({ page }) => {
    await open(page, `${listing}?categories=glass`);
    await page.locator("#sort-fold > summary").click();
    const dialog = page.getByRole("dialog", { name: "Sort" });
    await expect(dialog.getByRole("link")).toHaveText([
      "Most Popular",
      "Alphabetical A to Z",
      "Alphabetical Z to A",
      "Price: low to high",
      "Price: high to low",
    ]);
    await expectAccessible(page);

    await dialog.getByRole("link", { name: "Price: low to high" }).click();

    await expect(dialog).toBeHidden();
    await expect.poll(() => query(page).get("order")).toBe("price_asc");
    await expect(page.locator('#sort-fold [aria-current="true"]')).toHaveText("Price: low to high");
    await expect(page.locator("#sort-fold > summary")).toBeFocused();
    expect(await isSameDocument(page)).toBe(true);
  });
});

test.describe("without scripts", () => {
  test.use({ javaScriptEnabled: false });

  test("filters and orders are forms and links (requirements 128–131, 137, 138)", async ({ page }) => {
    await page.setViewportSize(phone);
    await page.goto(listing);
    await page.locator("#filter-fold > summary").click();
    await box(page, "Glass").check();
    await page.getByRole("button", { name: "Show products" }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Glass");

    await page.locator("#sort-fold > summary").click();
    await page.getByRole("link", { name: "Alphabetical Z to A" }).click();
    expect([query(page).getAll("categories"), query(page).get("order")]).toEqual([["glass"], "name_desc"]);

    await page.setViewportSize(desktop);
    await page.getByLabel("Sort by").selectOption("price_asc");
    await page.getByRole("button", { name: "Sort" }).click();
    expect([query(page).getAll("categories"), query(page).get("order")]).toEqual([["glass"], "price_asc"]);
    await page.getByRole("link", { name: "Remove the filter Glass" }).click();
    await page.locator(".pager").getByRole("link", { name: "Next page" }).click();
    expect([query(page).getAll("categories"), query(page).get("page")]).toEqual([[], "2"]);
  });
});
