import { describe, expect, test } from "vitest";
import { promoPath } from "../../server/checkout/paths.ts";
import { refusalOfPromo } from "../../server/checkout/price-checkout.ts";
import { findCheckoutRow } from "../../server/checkout/queries/checkouts.ts";
import { findPromo } from "../../server/checkout/queries/promos.ts";
import { purposeText } from "../../server/checkout/rules/promo-fields.ts";
import { writeTags } from "../../server/customers/tags.ts";
import { transact } from "../../server/db/transaction.ts";
import { placed } from "../orders/order-fixture.ts";
import { quoteNow, type Shopper, shopperAt } from "../payments/shopper.ts";
import { engines, openShop, type TestShop } from "../support/shop.ts";
import { addPromo, blank } from "./promo-fixture.ts";
import { errorOf } from "./shopper.ts";

const forCertain = "This promo code is for certain customers. If you are one of them, sign in with a confirmed email first.";
const gil = "gil@example.com";

const tag = ({ shop }: TestShop, person: string, ...labels: string[]) => transact(shop.db, (tx) => writeTags(tx, person, labels));

/** A shop with a promo code for the tag VIP, and a guest with this tag whose checkout is open. */
async function openWithGuest(engine: (typeof engines)[number]) {
  const shop = await openShop({ engine });
  await addPromo(shop, { customerTag: "VIP" });
  await tag(shop, gil, "vip");
  return {
    shop,
    order: await placed(shop.shop.db, { at: shop.shop.now(), email: gil }),
    guest: await shopperAt(shop, { email: gil }),
  };
}

const addCode = ({ browser, checkoutId }: Shopper) => browser.post(promoPath("add"), { checkoutId, promoCode: "NEW" });

/** Lets a guest's browser see an order, as following the emailed link does. */
async function followLink({ shop }: TestShop, { checkoutId }: Shopper, orderId: string): Promise<void> {
  const visitor = (await findCheckoutRow(shop.db, checkoutId))?.visitor ?? "none";
  await shop.db
    .insertInto("order_grant")
    .values({ visitor, order_id: orderId, until: shop.now() + 60_000 })
    .execute();
}

describe.each(engines)("a promo for a tag, on %s", (engine) => {
  test("is for a guest only in a browser that followed the mailed link, and while that lasts", async () => {
    const { shop, order, guest } = await openWithGuest(engine);
    const refused = await addCode(guest);
    expect([refused.status, errorOf(refused)]).toEqual([422, forCertain]);
    const other = await shopperAt(shop, { email: "hal@example.com" });
    await followLink(shop, other, order.id);
    expect(errorOf(await addCode(other))).toBe(forCertain);

    await followLink(shop, guest, order.id);
    expect((await addCode(guest)).status).toBe(200);
    const quote = await quoteNow(guest);
    shop.pass(61_000);
    expect((await guest.pay(undefined, { quote })).body).toMatchObject({ code: "changed" });
  });

  test("is not given any more if the tag was removed before the payment", async () => {
    const { shop, order, guest } = await openWithGuest(engine);
    await followLink(shop, guest, order.id);
    expect((await addCode(guest)).status).toBe(200);
    const quote = await quoteNow(guest);
    await tag(shop, gil);
    expect((await guest.pay(undefined, { quote })).body).toMatchObject({ code: "changed" });
    expect((await guest.pay(undefined, { quote: await quoteNow(guest) })).status).toBe(200);
    expect(await shop.shop.db.selectFrom("promo_redemption").selectAll().execute()).toEqual([]);
  });

  test("is for a signed-in customer by the account’s own tags once its email is verified, whatever email the checkout has", async () => {
    const { shop, guest } = await openWithGuest(engine);
    const { db, now } = shop.shop;
    const names = { email: "ada@example.com", email_norm: "ada@example.com", first_name: "Ada", last_name: "" };
    await db
      .insertInto("customer")
      .values({ id: "ada", ...names, created_at: 1 })
      .execute();
    await db.updateTable("checkout").set({ customer_id: "ada" }).where("id", "=", guest.checkoutId).execute();
    const refusal = async () => {
      const [checkout, promo] = [await findCheckoutRow(db, guest.checkoutId), await findPromo(db, "promo-new")];
      if (!checkout || !promo) throw new Error("the checkout or the promo is gone");
      return await refusalOfPromo(db, checkout, promo, now());
    };
    expect(await refusal()).toMatchObject({ code: "promo_refused", error: forCertain });
    await tag(shop, "ada", "Vip");
    expect(await refusal()).toMatchObject({ code: "promo_refused", error: forCertain });
    await db.updateTable("customer").set({ email_verified: 1 }).execute();
    expect(await refusal()).toBeUndefined();
  });
});

test("the list of promos says for which customers a promo is, and whether it needs a code", () => {
  const all = { ...blank, categories: [], productCount: 0, methods: [] };
  expect(purposeText({ ...all, customerTag: "VIP" })).toBe("10% off, customers tagged VIP");
  expect(purposeText(all)).toBe("10% off");
  expect(purposeText({ ...all, automatic: true })).toBe("10% off, without a code");
});
