import { expect, test } from "vitest";
import { readConfig } from "../../server/config.ts";
import { noSettings } from "../../server/content/rules/shop-settings.ts";
import { saveShopSettings } from "../../server/content/settings.ts";
import { transact } from "../../server/db/transaction.ts";
import { renderEmail } from "../../server/jobs/compose-email.ts";
import { staffPath } from "../../server/staff/paths.ts";
import { shopperIn } from "../checkout/shopper.ts";
import { staffBrowser } from "../staff/staff-fixture.ts";
import { openShop } from "../support/shop.ts";

const demoWords = /Leaf|Vessel|Seeds|seeds|Glass|glass|Mushrooms|adults 21/;
/** The demo's drawing before the shop's name. */
const drawing = /<a class="logo"[^>]*><svg/g;
const words = { subject: "Hello", heading: "Hello", paragraphs: ["Hello."], button: "", small: "" };

test("a shop of one's own shows no name and no words of the demo before its owner has set any", async () => {
  const test = await openShop({ pays: false, products: "none", env: { SEED: "none" } });
  const home = (await test.browser().get("/storefront/")).text;
  expect(home).toContain("<title>Your shop</title>");
  expect(home).toContain('<header class="page-head"><h1>Your shop</h1></header>');
  expect(home).toContain('<meta property="og:title" content="Your shop">');
  expect(home).toContain("Prices are in US dollars.");
  expect(home).not.toMatch(demoWords);
  expect([home.match(drawing), home.includes("icon-512")]).toEqual([null, false]);
  const { html, text } = renderEmail(test.shop, { to: "ann@example.com", messageId: "test", words, contact: "" });
  expect([html.includes(">Your shop</a>"), demoWords.test(html), demoWords.test(text)]).toEqual([true, false, false]);
  const today = (await (await staffBrowser(test, "owner")).get(staffPath)).text;
  expect(today).toContain(">Your shop staff</a>");
  expect(today).toContain(">Name your shop</a>");
  expect(today).not.toMatch(demoWords);
});

test("emails have the owner's accent, with what can be read on it", async () => {
  const test = await openShop({ pays: false, env: { SEED: "none" } });
  const { db, now } = test.shop;
  const html = async (accentLight: string) => {
    await transact(db, (tx) => saveShopSettings(tx, { ...noSettings, accentLight }, now()));
    await test.browser().get("/storefront/");
    return renderEmail(test.shop, { to: "ann@example.com", messageId: "test", words: { ...words, button: "Open" }, contact: "" })
      .html;
  };
  expect(await html("")).toContain("background: #195c2e; color: #fbfaf6;");
  expect(await html("#7a3b10")).toContain("a { color: #7a3b10; }");
  expect(await html("#7a3b10")).toContain("background: #7a3b10; color: #fbfaf6;");
});

test("the demo has its drawing, in the header and the footer", async () => {
  const test = await openShop({ pays: false });
  expect((await test.browser().get("/storefront/")).text.match(drawing)).toHaveLength(2);
});

test("the checkout's foot says what the owner wrote, and nothing of an age that nobody set", async () => {
  const test = await openShop({ pays: false, env: { SEED: "none" } });
  const { db, now } = test.shop;
  await transact(db, (tx) => saveShopSettings(tx, { ...noSettings, smallPrint: "For gardeners." }, now()));
  const { browser, checkoutId } = await shopperIn(test, { "v-1": 1 });
  const page = (await browser.get(`/storefront/checkout/contact/${checkoutId}/`)).text;
  expect(page).toContain("For gardeners.");
  expect(page).not.toContain("adults 21");
});

test("the demo, and a shop that is named, have their names", () => {
  const name = (env: Record<string, string>) => readConfig({ DATA_DIR: "/tmp", ...env }).storeName;
  expect([name({}), name({ SEED: "demo" })]).toEqual(["Leaf & Vessel", "Leaf & Vessel"]);
  expect([name({ SEED: "none" }), name({ SEED: "none", STORE_NAME: "Fern" })]).toEqual(["Your shop", "Fern"]);
});
