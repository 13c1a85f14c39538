import { describe, expect, onTestFinished, test } from "vitest";
import { pageReturnPath } from "../../server/checkout/paths.ts";
import { returnPromoUse } from "../../server/checkout/promos.ts";
import { readConfig } from "../../server/config.ts";
import { cancelForShop } from "../../server/orders/cancel.ts";
import { openGateway } from "../../server/payments/gateways/open.ts";
import { findBreaches, findGatewayBreaches } from "../../server/payments/invariants.ts";
import type { CardPage } from "../../server/payments/rules/attempt.ts";
import { TestBrowser } from "../support/browser-of.ts";
import { startEmulator } from "./authorize-net/emulator.ts";
import { payOnPage } from "./authorize-net/pay-on-page.ts";
import { pageIn, press } from "./hosted-shop.ts";
import { NmiEmulator } from "./nmi/emulator.ts";
import { passTime } from "./settled.ts";
import { inDatabase, prepareEnvironment, type ShopEnvironment, startShop, until } from "./shop-process.ts";
import { type Shopper, shopperOn } from "./shopper.ts";
import { StripeEmulator } from "./stripe/emulator.ts";
import { payOn } from "./stripe/fixture.ts";

type Vendor = {
  env: Record<string, string>;
  /** where a server is killed while it is paid: by a card, or on a page of the gateway */
  paidAt: "g.after_charge" | "e.after_pay";
  pay: (shopper: Shopper) => Promise<unknown>;
};

const card = "4111111111111111";

/** Presses Pay, pays on the page, and comes back. */
const onPage = (payPage: (page: CardPage) => Promise<unknown>) => async (shopper: Shopper) => {
  await payPage(pageIn(await press(shopper)));
  await shopper.browser.get(pageReturnPath(shopper.checkoutId));
};

async function authorizeNet(): Promise<Record<string, string>> {
  const emulator = await startEmulator();
  onTestFinished(emulator.close);
  return {
    PAYMENT_GATEWAY: "authorize-net",
    PAYMENT_GATEWAY_URL: emulator.url,
    PAYMENT_GATEWAY_LOGIN: emulator.login,
    PAYMENT_GATEWAY_SECRET: emulator.secret,
  };
}

const vendors: [string, () => Promise<Vendor>][] = [
  ["Authorize.Net", async () => ({ env: await authorizeNet(), paidAt: "g.after_charge", pay: (shopper) => shopper.pay(card) })],
  [
    "Authorize.Net's page",
    async () => ({
      env: { ...(await authorizeNet()), PAYMENT_CARD_FORM: "hosted" },
      paidAt: "e.after_pay",
      pay: onPage((page) => payOnPage({ ...page, until: 0 }, card)),
    }),
  ],
  [
    "NMI",
    async () => {
      const emulator = await new NmiEmulator().start();
      onTestFinished(() => emulator.stop());
      const env = { PAYMENT_GATEWAY: "nmi", PAYMENT_GATEWAY_URL: emulator.url, PAYMENT_GATEWAY_SECRET: emulator.securityKey };
      return { env, paidAt: "g.after_charge", pay: (shopper) => shopper.pay(card) };
    },
  ],
  [
    "Stripe",
    async () => {
      const stripe = await new StripeEmulator().start();
      onTestFinished(() => stripe.stop());
      const env = { PAYMENT_GATEWAY: "stripe", PAYMENT_GATEWAY_URL: stripe.url, PAYMENT_GATEWAY_SECRET: stripe.secretKey };
      return { env, paidAt: "e.after_pay", pay: onPage((page) => payOn(page.address)) };
    },
  ],
];

const stateIn = (place: ShopEnvironment) =>
  inDatabase(place, async ({ db }) => (await db.selectFrom("attempt").select("state").executeTakeFirst())?.state);

const inState = (place: ShopEnvironment, wanted: string) =>
  until(async () => (await stateIn(place)) === wanted || undefined).catch(async () => {
    throw new Error(`the attempt is ${await stateIn(place)}, not ${wanted}`);
  });

const cancelOrder = (place: ShopEnvironment) =>
  inDatabase(place, async ({ db }) => {
    const { id } = await db.selectFrom("orders").select("id").executeTakeFirstOrThrow();
    await cancelForShop(db, id, Date.now(), returnPromoUse);
  });

/** Compares the database with the gateway's own records, and returns what was done there. */
const recordsOf = (place: ShopEnvironment) =>
  inDatabase(place, async ({ db }) => {
    const { gateway: settings } = readConfig(place.env);
    if (!settings) throw new Error("no gateway is set");
    const gateway = openGateway(settings, { db, now: Date.now });
    expect(await findBreaches(db)).toEqual([]);
    expect(await findGatewayBreaches(db, gateway)).toEqual([]);
    const listing = await gateway.list({ since: Date.now() - 3_600_000, until: Date.now() + 3_600_000 });
    if (listing.status !== "listed") throw new Error(`the gateway listed nothing: ${listing.code}`);
    return listing.transactions.filter(({ kind }) => kind === "authorize").map(({ state }) => state);
  });

describe.each(vendors)("a server that %s pays, killed at each step", (_name, openVendor) => {
  test("charges once, and gives the money back once", async () => {
    const { env, paidAt, pay } = await openVendor();
    const place = await prepareEnvironment("sqlite", { env });
    const killed = (shop: Awaited<ReturnType<typeof startShop>>) => until(async () => shop.process.signalCode ?? undefined);

    const paying = await startShop(place, `${paidAt}:kill`);
    await pay(await shopperOn(new TestBrowser(paying.url))).catch(() => {});
    expect(await killed(paying)).toBe("SIGKILL");
    expect(await stateIn(place)).toBe(paidAt === "e.after_pay" ? "elsewhere" : "sent");

    await passTime(place);
    expect(await killed(await startShop(place, "cap.after:kill"))).toBe("SIGKILL");
    expect(await stateIn(place)).toBe("finalized");

    await passTime(place);
    const refunding = await startShop(place, "refund.after:kill");
    await inState(place, "captured");
    await cancelOrder(place);
    expect(await killed(refunding)).toBe("SIGKILL");
    expect(await stateIn(place)).toBe("refunding");

    await passTime(place);
    const last = await startShop(place);
    await inState(place, "refunded");
    expect(await last.end()).toBe(0);
    expect(await recordsOf(place)).toEqual([expect.stringMatching(/^(voided|refunded)$/)]);
  });
});
