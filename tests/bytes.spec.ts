import { brotliCompressSync } from "node:zlib";
import type { Page, Request } from "@playwright/test";
import { annInTexas } from "./support/addresses.ts";
import { expect, test } from "./support/browser.ts";
import { TestBrowser } from "./support/browser-of.ts";

const kilobytes = 1024;

const isCounted = (request: Request) => ["script", "stylesheet"].includes(request.resourceType());

/**
 * The islands that are not alive yet but will come alive by themselves. An island that waits to be
 * visible is left out if it has no box, since it is never in view.
 */
const asleep = () =>
  [...document.querySelectorAll<HTMLElement>("[data-island]:not([data-island-alive])")]
    .filter((island) => {
      const on = island.dataset.islandOn ?? "visible";
      if (on.startsWith("media:")) return matchMedia(on.slice("media:".length)).matches;
      return ["load", "idle"].includes(on) || (on === "visible" && island.getClientRects().length > 0);
    })
    .map(({ dataset }) => dataset.island);

/** The brotli bytes of a page's scripts and styles after everything on it has come alive. */
async function loaded(page: Page, open: () => Promise<unknown>): Promise<{ script: number; style: number }> {
  const sizes = { script: 0, style: 0 };
  const waiting: Promise<void>[] = [];
  const underWay = new Set<Request>();
  page.on("request", (request) => isCounted(request) && underWay.add(request));
  page.on("requestfailed", (request) => underWay.delete(request));
  page.on("requestfinished", (request) => {
    if (!underWay.has(request)) return;
    const read = async () => {
      const response = await request.response();
      const bytes = brotliCompressSync((await response?.body()) ?? "").length;
      sizes[request.resourceType() === "script" ? "script" : "style"] += bytes;
      underWay.delete(request);
    };
    waiting.push(read());
  });
  await open();
  await page.mouse.move(300, 300);
  await page.evaluate(async () => {
    for (let y = 0; y < document.body.scrollHeight; y += 400) {
      scrollTo(0, y);
      // The browser reports that an element has come into view only after the frame that shows it.
      await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
    }
  });
  await expect.poll(async () => [await page.evaluate(asleep), underWay.size]).toEqual([[], 0]);
  await Promise.all(waiting);
  return sizes;
}

/** A visitor whose checkout is ready for payment. */
async function readyVisitor(url: string): Promise<TestBrowser & { checkoutId: string }> {
  const visitor = new TestBrowser(url);
  const page = await visitor.get("/storefront/products/lemon-meridian/");
  const [, variantId = ""] =
    /name="variantId" value="([^"]+)"/.exec(page.text) ?? /value="([^"]+)"[^>]*name="variantId"/.exec(page.text) ?? [];
  const { body } = await visitor.post("/storefront/checkout/create", { lines: [{ variantId, quantity: 1 }] });
  const { checkoutId } = (body as { data: { checkoutId: string } }).data;
  await visitor.post("/storefront/checkout/email", { checkoutId, email: "ann@example.com" });
  await visitor.post("/storefront/checkout/shipping", { checkoutId, shippingAddress: annInTexas, saveForLater: false });
  const methods = await visitor.get(`/storefront/checkout/shipping_method/${checkoutId}/`);
  const [, shippingMethodId = ""] =
    /<input[^>]*name="shippingMethodId"[^>]*value="([^"]+)"/.exec(methods.text) ??
    /<input[^>]*value="([^"]+)"[^>]*name="shippingMethodId"/.exec(methods.text) ??
    [];
  await visitor.post("/storefront/checkout/shipping_method", { checkoutId, shippingMethodId });
  return Object.assign(visitor, { checkoutId });
}

const shopping = [
  "/storefront/",
  "/storefront/seeds/",
  "/storefront/collections/",
  "/storefront/products/lemon-meridian/",
  "/storefront/cart/",
];

test.describe("what a page loads", () => {
  for (const path of shopping)
    test(`${path} loads at most 17.5 kB of script and 12.5 kB of style`, async ({ page }) => {
      const { script, style } = await loaded(page, () => page.goto(path));
      expect(script).toBeLessThanOrEqual(17.5 * kilobytes);
      expect(style).toBeGreaterThan(1 * kilobytes);
      expect(style).toBeLessThanOrEqual(12.5 * kilobytes);
    });

  test("adding to the cart brings the overlay and the drawer, at most 5.5 kB more", async ({ page }) => {
    const { script } = await loaded(page, async () => {
      await page.goto("/storefront/products/lemon-meridian/");
      await page.locator("main form[action*='cart/add'] button", { hasText: "Add to cart" }).first().click();
      await expect(page.locator("dialog.drawer[open]")).toBeVisible();
    });
    expect(script).toBeLessThanOrEqual(22.5 * kilobytes);
  });

  for (const step of ["contact", "shipping", "shipping_method", "payment"])
    test(`the ${step} step loads at most 24 kB of script`, async ({ page, context, shop }) => {
      const visitor = await readyVisitor(shop.url);
      await context.addCookies([...visitor.jar].map(([name, value]) => ({ name, value, url: shop.url })));
      const { script, style } = await loaded(page, () => page.goto(`/storefront/checkout/${step}/${visitor.checkoutId}/`));
      expect(new URL(page.url()).pathname).toContain(`/checkout/${step}/`);
      expect(script).toBeLessThanOrEqual(24 * kilobytes);
      expect(style).toBeLessThanOrEqual(12.5 * kilobytes);
    });
});
