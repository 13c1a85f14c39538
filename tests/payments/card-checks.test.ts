import { describe, expect, test } from "vitest";
import type { ShopSettings } from "../../server/content/rules/shop-settings.ts";
import { noSettings } from "../../server/content/rules/shop-settings.ts";
import { saveShopSettings } from "../../server/content/settings.ts";
import { transact } from "../../server/db/transaction.ts";
import { pay } from "../../server/payments/pay.ts";
import { failedChecksOf, policyFor } from "../../server/payments/rules/card-checks.ts";
import { staffOrderPath, staffOrdersPath, staffPath, staffSlipPath } from "../../server/staff/paths.ts";
import { act } from "../staff/act-on-order.ts";
import { staffBrowser } from "../staff/staff-fixture.ts";
import { engines, openShop, type TestShop } from "../support/shop.ts";
import { cardOf } from "./gateways-live.ts";
import { decide } from "./review.ts";
import { atGateway, callOf, cards, countedDeclines, expectInOrder, quick, shopperAt } from "./shopper.ts";

/** The test gateway answers “no match” for this postal code, and for this security code. */
const unknownPlace = { area: "IN", postalCode: "46205" };
const wrongCode = "901";

async function payWith(shop: TestShop, { place = {}, code = "123", number = cards.good as string }) {
  const shopper = await shopperAt(shop, place);
  const outcome = await pay(
    shop.shop,
    { ...callOf(shop, shopper), means: { card: cardOf(number, { securityCode: code }) } },
    quick,
  );
  await shop.runJobs();
  return outcome;
}

const openWith = async (engine: (typeof engines)[number], settings: Partial<ShopSettings>) => {
  const shop = await openShop({ engine });
  await transact(shop.shop.db, (tx) => saveShopSettings(tx, { ...noSettings, ...settings }, shop.shop.now()));
  return shop;
};

const ordersOf = ({ shop }: TestShop) => shop.db.selectFrom("orders").select(["number", "state", "hold_reason"]).execute();
const reservedOf = async ({ shop }: TestShop) =>
  (await shop.db.selectFrom("variant").select("reserved").where("id", "=", "v-2").executeTakeFirstOrThrow()).reserved;

const addressWords = "The card’s bank says that the billing address is not the cardholder’s.";
const codeWords = "The card’s bank says that the security code is not the card’s.";

describe.each(engines)("a card whose checks failed, on %s", (engine) => {
  test("is taken if the owner sets nothing, and marked for whoever packs", async () => {
    const shop = await openWith(engine, {});

    expect(await payWith(shop, { place: unknownPlace })).toMatchObject({ ok: true });

    const [order] = await ordersOf(shop);
    const packer = await staffBrowser(shop, "packer");
    expect(order).toMatchObject({ state: "placed", hold_reason: null });
    for (const path of [staffOrderPath(order?.number ?? 0), staffSlipPath(order?.number ?? 0)])
      expect((await packer.get(path)).text).toContain(addressWords);
    expect((await packer.get(`${staffOrdersPath}?state=to-pack`)).text).toContain(staffOrderPath(order?.number ?? 0));
    await expectInOrder(shop);
  });

  test("waits on hold until somebody has checked it, if the owner reviews", async () => {
    const shop = await openWith(engine, { codeMismatch: "review" });

    expect(await payWith(shop, { code: wrongCode })).toMatchObject({ ok: true });

    const [order] = await ordersOf(shop);
    const number = order?.number ?? 0;
    const packer = await staffBrowser(shop, "packer");
    const toPack = async () => (await packer.get(`${staffOrdersPath}?state=to-pack`)).text.includes(staffOrderPath(number));
    expect([order?.hold_reason, await toPack()]).toEqual([codeWords, false]);
    expect((await packer.get(staffPath)).text).toContain("<strong>1</strong> order on hold");
    expect((await packer.get(staffSlipPath(number))).text).toContain(`On hold, do not ship: ${codeWords}`);
    const refused = await act(packer, number, "fulfilment", { how: "all" });
    expect([refused.status, refused.text]).toEqual([409, expect.stringContaining("This order is on hold")]);

    expect((await act(packer, number, "hold", { reason: "" })).status).toBe(303);
    expect([await toPack(), (await packer.get(staffSlipPath(number))).text]).toEqual([
      true,
      expect.not.stringContaining("On hold"),
    ]);
    expect((await act(packer, number, "fulfilment", { how: "all" })).status).toBe(303);
    await expectInOrder(shop);
  });

  test("is let go and counts as declined, if the owner gives back", async () => {
    const shop = await openWith(engine, { addressMismatch: "give-back", codeMismatch: "review" });

    const outcome = await payWith(shop, { place: unknownPlace, code: wrongCode });

    expect(outcome).toMatchObject({ ok: false, code: "declined" });
    expect([await ordersOf(shop), await reservedOf(shop)]).toEqual([[], 0]);
    expect((await atGateway(shop, "authorize")).map(({ state }) => state)).toEqual(["voided"]);
    expect(await countedDeclines(shop)).toContain("card-declined-address");
    await expectInOrder(shop);
  });

  test("is left to the gateway's review if there was one", async () => {
    const shop = await openWith(engine, { codeMismatch: "give-back" });

    expect(await payWith(shop, { code: wrongCode, number: cards.held })).toMatchObject({ code: "held" });
    await decide(shop, true);

    expect(await ordersOf(shop)).toMatchObject([{ state: "placed", hold_reason: null }]);
    await expectInOrder(shop);
  });
});

test("checks fail by “no match” alone, and the strictest setting counts", () => {
  expect(failedChecksOf({ avs: "N", cvv: "N" })).toEqual(["address", "code"]);
  for (const letter of ["Y", "A", "Z", "U", "P", null]) expect(failedChecksOf({ avs: letter, cvv: letter })).toEqual([]);
  expect(policyFor(["address", "code"], { address: "review", code: "give-back" })).toBe("give-back");
  expect(policyFor(["address"], { address: "review", code: "give-back" })).toBe("review");
  expect(policyFor([], { address: "review", code: "give-back" })).toBe("");
});
