import { expect, test } from "vitest";
import { paymentLinkPath, paymentPath, stepPath } from "../../server/checkout/paths.ts";
import { pageOf, textOf } from "../checkout/shopper.ts";
import { emailsIn } from "../support/sent-emails.ts";
import { engines, openShop, type TestShop } from "../support/shop.ts";
import { atGateway, cardForm, cards, expectInOrder, type Shopper, shopperAt } from "./shopper.ts";
import { countDeclines, countsOf } from "./work.ts";

const here = countsOf("127.0.0.1");

/** Sends the payment page's own form, as a browser without scripts does. */
const pay = (shopper: Shopper, fields: Record<string, string> = {}) =>
  shopper.browser.form(paymentPath, {
    checkoutId: shopper.checkoutId,
    quote: shopper.quote,
    sameAsShipping: "true",
    ...cardForm(),
    ...fields,
  });

const requestLink = ({ browser, checkoutId }: Shopper) => browser.form(paymentLinkPath, { checkoutId });

async function mailedLinks(shop: TestShop): Promise<string[]> {
  await shop.runJobs();
  return (await emailsIn(shop.directory)).filter(({ subject }) => subject.startsWith("Continue")).map(({ link }) => link);
}

const workIn = (html: string) => /name="work" value="([^"]+)"/.exec(html)?.[1];

test.each(engines)(
  "with scripts off a payment that needs work comes back with a way to have a link mailed, which pays once (%s)",
  async (engine) => {
    const shop = await openShop({ engine });
    await countDeclines(shop, 30, here);
    const shopper = await shopperAt(shop);

    const asked = await pay(shopper, { sameAsShipping: "true", cardName: "Augusta Byron" });
    expect(asked.status).toBe(403);
    const page = pageOf(asked);
    expect(textOf(page, ".work-link .notice")).toContain(
      "In this browser, open the link that we email to you, then finish your order.",
    );
    expect(textOf(page, ".work-link button")).toBe("Email me a link");
    expect(page.querySelectorAll("main .notice")).toHaveLength(1);
    for (const secret of [cards.good, "Augusta Byron"]) expect(asked.text).not.toContain(secret);

    const requested = await requestLink(shopper);
    expect([requested.status, requested.headers.get("location")]).toEqual([
      303,
      `${stepPath("payment", shopper.checkoutId)}?link=sent`,
    ]);
    const told = await shopper.browser.get(requested.headers.get("location") ?? "");
    expect(textOf(pageOf(told), ".work-link p")).toBe(
      "We sent a link to ada@example.com. Open it in this browser. It works once, within an hour.",
    );
    const [link = ""] = await mailedLinks(shop);

    const opened = await shopper.browser.get(link);
    const work = workIn(opened.text) ?? "";
    // Mail scanners open the link too. In another browser it leads only to the contact step.
    expect((await shop.browser().get(link)).headers.get("location")).toBe(stepPath("contact", shopper.checkoutId));
    expect((await pay(shopper, { work, cardNumber: "4242" })).text).toContain(`name="work" value="${work}"`);
    const declined = await pay(shopper, { work, cardNumber: cards.declined });
    expect([declined.status, workIn(declined.text)]).toEqual([402, undefined]);

    const again = await pay(shopper, { work });
    expect([again.status, textOf(pageOf(again), ".work-link")]).toEqual([
      403,
      expect.stringContaining("already used or has expired"),
    ]);
    const lapsed = await shopper.browser.get(link);
    expect([workIn(lapsed.text), textOf(pageOf(lapsed), ".work-link")]).toEqual([
      undefined,
      expect.stringContaining("already used"),
    ]);
    expect(await atGateway(shop, "authorize")).toHaveLength(1);

    await requestLink(shopper);
    const next = (await mailedLinks(shop)).find((each) => each !== link) ?? "";
    expect((await pay(shopper, { work: workIn((await shopper.browser.get(next)).text) ?? "" })).status).toBe(303);
    await expectInOrder(shop);
  },
);

test("a link pays for its own checkout alone, within an hour, and cannot be forged", async () => {
  const shop = await openShop();
  await countDeclines(shop, 30, here);
  const [shopper, other] = [await shopperAt(shop), await shopperAt(shop)];
  await requestLink(shopper);
  const [link = ""] = await mailedLinks(shop);
  const work = workIn((await shopper.browser.get(link)).text) ?? "";

  expect((await pay(other, { work })).status).toBe(403);
  const [nonce = "", end = "", signature = ""] = work.split(".");
  for (const forged of [`${"0".repeat(32)}.${end}.${signature}`, `${nonce}.${Number(end) + 1}.${signature}`])
    expect((await pay(shopper, { work: forged })).status).toBe(403);
  shop.pass(3_600_001);
  await countDeclines(shop, 35, { checkout: shopper.checkoutId });
  expect((await pay(shopper, { work })).status).toBe(403);
  expect(await atGateway(shop, "authorize")).toEqual([]);
  shop.pass(-3_600_001);
  expect((await pay(shopper, { work })).status).toBe(303);
});

test("no link is mailed while none is needed, nor for a checkout that is not there", async () => {
  const shop = await openShop();
  const shopper = await shopperAt(shop);

  const answer = await requestLink(shopper);

  expect([answer.status, answer.headers.get("location")]).toEqual([303, stepPath("payment", shopper.checkoutId)]);
  const called = await shopper.browser.post(paymentLinkPath, { checkoutId: shopper.checkoutId });
  expect(called.body).toEqual({ data: { mailed: false } });
  expect((await shopper.browser.post(paymentLinkPath, { checkoutId: "0".repeat(32) })).status).toBe(404);
  expect(await mailedLinks(shop)).toEqual([]);
});

test("three links an hour go to one email address, and a fourth is refused on the page", async () => {
  const shop = await openShop();
  await countDeclines(shop, 30, here);
  const shopper = await shopperAt(shop);
  for (const _ of [1, 2, 3]) expect((await requestLink(shopper)).status).toBe(303);

  const fourth = await requestLink(shopper);

  expect([fourth.status, textOf(pageOf(fourth), ".work-link")]).toEqual([429, expect.stringContaining("Too many tries.")]);
  expect(Number(fourth.headers.get("retry-after"))).toBeGreaterThan(3000);
  expect(await mailedLinks(shop)).toHaveLength(3);
});

test("a link's mail is sent again under its own name after a crash, and both are one link", async () => {
  const shop = await openShop();
  await countDeclines(shop, 30, here);
  const shopper = await shopperAt(shop);
  await requestLink(shopper);
  const [first = ""] = await mailedLinks(shop);
  await shop.shop.db
    .updateTable("job")
    .set({ state: "waiting", lease_until: 0 })
    .where("kind", "=", "payment-link-mail")
    .execute();
  shop.pass(1000);
  const second = (await mailedLinks(shop)).at(-1) ?? "";
  const nonceOf = (link: string) => link.split("token=")[1]?.split(".")[0];
  expect(nonceOf(second)).toBe(nonceOf(first));
});
