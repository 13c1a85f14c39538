import pLimit from "p-limit";
import { expect, test } from "vitest";
import { linePath } from "../../server/checkout/cart-paths.ts";
import { paymentPath } from "../../server/checkout/paths.ts";
import { type Answer, TestBrowser } from "../support/browser-of.ts";
import { isProof, often } from "../support/long-form.ts";
import type { Engine } from "../support/shop.ts";
import { canary } from "./canary.ts";
import { openSearched, traces } from "./leaks.ts";
import { expectClean, expectSettled } from "./settled.ts";
import { inDatabase, prepareEnvironment, type ShopEnvironment, startShop } from "./shop-process.ts";
import { cardForm, quoteNow, type Shopper, shopperOn } from "./shopper.ts";

const rivals = often(8, 200);
const buyers = often(9, 500);
const couponed = often(4, 100);
const coupons = often(2, 10);
const sameMail = often(4, 20);
const presses = often(8, 50);
const units = often(9, 37);

const stock = { "v-1": 1, "v-3": 1000, "v-5": 1000, "v-7": 1000, "v-9": units };

type Running = {
  place: ShopEnvironment;
  /** the card number that all shoppers use */
  card: string;
  /**
   * ends the servers; resolves with the places of the card in everything that they and their
   * database wrote
   */
  findCard: () => Promise<string[]>;
  browser: (nth: number) => TestBrowser;
  browsersOf: (shopper: Shopper, count: number) => TestBrowser[];
};

const settings = { stock, env: { TRUST_PROXY: "1", LOG_LEVEL: "trace" } };

/** The long form uses a separate PostgreSQL server, whose files and log can be searched. */
async function openPlace(engine: Engine) {
  if (isProof || engine === "sqlite") return await openSearched(engine, settings);
  const place = await prepareEnvironment(engine, settings);
  return { place, folders: [place.directory] };
}

/**
 * Starts several server processes on one database and one gateway, each for a share of the
 * shoppers.
 */
async function openServers(engine: Engine, count: number): Promise<Running> {
  const { place, folders } = await openPlace(engine);
  await inDatabase(place, ({ db }) =>
    db.updateTable("promo").set({ usage_limit: coupons }).where("code", "=", "WELCOME10").execute(),
  );
  const shops = await Promise.all(Array.from({ length: count }, () => startShop(place)));
  const urls = shops.map(({ url }) => url);
  const at = (nth: number) => {
    const browser = new TestBrowser(urls[nth % count] ?? "");
    // Gives each shopper another network by the proxy's header.
    browser.headers = { "x-forwarded-for": `10.${(nth >> 8) & 255}.${nth & 255}.7` };
    return browser;
  };
  const card = canary();
  const findCard = async () => {
    await Promise.all(shops.map(({ end }) => end()));
    return await traces(folders, shops.map(({ output }) => output()).join(""), card);
  };
  const browsersOf = ({ browser }: Shopper, wanted: number) =>
    Array.from({ length: wanted }, (_, nth) => {
      const other = at(nth);
      for (const [name, value] of browser.jar) other.jar.set(name, value);
      return other;
    });
  return { place, card, findCard, browser: at, browsersOf };
}

let shoppers = 0;
const prepared = pLimit(8);
type Wish = Parameters<typeof shopperOn>[1];

/** Prepares shoppers with full carts on the payment page. */
const prepareShoppers = ({ browser }: Running, count: number, wish: (nth: number) => Wish): Promise<Shopper[]> =>
  prepared.map(Array.from({ length: count }), (_, nth) =>
    shopperOn(browser(shoppers++), { email: `s-${shoppers}@example.com`, ...wish(nth) }),
  );

/** All press Pay at once. */
async function payAll({ card }: Running, all: readonly Shopper[]): Promise<{ paid: number; refused: string[] }> {
  const answers = await Promise.all(all.map((shopper) => shopper.pay(card)));
  expect(answers.filter(({ status }) => status !== 200 && status !== 409).map(({ status, text }) => [status, text])).toEqual([]);
  const codes = answers.filter(({ status }) => status === 409).map(({ body }) => (body as { code: string }).code);
  return { paid: answers.length - codes.length, refused: [...new Set(codes)].sort() };
}

/**
 * Adds a gift, so that the cart has two lines of one variant: the bought units, and one unit as a
 * gift.
 */
async function takeGift(shopper: Shopper): Promise<Shopper> {
  const call = { checkoutId: shopper.checkoutId, giftProductId: "p-9" };
  expect((await shopper.browser.call("POST", linePath, call)).status).toBe(200);
  const quote = await quoteNow(shopper);
  return { ...shopper, pay: (card, more) => shopper.pay(card, { quote, ...more }) };
}

const soldOf = ({ place }: Running, variantId: string) =>
  inDatabase(place, async ({ db }) => {
    const { sold } = await db
      .selectFrom("order_line")
      .select(({ fn }) => fn.sum<number>("quantity").as("sold"))
      .where("variant_id", "=", variantId)
      .executeTakeFirstOrThrow();
    return Number(sold);
  });

/**
 * `npm run test:all` tries two processes on both engines, and the proof tries up to four
 * (docs/reliability.md).
 */
const setups: readonly [Engine, number][] = isProof
  ? [
      ["sqlite", 1],
      ["sqlite", 2],
      ["postgres", 1],
      ["postgres", 2],
      ["postgres", 4],
    ]
  : [
      ["sqlite", 2],
      ["postgres", 2],
    ];

test.each(setups)(
  "on %s with %i processes the last unit, stock, promo codes and one checkout are contended for, nothing is sold, redeemed or charged twice, and nothing stays of the card",
  { timeout: 900_000 },
  async (engine, processes) => {
    const started = Date.now();
    const servers = await openServers(engine, processes);

    const forOne = await prepareShoppers(servers, rivals, () => ({ lines: [{ variantId: "v-1", quantity: 1 }] }));
    expect(await payAll(servers, forOne)).toEqual({ paid: 1, refused: ["out_of_stock"] });

    const forMany = await prepareShoppers(servers, buyers, (nth) => ({ lines: [{ variantId: "v-9", quantity: 1 + (nth % 4) }] }));
    const mixed = await Promise.all(forMany.map((shopper, nth) => (nth % 4 === 1 ? takeGift(shopper) : shopper)));
    await payAll(servers, mixed);
    const sold = await soldOf(servers, "v-9");
    expect(sold).toBeLessThanOrEqual(units);
    expect(sold).toBeGreaterThan(units - 5);

    const withCoupon = await prepareShoppers(servers, couponed, () => ({
      lines: [{ variantId: "v-3", quantity: 1 }],
      promo: "WELCOME10",
    }));
    expect((await payAll(servers, withCoupon)).paid).toBe(coupons);

    const spell = (nth: number) =>
      [..."ada.lovelace@example.com"].map((letter, at) => (at % (nth + 1) ? letter : letter.toUpperCase())).join("");
    const once = await prepareShoppers(servers, sameMail, (nth) => ({
      lines: [{ variantId: "v-5", quantity: 1 }],
      promo: "ONCEEACH",
      email: spell(nth),
    }));
    expect((await payAll(servers, once)).paid).toBe(1);

    const [shopper] = await prepareShoppers(servers, 1, () => ({ lines: [{ variantId: "v-7", quantity: 2 }] }));
    if (!shopper) throw new Error("nobody shops");
    const call = { checkoutId: shopper.checkoutId, quote: shopper.quote, paymentDetails: cardForm(servers.card) };
    const pressed: Answer[] = await Promise.all(
      servers.browsersOf(shopper, presses).map((browser) => browser.call("POST", paymentPath, call)),
    );
    expect(new Set(pressed.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
    expect(pressed[0]?.status).toBe(200);

    const { orders, cents } = await expectSettled(servers.place);
    await expectClean(servers.place);
    expect(await servers.findCard()).toEqual([]);
    if (isProof)
      console.log(
        `${engine}, ${processes} processes: ${orders} orders, ${cents} cents, ${Math.round((Date.now() - started) / 1000)} s`,
      );
  },
);
