import { describe, expect, test } from "vitest";
import { paymentPath } from "../../server/checkout/paths.ts";
import { pay } from "../../server/payments/pay.ts";
import { declinedText, laterText } from "../../server/payments/rules/attempt.ts";
import type { Answer } from "../support/browser-of.ts";
import { engines, openShop, type TestShop } from "../support/shop.ts";
import { crashingShop } from "./crashing-shop.ts";
import { atGateway, callOf, cardForm, cards, expectInOrder, quick, type Shopper, shopperAt } from "./shopper.ts";
import { slowShop } from "./slow-shop.ts";

const attempts = async ({ shop }: TestShop) =>
  (await shop.db.selectFrom("attempt").select("state").orderBy("n").execute()).map(({ state }) => state);
const authorized = async (shop: TestShop) => (await atGateway(shop, "authorize")).length;

const declined = { ok: false, code: "declined", error: declinedText };
const unknown = { ok: false, code: "outcome_unknown", error: laterText };
const failed = { ok: false, code: "failed", error: laterText };
const answered = (error: string = declinedText) => ({
  ok: false,
  code: "already_answered",
  error: expect.stringContaining(error),
});

const press = (shop: TestShop, shopper: Shopper, keys: { formKey?: string; idempotencyKey?: string }, card?: string) =>
  pay(shop.shop, { ...callOf(shop, shopper, card), ...keys }, quick);

const nextKey = ({ body }: Answer) => (body as { data: { formKey: string } }).data.formKey;

describe.each(engines)("presses on Pay, on %s", (engine) => {
  test("two presses of one form are one try, and a third one after its decline starts nothing", async () => {
    const { shop, charged } = await slowShop(engine);
    const shopper = await shopperAt(shop);
    const first = press(shop, shopper, { formKey: "form-1" }, cards.declined);
    await charged;

    const second = press(shop, shopper, { formKey: "form-1" }, cards.declined);

    expect([await first, await second]).toEqual([declined, declined]);
    expect(await press(shop, shopper, { formKey: "form-1" })).toEqual(answered());
    expect(await attempts(shop)).toEqual(["declined"]);
    expect(await authorized(shop)).toBe(1);
    expect((await press(shop, shopper, { formKey: "form-2" })).ok).toBe(true);
    await expectInOrder(shop);
  });

  test("two tabs are two presses: the second one waits, is answered by the first one's outcome, and its duplicate starts nothing", async () => {
    const { shop, charged } = await slowShop(engine);
    const shopper = await shopperAt(shop);
    const first = press(shop, shopper, { formKey: "tab-1" }, cards.declined);
    await charged;

    const second = press(shop, shopper, { formKey: "tab-2" });

    expect([await first, await second]).toEqual([declined, declined]);
    expect(await press(shop, shopper, { formKey: "tab-2" })).toEqual(answered());
    expect(await attempts(shop)).toEqual(["declined"]);
    expect((await press(shop, shopper, { formKey: "tab-2-next" })).ok).toBe(true);
    expect(await authorized(shop)).toBe(2);
    await expectInOrder(shop);
  });

  test("an Idempotency-Key that waited for another's payment replays that outcome", async () => {
    const { shop, charged } = await slowShop(engine);
    const shopper = await shopperAt(shop);
    const first = press(shop, shopper, {}, cards.declined);
    await charged;

    const second = press(shop, shopper, { idempotencyKey: "call-2" });

    expect([await first, await second]).toEqual([declined, declined]);
    expect(await press(shop, shopper, { idempotencyKey: "call-2" })).toEqual(declined);
    expect(await attempts(shop)).toEqual(["declined"]);
  });

  test("presses without any key are a try each, but for those that find one unresolved", async () => {
    const { shop, charged } = await slowShop(engine, 2);
    const shopper = await shopperAt(shop);
    const first = press(shop, shopper, {}, cards.declined);
    await charged;

    const others = [press(shop, shopper, {}), press(shop, shopper, {}, cards.declined)];

    expect(await Promise.all([first, ...others])).toEqual([declined, declined, declined]);
    expect(await attempts(shop)).toEqual(["declined"]);
    expect(await press(shop, shopper, {}, cards.declined)).toEqual(declined);
    expect((await press(shop, shopper, {})).ok).toBe(true);
    expect(await authorized(shop)).toBe(3);
    await expectInOrder(shop);
  });

  test("a corrected card is a new try with the key that the refusal brought, under the same quote", async () => {
    const shop = await openShop({ engine });
    const shopper = await shopperAt(shop);
    const refused = await shopper.pay(cards.declined, { formKey: "form-1" });
    expect(refused.status).toBe(402);
    expect(nextKey(refused)).toMatch(/^[a-f0-9]{32}$/);

    const restoredByBack = await shopper.pay(cards.good, { formKey: "form-1" });

    expect(restoredByBack.status).toBe(409);
    expect(restoredByBack.body).toEqual({
      error: `You already pressed Pay on this form. The answer was: “${declinedText}” Press Pay again to retry.`,
      code: "already_answered",
      data: { formKey: expect.stringMatching(/^[a-f0-9]{32}$/) },
    });
    expect(nextKey(restoredByBack)).not.toBe(nextKey(refused));
    expect(await authorized(shop)).toBe(1);
    expect((await shopper.pay(cards.good, { formKey: nextKey(refused) })).status).toBe(200);
    await expectInOrder(shop);
  });

  test("whoever lost the answer to the network presses again and hears it, charged once", async () => {
    const shop = await openShop({ engine });
    const shopper = await shopperAt(shop);
    const paid = await shopper.pay(cards.good, { formKey: "form-1" });

    const again = await shopper.pay(cards.good, { formKey: "form-1" });

    expect([again.status, again.body]).toEqual([200, paid.body]);
    expect(await authorized(shop)).toBe(1);
    await expectInOrder(shop);
  });

  test("a form that met another total agrees to no total any more, also when it names none", async () => {
    const shop = await openShop({ engine });
    const shopper = await shopperAt(shop);
    await shop.shop.db.updateTable("variant").set({ price: 2500 }).where("id", "=", "v-2").execute();
    const payUnnamed = (formKey: string) =>
      shopper.browser.post(paymentPath, {
        checkoutId: shopper.checkoutId,
        paymentDetails: cardForm(),
        formKey,
      });
    await shop.shop.db.updateTable("quote").set({ at: 0 }).execute();

    const first = await payUnnamed("form-1");
    const second = await payUnnamed("form-1");

    expect([first.status, second.status]).toEqual([409, 409]);
    expect(second.body).toMatchObject({ code: "already_answered" });
    expect(await attempts(shop)).toEqual([]);
    const held = await shop.shop.db.selectFrom("variant").select("reserved").where("id", "=", "v-2").executeTakeFirstOrThrow();
    expect(held.reserved).toBe(0);
    expect((await payUnnamed(nextKey(first))).status).toBe(200);
    await expectInOrder(shop);
  });

  test("two presses at once that meet another total charge nothing", async () => {
    const shop = await openShop({ engine });
    const shopper = await shopperAt(shop);
    await shop.shop.db.updateTable("variant").set({ price: 2500 }).where("id", "=", "v-2").execute();

    const answers = await Promise.all([1, 2].map(() => shopper.pay(cards.good, { formKey: "form-1" })));

    expect(answers.map(({ status }) => status)).toEqual([409, 409]);
    expect(await attempts(shop)).toEqual([]);
  });

  test("what was refused before any attempt leaves the form its key, and brings another one too", async () => {
    const shop = await openShop({ engine, stock: { "v-2": 1 } });
    const shopper = await shopperAt(shop);
    const broken = await shopper.pay("4242", { formKey: "form-1" });
    expect([broken.status, nextKey(broken)]).toEqual([200, expect.stringMatching(/^[a-f0-9]{32}$/)]);
    await shop.shop.db.updateTable("variant").set({ on_hand: 0 }).where("id", "=", "v-2").execute();
    const gone = await shopper.pay(cards.good, { formKey: "form-1" });
    expect([gone.status, nextKey(gone)]).toEqual([409, expect.stringMatching(/^[a-f0-9]{32}$/)]);
    await shop.shop.db.updateTable("variant").set({ on_hand: 1 }).where("id", "=", "v-2").execute();

    expect((await shopper.pay(cards.good, { formKey: "form-1" })).status).toBe(200);
    expect(await authorized(shop)).toBe(1);
  });

  test("a call with a stale token is no press: it is sent again with the same key", async () => {
    const shop = await openShop({ engine });
    const shopper = await shopperAt(shop);
    const body = { checkoutId: shopper.checkoutId, quote: shopper.quote, paymentDetails: cardForm(), formKey: "form-1" };
    const send = (headers: Record<string, string>) => shopper.browser.call("POST", paymentPath, body, { headers });

    expect((await send({ "x-csrftoken": "stale" })).status).toBe(403);
    expect((await send({})).status).toBe(200);
    await expectInOrder(shop);
  });

  test("two presses of a form that pays nothing are one order", async () => {
    const shop = await openShop({ engine });
    await shop.shop.db.updateTable("promo").set({ kind: "percent", amount: 100 }).where("code", "=", "WELCOME10").execute();
    await shop.shop.db.updateTable("shipping_method").set({ price: 0 }).execute();
    const shopper = await shopperAt(shop, { promo: "WELCOME10" });

    const [first, second] = await Promise.all([1, 2].map(() => press(shop, shopper, { formKey: "form-1" })));

    expect(first).toEqual({ ok: true, value: { orderId: expect.any(String) } });
    expect(second).toEqual(first);
    expect(await attempts(shop)).toHaveLength(1);
    await expectInOrder(shop);
  });

  test("a key names a press of its own checkout alone", async () => {
    const shop = await openShop({ engine });
    const [one, other] = [await shopperAt(shop), await shopperAt(shop)];
    expect((await one.pay(cards.declined, { formKey: "form-1" })).status).toBe(402);
    expect((await other.pay(cards.good, { formKey: "form-1" })).status).toBe(200);
  });

  test.each(["", "two words", "x".repeat(201), "é"])("%j is no key", async (formKey) => {
    const shop = await openShop({ engine });
    const shopper = await shopperAt(shop);
    const refused = await shopper.pay(cards.good, { formKey });
    expect([refused.status, refused.body]).toEqual([400, expect.objectContaining({ error: expect.stringContaining("formKey") })]);
    expect(await authorized(shop)).toBe(0);
  });
});

describe.each(engines)("an Idempotency-Key, on %s", (engine) => {
  const conflict = { status: 409, body: { code: "key_conflict", error: expect.stringContaining("Send a new key") } };
  const payWithoutQuote = ({ browser, checkoutId }: Shopper, key: string, number?: string) =>
    browser.call("POST", paymentPath, { checkoutId, paymentDetails: cardForm(number) }, { headers: { "idempotency-key": key } });

  test("that was sent for one checkout or quote is refused for another, paid or declined, and charges nothing", async () => {
    const shop = await openShop({ engine });
    const [one, other] = [await shopperAt(shop), await shopperAt(shop)];
    expect((await one.pay(cards.declined, { key: "key-1" })).status).toBe(402);
    const paid = await one.pay(cards.good, { key: "key-2" });

    expect(await other.pay(cards.good, { key: "key-1" })).toMatchObject(conflict);
    expect(await other.pay(cards.good, { key: "key-2" })).toMatchObject(conflict);
    expect(await one.pay(cards.good, { key: "key-2", quote: other.quote })).toMatchObject(conflict);
    expect(await payWithoutQuote(one, "key-2")).toMatchObject(conflict);
    expect((await one.pay(cards.declined, { key: "key-2" })).body).toEqual(paid.body);
    expect(await authorized(shop)).toBe(2);
    expect((await other.pay(cards.good, { key: "key-3" })).status).toBe(200);
    await expectInOrder(shop);
  });

  test("that two checkouts send without a quote is the first one's", async () => {
    const shop = await openShop({ engine });
    const [one, other] = [await shopperAt(shop), await shopperAt(shop)];
    expect((await payWithoutQuote(one, "key-1", cards.declined)).status).toBe(402);

    expect(await payWithoutQuote(other, "key-1")).toMatchObject(conflict);
    expect(await authorized(shop)).toBe(1);
    expect((await payWithoutQuote(one, "key-1")).status).toBe(402);
    expect((await payWithoutQuote(other, "key-2")).status).toBe(200);
    await expectInOrder(shop);
  });

  test("of ten checkouts that send it at once serves one", async () => {
    const shop = await openShop({ engine, stock: { "v-2": 100 } });
    const shoppers = await Promise.all(Array.from({ length: 10 }, () => shopperAt(shop)));

    const answers = await Promise.all(shoppers.map((shopper) => shopper.pay(cards.good, { key: "key-1" })));

    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array<number>(9).fill(409)]);
    for (const answer of answers.filter(({ status }) => status === 409)) expect(answer).toMatchObject(conflict);
    expect(await authorized(shop)).toBe(1);
    await expectInOrder(shop);
  });

  test("sent twice at once with two quotes of one checkout is one press and one conflict", async () => {
    const shop = await openShop({ engine });
    const shopper = await shopperAt(shop);

    const answers = await Promise.all([
      shopper.pay(cards.good, { key: "key-1" }),
      shopper.pay(cards.good, { key: "key-1", quote: "0".repeat(32) }),
    ]);

    const codes = answers.map(({ status, body }) => (status === 200 ? "paid" : (body as { code: string }).code));
    expect(codes.filter((code) => code === "key_conflict")).toHaveLength(1);
    expect(codes).not.toContain("already_answered");
    expect(await authorized(shop)).toBeLessThanOrEqual(1);
    await expectInOrder(shop);
  });

  test("of a call that was refused before anything was stored is free for another checkout", async () => {
    const shop = await openShop({ engine });
    const [one, other] = [await shopperAt(shop), await shopperAt(shop)];
    expect((await one.pay("4242", { key: "key-1" })).text).toContain("cardNumber");

    expect((await other.pay(cards.good, { key: "key-1" })).status).toBe(200);
  });

  test("without a quote that met another total agrees to no later one", async () => {
    const shop = await openShop({ engine });
    const shopper = await shopperAt(shop);
    await shop.shop.db.updateTable("variant").set({ price: 2500 }).where("id", "=", "v-2").execute();
    expect((await payWithoutQuote(shopper, "key-1")).body).toMatchObject({ code: "changed" });

    expect(await payWithoutQuote(shopper, "key-1")).toMatchObject(conflict);
    expect(await authorized(shop)).toBe(0);
    expect((await payWithoutQuote(shopper, "key-2")).status).toBe(200);
    await expectInOrder(shop);
  });

  test("whose fingerprint has expired still names an attempt of its own checkout alone", async () => {
    const shop = await openShop({ engine });
    const [one, other] = [await shopperAt(shop), await shopperAt(shop)];
    const declined = await one.pay(cards.declined, { key: "key-1" });
    await shop.shop.db.deleteFrom("key_fingerprint").execute();

    expect((await other.pay(cards.good, { key: "key-1" })).status).toBe(200);
    await shop.shop.db.deleteFrom("key_fingerprint").execute();
    const again = await one.pay(cards.good, { key: "key-1" });
    expect([again.status, declined.status]).toEqual([402, 402]);
  });

  test("is stored with its checkout and quote, and nothing of the card", async () => {
    const shop = await openShop({ engine });
    const shopper = await shopperAt(shop);
    await shopper.pay(cards.declined, { key: "key-1" });

    const stored = await shop.shop.db.selectFrom("key_fingerprint").selectAll().execute();
    expect(stored).toEqual([{ key: "key-1", checkout_id: shopper.checkoutId, quote: shopper.quote, at: expect.any(Number) }]);
  });
});

describe.each(engines)("a form whose payment was cut off, on %s", (engine) => {
  const pressAndCrash = (shop: TestShop, shopper: Shopper) =>
    expect(press(shop, shopper, { formKey: "form-1" })).rejects.toThrow(/^died at/);

  test("before anything was kept: its key is as good as new", async () => {
    const { shop, crashAt } = await crashingShop(engine);
    const shopper = await shopperAt(shop);
    crashAt("p.before_commit");
    await pressAndCrash(shop, shopper);

    expect((await press(shop, shopper, { formKey: "form-1" })).ok).toBe(true);
    await expectInOrder(shop);
  });

  test("before the gateway was asked: pressed again it is told that nothing came of it, and the next key pays", async () => {
    const { shop, crashAt } = await crashingShop(engine);
    const shopper = await shopperAt(shop);
    crashAt("p.after_commit");
    await pressAndCrash(shop, shopper);
    shop.pass(quick.lease + 1);

    expect(await press(shop, shopper, { formKey: "form-1" })).toEqual(failed);
    expect(await press(shop, shopper, { formKey: "form-1" })).toEqual(answered(laterText));
    expect(await attempts(shop)).toEqual(["not_found"]);
    expect(await authorized(shop)).toBe(0);
    expect((await press(shop, shopper, { formKey: "form-2" })).ok).toBe(true);
    await expectInOrder(shop);
  });

  test("after the charge: pressed again it is the order, charged once", async () => {
    const { shop, crashAt } = await crashingShop(engine);
    const shopper = await shopperAt(shop);
    crashAt("g.after_charge");
    await pressAndCrash(shop, shopper);
    shop.pass(quick.lease + 1);

    const paid = await press(shop, shopper, { formKey: "form-1" });

    expect(paid.ok).toBe(true);
    expect(await press(shop, shopper, { formKey: "form-1" })).toEqual(paid);
    expect(await authorized(shop)).toBe(1);
    await expectInOrder(shop);
  });

  test("and nobody can say yet what came of it: another form that was told so starts nothing later", async () => {
    const shop = await openShop({ engine });
    const shopper = await shopperAt(shop);
    expect(await press(shop, shopper, { formKey: "form-1" }, cards.droppedBefore)).toEqual(unknown);
    expect(await press(shop, shopper, { formKey: "form-2" })).toEqual(unknown);
    shop.pass(2 * quick.deadline);
    expect(await press(shop, shopper, { formKey: "form-1" })).toEqual(failed);

    expect(await press(shop, shopper, { formKey: "form-2" })).toEqual(answered(laterText));
    expect(await attempts(shop)).toEqual(["not_found"]);
    expect(await authorized(shop)).toBe(0);
    expect((await press(shop, shopper, { formKey: "form-3" })).ok).toBe(true);
    await expectInOrder(shop);
  });
});
