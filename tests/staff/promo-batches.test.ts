import { describe, expect, test } from "vitest";
import { promoPath } from "../../server/checkout/paths.ts";
import { redeem } from "../../server/checkout/promos.ts";
import { simulateCheckout } from "../../server/checkout/simulate.ts";
import { transactOutcome } from "../../server/db/transaction.ts";
import {
  staffPromoBatchEndPath,
  staffPromoBatchesPath,
  staffPromoCodesPath,
  staffRulePath,
  staffRulesPath,
} from "../../server/staff/paths.ts";
import { addPromo, editPromo } from "../checkout/promo-fixture.ts";
import { openCancelFixture } from "../payments/cancel-fixture.ts";
import { cards, expectInOrder, shopperAt } from "../payments/shopper.ts";
import type { TestBrowser } from "../support/browser-of.ts";
import { engines, openShop, type TestShop } from "../support/shop.ts";
import { send, staffBrowser } from "./staff-fixture.ts";

const id = "promo-new";
const page = staffRulePath("promos", id);
const path = staffPromoBatchesPath(id);

const make = (staff: TestBrowser, fields: Record<string, string>) => send(staff, page, path, fields);
const errorsIn = ({ text }: { text: string }) =>
  [...text.matchAll(/class="field__error"[^>]*>([^<]+)/g)].map((match) => match[1]);

/** The lines of a batch's file, without its head. */
async function linesOf(staff: TestBrowser, batch: string): Promise<string[]> {
  const file = await staff.get(staffPromoCodesPath(id, batch));
  expect(file.headers.get("content-type")).toContain("text/csv");
  const [head, ...lines] = file.text.replace("\ufeff", "").trim().split(/\r?\n/);
  expect(head).toMatch(/^Code,Used,Order,Placed \(/);
  return lines;
}

/** Makes a batch, and returns its codes. */
async function codesOf(staff: TestBrowser, size: number, batch = "batch-1"): Promise<string[]> {
  expect((await make(staff, { batch, size: String(size), prefix: "spring" })).headers.get("location")).toBe(
    `${page}?notice=batch`,
  );
  return (await linesOf(staff, batch)).map((line) => line.split(",")[0] ?? "");
}

const tried = async (shop: TestShop, promoCode: string) => {
  const { browser, checkoutId } = await shopperAt(shop);
  const { status, body } = await browser.post(promoPath("add"), { checkoutId, promoCode });
  return status === 200 ? "applied" : (body as { error: string }).error;
};

const usesOf = async ({ shop }: TestShop) =>
  (await shop.db.selectFrom("promo").select("used").where("id", "=", id).executeTakeFirstOrThrow()).used;

describe.each(engines)("a batch of codes, on %s", (engine) => {
  test("is made once, with random codes that are no other’s, and is downloaded at any time", async () => {
    const shop = await openShop({ engine });
    await addPromo(shop, {});
    const staff = await staffBrowser(shop, "manager");
    const codes = await codesOf(staff, 500);

    expect(new Set(codes).size).toBe(500);
    for (const code of codes) expect(code).toMatch(/^SPRING-[A-HJKMNP-Z2-9]{10}$/);
    await make(staff, { batch: "batch-1", size: "500", prefix: "spring" });
    const shown = (await staff.get(page)).text;
    expect(shown.match(/Download 500 codes as CSV/g)).toHaveLength(1);
    expect(shown).toContain("The manager");
    expect(shown.match(/batch of codes made/g)).toHaveLength(1);
    const list = (await staff.get(staffRulesPath("promos"))).text;
    expect(list).toContain(">NEW<");
    expect(list).not.toContain("SPRING-");
  });

  test("is refused with a wrong number or prefix, and to those who may not change promos", async () => {
    const shop = await openShop({ engine });
    await addPromo(shop, {});
    const staff = await staffBrowser(shop, "owner");
    for (const size of ["", "0", "501", "1.5", "many"]) {
      const refused = await make(staff, { size, prefix: "" });
      expect([size, refused.status, errorsIn(refused)]).toEqual([size, 422, ["Enter a whole number from 1 to 500."]]);
    }
    for (const prefix of ["SPRING-SALE", "ABCDEFGHIJKLM", "É"])
      expect([prefix, errorsIn(await make(staff, { size: "1", prefix }))]).toEqual([
        prefix,
        ["Enter up to 12 letters and digits, or nothing."],
      ]);
    const reader = await staffBrowser(shop, "reader");
    expect((await reader.get(page)).text).not.toContain("Make the codes");
    expect((await make(reader, { size: "1" })).status).toBe(403);
    await editPromo(shop, { automatic: true, name: "Summer" });
    expect((await staff.get(page)).text).not.toContain("Make the codes");
    expect(await shop.shop.db.selectFrom("promo_batch").select("id").execute()).toEqual([]);
  });

  test("gives each code one use: of two payments at one moment one gets it, and the order names it", async () => {
    const shop = await openShop({ engine });
    await addPromo(shop, {});
    const staff = await staffBrowser(shop, "owner");
    const [code = "", other = ""] = await codesOf(staff, 2);
    const shoppers = [
      await shopperAt(shop, { promo: code.toLowerCase() }),
      await shopperAt(shop, { promo: code, email: "bo@example.com" }),
    ];

    const answers = await Promise.all(shoppers.map((one) => one.pay()));

    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    const { number, promo_code } = await shop.shop.db.selectFrom("orders").selectAll().executeTakeFirstOrThrow();
    expect(promo_code).toBe(code);
    expect(await usesOf(shop)).toBe(1);
    expect(await linesOf(staff, "batch-1")).toContainEqual(expect.stringMatching(`^${code},yes,${number},2`));
    expect(await linesOf(staff, "batch-1")).toContainEqual(`${other},no,,`);
    expect(await tried(shop, code)).toBe("This promo code has been used up.");
    expect([await tried(shop, other), await tried(shop, "NEW")]).toEqual(["applied", "applied"]);
    const sample = { lines: [{ variantId: "v-2", quantity: 1 }], country: "US", area: "TX", methodId: undefined };
    const simulated = async (typed: string) =>
      (await simulateCheckout(shop.shop.db, { ...sample, code: typed }, shop.shop.now())).promoRefused;
    expect(await simulated(code)).toContain("This promo code has been used up.");
    expect(await simulated(other)).toBeUndefined();
    const report = (await staff.get("/staff/reports/?report=promo")).text;
    expect([report.includes(">NEW<"), report.includes(code)]).toEqual([true, false]);
    await expectInOrder(shop);
  });

  test("holds a code for one of two payments that were priced with it", async () => {
    const shop = await openShop({ engine });
    await addPromo(shop, {});
    const [code] = await codesOf(await staffBrowser(shop, "owner"), 1);
    const shoppers = [await shopperAt(shop), await shopperAt(shop)];

    const outcomes = await Promise.all(
      shoppers.map(({ checkoutId }, at) => {
        const redemption = { promoId: id, batchCode: code, checkoutId, email: `${at}@example.com`, now: shop.shop.now() };
        return transactOutcome(shop.shop.db, (tx) => redeem(tx, redemption));
      }),
    );

    expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1);
    expect(outcomes.find(({ ok }) => !ok)).toMatchObject({ code: "promo_taken", error: expect.stringContaining("used up") });
    expect(await usesOf(shop)).toBe(1);
  });

  test("has the terms of its promo when a code is used, and counts as its uses", async () => {
    const shop = await openShop({ engine });
    await addPromo(shop, { usageLimit: 2, oncePerCustomer: true });
    const [first = "", second = "", third = ""] = await codesOf(await staffBrowser(shop, "owner"), 3);
    expect((await (await shopperAt(shop, { promo: first })).pay()).status).toBe(200);
    const again = await shopperAt(shop);
    const answer = await again.browser.post(promoPath("add"), { checkoutId: again.checkoutId, promoCode: second });
    expect(answer.body).toMatchObject({ error: "You’ve already used this promo code." });

    await editPromo(shop, { usageLimit: 1 });
    expect(await tried(shop, third)).toBe("This promo code has been used up.");
    await editPromo(shop, { minimum: 1_000_000 });
    expect(await tried(shop, third)).toContain("requires $10,000.00 or more");
    await editPromo(shop, { active: false });
    expect(await tried(shop, third)).toBe("This promo code isn’t valid.");
    await expectInOrder(shop);
  });

  test("that ended takes no code any more, also where one is in a cart", async () => {
    const shop = await openShop({ engine });
    await addPromo(shop, {});
    const staff = await staffBrowser(shop, "owner");
    const [code = "", other = ""] = await codesOf(staff, 2);
    const shopper = await shopperAt(shop, { promo: code });

    const ended = await send(staff, page, staffPromoBatchEndPath(id, "batch-1"));

    expect(ended.headers.get("location")).toBe(`${page}?notice=batch-ended`);
    await send(staff, page, staffPromoBatchEndPath(id, "batch-1"));
    expect((await staff.get(page)).text.match(/batch of codes ended/g)).toHaveLength(1);
    expect((await send(staff, page, staffPromoBatchEndPath("promo-one", "batch-1"))).status).toBe(404);
    expect((await shopper.pay()).status).toBe(409);
    expect([await tried(shop, other), await tried(shop, "NEW")]).toEqual(["This promo code has ended.", "applied"]);
    const late = { promoId: id, batchCode: other, checkoutId: shopper.checkoutId, email: "ada@example.com" };
    expect(await transactOutcome(shop.shop.db, (tx) => redeem(tx, { ...late, now: shop.shop.now() }))).toMatchObject({
      code: "promo_taken",
    });
    expect(await usesOf(shop)).toBe(0);
  });

  test("gets a code back when its order is canceled", async () => {
    const { shop, place, cancel, end } = await openCancelFixture(engine);
    await addPromo(shop, { oncePerCustomer: true });
    const [code = ""] = await codesOf(await staffBrowser(shop, "owner"), 1);
    const order = await place(cards.good, code);
    expect(await tried(shop, code)).toBe("This promo code has been used up.");

    expect(await cancel(order)).toMatchObject({ ok: true });

    expect(await usesOf(shop)).toBe(0);
    await place(cards.good, code);
    expect(await usesOf(shop)).toBe(1);
    expect(await shop.shop.db.selectFrom("promo_redemption").select("batch_code").execute()).toEqual([{ batch_code: code }]);
    expect(await end(order)).toMatchObject({ order: "canceled" });
  });

  test("keeps its promo, and its codes are no other promo’s", async () => {
    const shop = await openShop({ engine });
    await addPromo(shop, {});
    const staff = await staffBrowser(shop, "owner");
    const [code = ""] = await codesOf(staff, 1);
    expect(await addPromo(shop, { code }, "promo-same")).toMatchObject({ code: "invalid_fields" });
    const removed = await send(staff, page, `${page}removal/`, {
      seen: /name="seen" value="([^"]+)"/.exec((await staff.get(page)).text)?.[1] ?? "",
    });
    expect(removed.text).toContain("stop it instead");
  });
});
