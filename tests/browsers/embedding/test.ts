import { expect } from "@playwright/test";
import { openFront } from "../../embedding/front.ts";
import { openEmbeddedShop, openSite, type Place } from "../../embedding/open-site.ts";
import { programs, type Site, type SiteProgram } from "../../embedding/sites.ts";
import { engineTest } from "../../support/engines/engine-test.ts";
import { openRecordingProxy, type RecordingProxy } from "../../support/engines/recording-proxy.ts";
import type { Tab } from "../../support/engines/tab.ts";
import { freePort } from "../../support/free-port.ts";
import { payWith, seeConfirmation, walkToPayment } from "../steps.ts";

type Shop = Awaited<ReturnType<typeof openEmbeddedShop>>;

/**
 * Opens the static page by https in a new tab. `place` says whether the page has the shop's origin
 * or another one.
 */
type Visit = (place: Place, use: (tab: Tab) => Promise<void>) => Promise<void>;

const [page] = programs as readonly [SiteProgram];

/** A page that other sites render, in each engine. */
export const test = engineTest.extend<{ visit: Visit }, { shop: Shop }>({
  shop: [
    // biome-ignore lint/correctness/noEmptyPattern: the runner reads which fixtures are wanted from this pattern
    async ({}, use) => {
      const shop = await openEmbeddedShop("https");
      await use(shop);
      await shop.close();
    },
    { scope: "worker" },
  ],
  visit: async ({ shop, withTab, site }, use) => {
    site.expected.push("404 /favicon.ico");
    const opened: Site[] = [];
    const proxies: RecordingProxy[] = [];
    const open = async (site: Promise<Site>) => void opened.unshift(await site);
    const front = async (port: number, behind: Parameters<typeof openFront>[1]) => {
      const proxy = await openRecordingProxy({ port, tls: true });
      proxy.target = await freePort();
      proxies.push(proxy);
      const plain = await openFront(proxy.target, behind);
      return { close: async () => void (await Promise.all([proxy.close(), plain.close()])) };
    };
    await use(async (place, work) => {
      const url = await openSite(page, { shop, open, place, front });
      await withTab({ url, failures: () => proxies.flatMap(({ failures }) => failures) }, work);
    });
    for (const site of opened) await site.close();
    await shop.running.expectRunning();
  },
});

export const alive = (name: string) => `[data-island=${name}][data-island-alive]`;
export const addToCart = [`${alive("add-to-cart")} button`, /^Add to cart/] as const;

export async function favorite(tab: Tab): Promise<void> {
  await tab.click([`${alive("heart-icon")} button`, /^Favorite/]);
  await tab.see(`${alive("heart-icon")} button[aria-pressed=true]`);
}

/** Buys from the page to the confirmation, and goes back. */
export async function buy(tab: Tab): Promise<void> {
  await tab.open("/");
  for (const name of ["cart-button", "add-to-cart", "heart-icon", "buy-box"]) await tab.see(alive(name));
  await favorite(tab);
  await tab.click(addToCart);
  await tab.see(["dialog[open]", /Lemon Meridian/]);
  // When the sums appear, they move the link below them.
  await tab.see(["dialog[open]", /Total\s*\$/]);
  await tab.click(["dialog[open] a", "Checkout"]);
  await walkToPayment(tab, "ann@example.com");
  await payWith(tab, "4242424242424242");
  await seeConfirmation(tab);
  await tab.open("/");
  await tab.see(`${alive("heart-icon")} button[aria-pressed=true]`);
  await tab.click(`${alive("cart-button")} a, a${alive("cart-button")}`);
  await tab.see(["dialog[open]", /Your cart is empty/]);
}

export { expect };
