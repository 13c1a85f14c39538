import { describe, expect, test } from "vitest";
import { holdOrder } from "../../server/orders/hold.ts";
import { staffOrderPath, staffOrdersPath } from "../../server/staff/paths.ts";
import { engines, openShop } from "../support/shop.ts";
import { act, agreeTo } from "./act-on-order.ts";
import { paidOrder } from "./paid-order.ts";
import { staffBrowser } from "./staff-fixture.ts";

describe.each(engines)("an order on hold, on %s", (engine) => {
  const held = async () => {
    const shop = await openShop({ engine });
    const { number } = await paidOrder(shop);
    const packer = await staffBrowser(shop, "packer");
    expect((await act(packer, number, "hold", { reason: "  The shopper is away until Monday " })).status).toBe(303);
    return { shop, number, packer };
  };

  test("names its reason on its page and in its history, and waits in a list of its own", async () => {
    const { number, packer } = await held();

    const page = (await packer.get(staffOrderPath(number))).text;
    expect(page).toMatch(/This order is on hold[\s\S]*<p>The shopper is away until Monday<\/p>/);
    expect(page).toContain("Put on hold");
    expect(page).not.toContain("Mark as shipped");
    expect((await packer.get(`${staffOrdersPath}?state=held`)).text).toContain(staffOrderPath(number));
    expect((await packer.get(`${staffOrdersPath}?state=to-pack`)).text).not.toContain(staffOrderPath(number));
  });

  test("is canceled like any other, and is then on hold no more", async () => {
    const { shop, number } = await held();
    const manager = await staffBrowser(shop, "manager");

    expect((await agreeTo(manager, number, "cancelation", {})).status).toBe(303);

    expect((await manager.get(`${staffOrdersPath}?state=held`)).text).not.toContain(staffOrderPath(number));
    const { id: orderId } = await shop.shop.db.selectFrom("orders").select("id").executeTakeFirstOrThrow();
    expect(await holdOrder(shop.shop.db, { orderId, reason: "too late", actor: "owner" }, shop.shop.now())).toMatchObject({
      code: "order_closed",
      error: "This order has already been canceled.",
    });
  });

  test("takes a reason of up to 200 characters, and of nobody who may change no order", async () => {
    const shop = await openShop({ engine });
    const { number } = await paidOrder(shop);
    const packer = await staffBrowser(shop, "packer");
    const reader = await staffBrowser(shop, "reader");

    for (const [reason, words] of [
      ["", "Say why the order has to wait."],
      ["x".repeat(201), "Up to 200 characters fit."],
    ] as const)
      expect((await act(packer, number, "hold", { reason })).text).toContain(words);
    expect((await act(reader, number, "hold", { reason: "no" })).status).toBe(403);
    expect((await packer.get(staffOrderPath(number))).text).not.toContain("This order is on hold");
  });
});
