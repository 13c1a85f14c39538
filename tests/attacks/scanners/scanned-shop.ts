import { createServer, request } from "node:http";
import { onTestFinished } from "vitest";
import { cartAdditionPath, cartPath } from "../../../server/checkout/cart-paths.ts";
import { stepPath } from "../../../server/checkout/paths.ts";
import { signInPath } from "../../../server/customers/paths.ts";
import { TestBrowser } from "../../support/browser-of.ts";
import { freePort } from "../../support/free-port.ts";
import { runShop } from "../../support/running-shop.ts";

/** A demo shop in its own process, and the cookies of a customer with a cart. */
export type ScannedShop = {
  url: string;
  cookie: string;
  /** paths, with a query if they have one */
  screens: readonly string[];
  /** the number of requests, and those that the shop answered with 5xx */
  came: { requests: number; faults: string[] };
  /** whether the shop accepts a path's form from a page of another site, which has no token */
  takesForgery: (path: string) => Promise<boolean>;
  /** ends the shop; rejects if the shop has ended by itself */
  end: () => Promise<void>;
};

/** The headers that a browser sends with a form on another site's page. */
const anothersPage = { origin: "https://evil.example", "sec-fetch-site": "cross-site", "sec-fetch-mode": "navigate" };

/** Paths that would end the scanner's session. */
const ending = /signout|\/sessions?|\/disable|\/password|\/email/;

/**
 * A proxy in front of the shop: it counts requests, and blocks those that would end the session.
 */
async function openFront(port: number, shopUrl: string, came: ScannedShop["came"]): Promise<void> {
  const front = createServer((incoming, outgoing) => {
    const { method = "GET", url = "/", headers } = incoming;
    came.requests += 1;
    if (method !== "GET" && ending.test(url)) return void outgoing.writeHead(404).end();
    const sent = request(shopUrl, { method, path: url, headers }, (answer) => {
      const status = answer.statusCode ?? 502;
      if (status >= 500) came.faults.push(`${status} ${method} ${url.slice(0, 300)}`);
      outgoing.writeHead(status, answer.headers);
      answer.pipe(outgoing);
    });
    sent.once("error", () => outgoing.destroy());
    incoming.pipe(sent);
  });
  await new Promise<void>((resolve) => front.listen(port, "127.0.0.1", resolve));
  onTestFinished(() => {
    front.closeAllConnections();
    front.close();
  });
}

const listing = "/storefront/collections/";
const everybodys: readonly string[] = [
  "/storefront/",
  listing,
  `${listing}?search=glass&sort=price&page=2&categories=glass&attributes=color:blue&min_price=1&max_price=99`,
  "/storefront/glass/",
  "/storefront/products/lemon-meridian?ship_to=TX",
  "/storefront/wishlist/",
  "/storefront/orders/lookup/",
  "/storefront/orders/status/",
  "/storefront/pages/",
  "/identity/signup/",
  "/identity/reset/?token=a",
  "/identity/confirm/?token=a",
  "/identity/welcome/?next=/storefront/",
  "/identity/signin/?next=/storefront/wishlist/",
  "/storefront/dashboard/",
  "/storefront/dashboard/profile/",
  "/storefront/dashboard/settings/",
  "/storefront/api/offers?product=lemon-meridian",
  cartPath,
];

async function fillCart(browser: TestBrowser): Promise<string> {
  const [, variantId = ""] = /name="variantId" value="([^"]+)"/.exec((await browser.get(listing)).text) ?? [];
  await browser.form(cartAdditionPath, { variantId });
  return /\/checkout\/contact\/([0-9a-f]{32})/.exec((await browser.get(cartPath)).text)?.[1] ?? "";
}

export async function openScannedShop(): Promise<ScannedShop> {
  const port = await freePort();
  const url = `http://localhost:${port}`;
  const came: ScannedShop["came"] = { requests: 0, faults: [] };
  const shop = await runShop({ PUBLIC_URL: url });
  await openFront(port, shop.url, came);
  onTestFinished(() => void shop.end("SIGKILL"));
  const browser = new TestBrowser(url);
  await browser.token();
  const signedIn = await browser.form(signInPath, { email: "demo@example.com", password: "Green-leaf-42" });
  if (!browser.jar.has("user_id")) throw new Error(`the demo customer could not sign in: ${signedIn.status}`);
  const checkoutId = await fillCart(browser);
  if (checkoutId === "") throw new Error("the demo customer has no cart");
  const steps = (["contact", "shipping", "shipping_method", "payment"] as const).map((step) => stepPath(step, checkoutId));
  const end = async () => {
    await shop.expectRunning();
    await shop.end();
  };
  // This browser bypasses the proxy, which itself answers requests that would end the session.
  const direct = new TestBrowser(shop.url);
  for (const [name, value] of browser.jar) direct.jar.set(name, value);
  const takesForgery = async (path: string) => (await direct.form(path, { _csrf: "forged" }, anothersPage)).status !== 403;
  return { url, cookie: browser.cookie, screens: [...everybodys, ...steps], came, takesForgery, end };
}
