import { describe, expect, test } from "vitest";
import { paymentLinkPath, paymentPath, stepPath } from "../../server/checkout/paths.ts";
import { transact } from "../../server/db/transaction.ts";
import { pay } from "../../server/payments/pay.ts";
import { recordHold } from "../../server/payments/rate-limits.ts";
import { pageOf, textOf } from "../checkout/shopper.ts";
import { emailsIn } from "../support/sent-emails.ts";
import { engines, type TestShop } from "../support/shop.ts";
import { openMeansShop, payBy, placeBy, stockOf } from "./means-fixture.ts";
import { callOf, expectInOrder, quick, shopperAt } from "./shopper.ts";
import { cheapWork, countDeclines, countsOf } from "./work.ts";

const from = "203.0.113.9";

/** Counts orders that held stock without a card, as if they had come from these addresses now. */
const hold = ({ shop }: TestShop, ...addresses: string[]) =>
  transact(shop.db, async (tx) => {
    for (const address of addresses) await recordHold(tx, { address }, shop.now());
  });

const times = (count: number, address = from): string[] => Array(count).fill(address);

/** Orders by a bank transfer from an address. */
async function order(shop: TestShop, address = from) {
  const call = callOf(shop, await shopperAt(shop));
  return await pay(shop.shop, { ...call, means: undefined, meansId: "transfer", address }, quick);
}

const holds = async ({ shop }: TestShop) =>
  (await shop.db.selectFrom("counted_try").select(["kind", "subject"]).where("kind", "like", "stock-held%").execute())
    .map(({ kind, subject }) => `${kind} ${subject}`)
    .sort();

describe.each(engines)("stock that is held without a card, on %s", (engine) => {
  test("counts for its network once per order, but not a card, nor a refused or repeated order", async () => {
    const shop = await openMeansShop(engine);
    const { shopper } = await placeBy(shop);
    const counted = ["stock-held-address 127.0.0.1", expect.stringMatching(/^stock-held-network 127\.0\.0/)];
    expect(await holds(shop)).toEqual(counted);

    await payBy(shopper, "transfer");
    await payBy(await shopperAt(shop), "nonsense");
    expect((await (await shopperAt(shop)).pay()).status).toBe(200);

    expect(await holds(shop)).toEqual(counted);
    await expectInOrder(shop);
  });

  test("takes work after thirty orders of an address within an hour, and sells nothing without it", async () => {
    const shop = await openMeansShop(engine);
    await hold(shop, ...times(29));
    expect(await order(shop)).toMatchObject({ ok: true });

    expect(await order(shop)).toMatchObject({
      code: "work_required",
      error: "Many orders came from your network lately, so this payment needs one more check. Please try again.",
      data: { factor: 1 },
    });
    expect(await stockOf(shop)).toBe(9);
    expect(await order(shop, "198.51.100.7")).toMatchObject({ ok: true });
    shop.pass(3_600_000);
    expect(await order(shop)).toMatchObject({ ok: true });
    await expectInOrder(shop);
  });

  test("takes work after sixty orders of a wider network, whatever their addresses", async () => {
    const shop = await openMeansShop(engine);
    await hold(shop, ...Array.from({ length: 60 }, (_, at) => `203.0.113.${at}`));

    expect(await order(shop, "203.0.113.200")).toMatchObject({ code: "work_required" });
    expect(await order(shop, "203.0.114.1")).toMatchObject({ ok: true });
  });

  test("takes more work the more orders came, and never uses up a budget of the shop", async () => {
    const shop = await openMeansShop(engine, {}, { env: { MAX_DECLINES_PER_HOUR: "4" } });
    await hold(shop, ...times(90));

    expect(await order(shop)).toMatchObject({ code: "work_required", data: { factor: 4 } });
    expect(await order(shop, "198.51.100.7")).toMatchObject({ ok: true });
  });

  test("orders once with the work that was asked for, and cards need none for it", async () => {
    const shop = await openMeansShop(engine);
    await hold(shop, ...times(30, "127.0.0.1"));
    const shopper = await shopperAt(shop);
    expect((await payBy(shopper, "transfer")).status).toBe(403);
    expect((await (await shopperAt(shop)).pay()).status).toBe(200);
    const work = await cheapWork(shop, { checkoutId: shopper.checkoutId });

    expect((await payBy(await shopperAt(shop), "transfer", { work })).status).toBe(403);
    expect((await payBy(shopper, "transfer", { work })).status).toBe(200);
    await expectInOrder(shop);
  });

  test("needs no work for declined cards, which count for cards", async () => {
    const shop = await openMeansShop(engine);
    await countDeclines(shop, 40, countsOf(from));

    expect(await order(shop)).toMatchObject({ ok: true });
  });
});

test("with scripts off a link is mailed that orders once in place of the work", async () => {
  const shop = await openMeansShop("sqlite");
  await hold(shop, ...times(30, "127.0.0.1"));
  const { browser, checkoutId, quote } = await shopperAt(shop);
  const send = (work?: string) =>
    browser.form(paymentPath, { checkoutId, quote, sameAsShipping: "true", means: "transfer", ...(work && { work }) });

  const asked = await send();
  expect(asked.status).toBe(403);
  expect(textOf(pageOf(asked), ".work-link .notice")).toContain("Nothing was charged.");
  const requested = await browser.form(paymentLinkPath, { checkoutId });
  expect(requested.headers.get("location")).toBe(`${stepPath("payment", checkoutId)}?link=sent`);
  await shop.runJobs();
  const [email] = (await emailsIn(shop.directory)).filter(({ subject }) => subject.startsWith("Continue"));
  const opened = await browser.get(email?.link ?? "");
  expect((await send(/name="work" value="([^"]+)"/.exec(opened.text)?.[1])).status).toBe(303);
  await expectInOrder(shop);
});
