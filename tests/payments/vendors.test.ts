import { describe, expect, onTestFinished, test } from "vitest";
import type { GatewaySettings } from "../../server/config.ts";
import { refundOrder } from "../../server/orders/refund.ts";
import { reconcile } from "../../server/payments/reconcile.ts";
import { openShop } from "../support/shop.ts";
import { startEmulator } from "./authorize-net/emulator.ts";
import { NmiEmulator } from "./nmi/emulator.ts";
import { atGateway, expectInOrder, quick, shopperAt } from "./shopper.ts";

type Vendor = { settings: GatewaySettings; settle: () => void; cutNextAnswer: () => void };

const card = "4111111111111111";
const day = 86_400_000;

const vendors: [string, () => Promise<Vendor>][] = [
  [
    "Authorize.Net",
    async () => {
      const emulator = await startEmulator();
      onTestFinished(emulator.close);
      const { url, login, secret } = emulator;
      return {
        settings: { adapter: "authorize-net", url, login, secret },
        settle: () => emulator.settle(),
        cutNextAnswer: () => emulator.fail("authOnlyTransaction", "cut_after"),
      };
    },
  ],
  [
    "NMI",
    async () => {
      const emulator = await new NmiEmulator().start();
      onTestFinished(() => emulator.stop());
      return {
        settings: { adapter: "nmi", url: emulator.url, secret: emulator.securityKey },
        settle: () => emulator.account.settle(),
        cutNextAnswer: () => emulator.spoil("auth", "cut_after"),
      };
    },
  ],
];

describe.each(vendors)("the shop with %s", (_name, openVendor) => {
  const placed = async () => {
    const vendor = await openVendor();
    const shop = await openShop({ gateway: vendor.settings });
    const shopper = await shopperAt(shop);
    expect((await shopper.pay(card)).status).toBe(200);
    await shop.runJobs();
    const { db, now } = shop.shop;
    const { id: orderId } = await db.selectFrom("orders").select("id").executeTakeFirstOrThrow();
    const state = async () => (await db.selectFrom("attempt").select("state").executeTakeFirstOrThrow()).state;
    const refund = async (wish: Parameters<typeof refundOrder>[1]["wish"]) => {
      expect((await refundOrder(db, { orderId, wish, actor: "owner" }, now())).ok).toBe(true);
      await shop.runJobs();
    };
    return { vendor, shop, shopper, state, refund };
  };

  test("charges an order, and refunds a part of it once it is settled", async () => {
    const { vendor, shop, state, refund } = await placed();
    expect(await state()).toBe("captured");
    await expectInOrder(shop);

    await refund({ amount: 500 });
    expect(await state()).toBe("captured");
    vendor.settle();
    shop.pass(2 * day);
    await shop.runJobs();

    expect(await state()).toBe("part_refunded");
    expect((await atGateway(shop, "refund")).map(({ amountCents }) => amountCents)).toEqual([500]);
    await expectInOrder(shop);
  });

  test("voids a whole refund that comes before the settlement, and books it as refunded", async () => {
    const { shop, state, refund } = await placed();

    await refund({ all: true });

    expect(await state()).toBe("refunded");
    expect((await atGateway(shop, "authorize")).map((payment) => payment.state)).toEqual(["voided"]);
    await expectInOrder(shop);
  });

  test("finds a payment whose answer was lost, and charges it once", async () => {
    const vendor = await openVendor();
    const shop = await openShop({ gateway: vendor.settings });
    vendor.cutNextAnswer();
    const shopper = await shopperAt(shop);

    await shopper.pay(card);
    shop.pass(quick.lease + 1);
    await reconcile(shop.shop, quick);
    await shop.runJobs();

    expect((await shopper.pay(card)).status).toBe(200);
    expect(await atGateway(shop, "authorize")).toMatchObject([{ state: "captured" }]);
    await expectInOrder(shop);
  });
});
