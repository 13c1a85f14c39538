import type { Page } from "@playwright/test";
import { signInAs } from "./customers/signed-in-customer.ts";
import { orderIn } from "./orders/demo-order.ts";
import { expect, expectAccessible, test } from "./support/browser.ts";
import { isProof } from "./support/long-form.ts";

/** Finds content that does not fit on the page, or in the open dialog over it; runs in the page. */
function findFaults(): string[] {
  const screen = document.documentElement;
  const faults: string[] = [];
  if (screen.scrollWidth > screen.clientWidth) faults.push(`the page is ${screen.scrollWidth} px wide`);
  const name = (el: Element) => `${el.tagName.toLowerCase()}.${el.className} "${el.textContent?.trim().slice(0, 40)}"`;
  const around = (el: Element) => {
    const parents: Element[] = [];
    for (let parent = el.parentElement; parent; parent = parent.parentElement) parents.push(parent);
    return parents;
  };
  const isHiddenFromSight = (el: Element) => [el, ...around(el)].some((one) => getComputedStyle(one).clipPath !== "none");
  const ownText = (el: Element) => [...el.childNodes].filter((node) => node instanceof Text && node.data.trim() !== "");
  const open = document.querySelector("dialog[open]") ?? document.body;
  const shown = [...open.querySelectorAll("*")].filter(
    (el) =>
      ownText(el).length > 0 &&
      !(el instanceof HTMLOptionElement) &&
      el.checkVisibility({ visibilityProperty: true }) &&
      !isHiddenFromSight(el),
  );
  const boxes: { el: Element; layer: Element | undefined; box: DOMRect }[] = [];
  for (const el of shown) {
    const parents = around(el);
    const scrolls = parents.some((one) => one.scrollWidth > one.clientWidth && getComputedStyle(one).overflowX === "auto");
    const clips = (one: Element) => {
      const { overflowX, overflowY } = getComputedStyle(one);
      const isHiding = (overflow: string) => overflow === "hidden" || overflow === "clip";
      return (
        (isHiding(overflowX) && one.scrollWidth > one.clientWidth + 1) ||
        (isHiding(overflowY) && one.scrollHeight > one.clientHeight + 1)
      );
    };
    for (const one of [el, ...parents]) if (clips(one)) faults.push(`${name(el)} is clipped by ${one.tagName} ${one.className}`);
    const scroller = parents.find((one) => one.scrollHeight > one.clientHeight && getComputedStyle(one).overflowY === "auto");
    const seen = scroller?.getBoundingClientRect();
    const layer = [el, ...parents].find((one) => ["fixed", "sticky"].includes(getComputedStyle(one).position));
    for (const node of ownText(el)) {
      const range = document.createRange();
      range.selectNodeContents(node);
      for (const box of range.getClientRects()) {
        // The element is empty, or scrolled out of its container.
        if (box.width === 0 || (seen && (box.bottom > seen.bottom || box.top < seen.top))) continue;
        if (!scrolls && (box.left < -1 || box.right > screen.clientWidth + 1)) faults.push(`${name(el)} leaves the screen`);
        if (!scrolls) boxes.push({ el, layer, box });
      }
    }
  }
  // A quarter of a line is the space above and below its letters.
  const isOver = (a: DOMRect, b: DOMRect) =>
    Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1 &&
    Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > Math.min(a.height, b.height) / 4;
  for (const [at, one] of boxes.entries()) {
    for (const other of boxes.slice(at + 1)) {
      if (one.el !== other.el && one.layer === other.layer && isOver(one.box, other.box))
        faults.push(`${name(one.el)} lies over ${name(other.el)}`);
    }
  }
  return [...new Set(faults)];
}

/**
 * Enlarges the text as phones do, on a small and a usual phone, and expects that all of it can be
 * read.
 */
async function expectLegible(page: Page): Promise<void> {
  const faults: string[] = [];
  for (const width of [320, 390]) {
    await page.setViewportSize({ width, height: 844 });
    for (const percent of [125, 150, 200]) {
      await page.evaluate((size) => {
        document.documentElement.style.fontSize = size;
        // Content far from the window is rendered as well.
        for (const part of document.querySelectorAll<HTMLElement>("main *")) {
          if (getComputedStyle(part).contentVisibility === "auto") part.style.contentVisibility = "visible";
        }
      }, `${percent}%`);
      // A drawer that slides in begins outside the screen, so all animations must have ended.
      await page.evaluate(() => Promise.allSettled(document.getAnimations().map(({ finished }) => finished)));
      for (const fault of await page.evaluate(findFaults)) faults.push(`${width} px, ${percent} %: ${fault}`);
    }
  }
  if (isProof) await expectAccessible(page);
  await page.evaluate(() => {
    document.documentElement.style.fontSize = "";
  });
  expect(faults, new URL(page.url()).pathname).toEqual([]);
}

/** Finds header icons that wrap or overlap other elements; runs in the page. */
function findHeaderFaults(): string[] {
  const boxes = (selector: string) => [...document.querySelectorAll(selector)].map((el) => el.getBoundingClientRect());
  const icons = boxes(".site-action");
  const all = [...boxes(".site-header .logo"), ...boxes(".search"), ...icons];
  const isOver = (a: DOMRect, b: DOMRect) =>
    Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1 && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 1;
  const faults: string[] = [];
  if (icons.some(({ left }, at) => left < (icons[at - 1]?.right ?? 0) - 1)) faults.push("the icons wrap");
  if (all.some(({ left, right }) => left < 0 || right > innerWidth)) faults.push("the header leaves the screen");
  if (all.some((one, at) => all.slice(at + 1).some((other) => isOver(one, other)))) faults.push("the header's parts overlap");
  const words = boxes(".site-action__text").filter(({ width }) => width > 1);
  const badge = document.querySelector<HTMLElement>(".site-action__count");
  for (const count of ["1", "12", "99"]) {
    if (badge) badge.textContent = count;
    const box = badge?.getBoundingClientRect();
    if (box && words.some((word) => isOver(word, box))) faults.push(`the count ${count} stands on the word`);
  }
  return faults;
}

/** Whether the shop's name is one line; runs in the page. */
function isOneLine(): boolean {
  const name = document.createRange();
  name.selectNode(document.querySelector(".site-header .logo")?.childNodes[1] as Node);
  return name.getClientRects().length === 1;
}

/** Whether the icons are next to the logo; runs in the page. */
function isBesideLogo(): boolean {
  const [logo, icon] = [".site-header .logo", ".site-action"].map((one) => document.querySelector(one)?.getBoundingClientRect());
  return logo !== undefined && icon !== undefined && logo.bottom > icon.top;
}

// A drawer that still slides in is outside the screen.
test.use({ viewport: { width: 390, height: 844 }, contextOptions: { reducedMotion: "reduce" } });

test("enlarged text fits the screens of shopping", async ({ page }) => {
  for (const path of ["/storefront/", "/storefront/collections/", "/storefront/products/field-club-tee/"]) {
    await page.goto(path);
    await expectLegible(page);
  }
  // The test uses another typeface as well, as before the shop's own has loaded.
  await page.goto("/storefront/");
  await page.evaluate(() => document.body.style.setProperty("--display", "serif"));
  await expectLegible(page);
  await page.locator("main form[action*='cart/add'] button", { hasText: "Add to cart" }).first().click();
  await expect(page.locator("dialog.drawer[open] .line")).toBeVisible();
  await expectLegible(page);
  await page.goto("/storefront/cart/");
  await expectLegible(page);
});

test("the header's icons stand in one row at every width, with a count, beside a long name, and with enlarged text", async ({
  page,
}) => {
  await page.goto("/storefront/products/lemon-meridian/");
  await page.locator("main form[action*='cart/add'] button", { hasText: "Add to cart" }).first().click();
  await expect(page.locator("dialog.drawer[open] .line")).toBeVisible();
  await page.goto("/storefront/?ship_to=DC");
  await expect(page.locator(".site-action__count")).toBeVisible();
  const faults: string[] = [];
  const widths = [...Array.from({ length: 41 }, (_, at) => 320 + at * 32), 1920, 2560];
  for (const [name, percent] of [
    ["Leaf & Vessel", 100],
    ["The Extraordinary Botanical Company of Vermont", 100],
    ["Leaf & Vessel", 200],
  ] as const) {
    await page.evaluate(
      ([name, percent]) => {
        document.documentElement.style.fontSize = `${percent}%`;
        const [, text] = document.querySelector(".site-header .logo")?.childNodes ?? [];
        if (text) text.textContent = name;
      },
      [name, percent] as const,
    );
    for (const width of widths) {
      await page.setViewportSize({ width, height: 600 });
      const found = await page.evaluate(findHeaderFaults);
      if (percent === 100 && width >= 360 && !(await page.evaluate(isBesideLogo))) found.push("the icons stand below the logo");
      if (name === "Leaf & Vessel" && percent === 100 && !(await page.evaluate(isOneLine))) found.push("the name wraps");
      faults.push(...found.map((fault) => `${name}, ${width} px, ${percent} %: ${fault}`));
    }
  }
  expect(faults).toEqual([]);
});

test("enlarged text fits the steps of the checkout and the confirmation", async ({ page }) => {
  const goOn = () => page.getByRole("button", { name: "Continue" }).click();
  await page.goto("/storefront/products/lemon-meridian/");
  await page.locator("main form[action*='cart/add'] button", { hasText: "Add to cart" }).first().click();
  await page.locator("dialog.drawer[open]").getByRole("link", { name: "Checkout" }).click();
  await page.waitForURL(/\/checkout\/contact\//);
  await expectLegible(page);
  await page.fill("[name=email]", "ann@example.com");
  await goOn();
  await page.waitForURL(/\/checkout\/shipping\//);
  await expectLegible(page);
  const address = { firstName: "Ann", lastName: "Lee", streetAddress1: "1 Congress Avenue", city: "Austin", postalCode: "78701" };
  for (const [name, text] of Object.entries(address)) await page.fill(`[name=${name}]`, text);
  await page.fill("[name=phone]", "512 555 0100");
  await page.selectOption("[name=country]", "US");
  await page.selectOption("[name=countryArea]", "TX");
  await goOn();
  await page.waitForURL(/\/checkout\/shipping_method\//);
  await expectLegible(page);
  await page.locator("[name=shippingMethodId]").first().check();
  await goOn();
  await page.waitForURL(/\/checkout\/payment\//);
  await page.locator("details.summary > summary").click();
  await expect(page.locator("#promoCode")).toBeVisible();
  await expectLegible(page);
  const card = { cardNumber: "4242424242424242", expirationDate: "12/30", securityCode: "123", cardName: "Ann Lee" };
  for (const [name, text] of Object.entries(card)) await page.fill(`[name=${name}]`, text);
  await page.getByRole("button", { name: /^Pay/ }).click();
  await page.waitForURL(/\/checkout\/confirmation\//);
  await expectLegible(page);
});

test("enlarged text fits the customer's own screens", async ({ page, context, shop }) => {
  await page.goto("/identity/signin/");
  await expectLegible(page);
  await signInAs(context, shop, "large-text");
  await orderIn(shop, { customerId: "large-text" });
  for (const path of ["/storefront/dashboard/", "/storefront/dashboard/settings/", "/storefront/wishlist/"]) {
    await page.goto(path);
    await expectLegible(page);
  }
});
