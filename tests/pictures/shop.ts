import type { Browser } from "@playwright/test";

/** Outlines one island and shows its name; the shop itself marks no islands. */
const mark = `
  [data-island="cart-button"] { position: relative; outline: 3px solid #c2410c; outline-offset: 0; border-radius: 2px; }
  [data-island="cart-button"]::after {
    content: "an island"; position: absolute; inset: calc(100% + 2px) -3px auto auto; padding: 2px 8px;
    background: #c2410c; color: #fff; font: 600 13px/1.4 system-ui, sans-serif; white-space: nowrap; z-index: 1;
  }`;

/** Takes the README's picture: the top of the home page, with one island marked. */
export async function takeShopPicture(browser: Browser, baseURL: string): Promise<Buffer> {
  const viewport = { width: 1280, height: 800 };
  const page = await browser.newPage({ baseURL, viewport, reducedMotion: "reduce", bypassCSP: true });
  await page.goto("/storefront/");
  await page.waitForLoadState("networkidle");
  await page.addStyleTag({ content: mark });
  const picture = await page.screenshot();
  await page.close();
  return picture;
}
